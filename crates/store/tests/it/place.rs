//! Places to save conversations in: a file, and PostgreSQL where there is a server to test with.

use std::sync::atomic::{AtomicU32, Ordering};

use grice_store::{Pool, Store};
use postgres::{Client, NoTls};
use rusqlite::Connection;
use tempfile::TempDir;

/// A place of a test's own, gone when it is dropped.
pub struct Place {
    pub url: String,
    kind: Kind,
}

enum Kind {
    File { home: TempDir },
    Schema { server: String, name: String },
}

/// Runs a test on SQLite and, where there is a server, on PostgreSQL.
pub fn on_both(test: impl Fn(&Place)) {
    test(&Place::file());
    if let Some(place) = Place::postgres() {
        test(&place);
    }
}

/// What `.ci/postgres` says of its servers; tests that need it are skipped without.
pub fn told(name: &str) -> Option<String> {
    let told = std::env::var(name).ok();
    if told.is_none() {
        eprintln!("skipped on PostgreSQL: {name} is not set; `.ci/postgres` sets it");
    }
    told
}

impl Place {
    pub fn file() -> Place {
        let home = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", home.path().join("new/conversations.db").display());
        Place { url, kind: Kind::File { home } }
    }

    pub fn postgres() -> Option<Place> {
        told("GRICE_TEST_POSTGRES").map(|server| Place::on_server(&server))
    }

    /// A schema of its own on a server.
    pub fn on_server(server: &str) -> Place {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{number}", std::process::id());
        let url = format!("{server}?options=-csearch_path%3D{name}");
        let mut client = Client::connect(server, NoTls).unwrap();
        client.batch_execute(&format!("CREATE SCHEMA {name}")).unwrap();
        Place { url, kind: Kind::Schema { server: server.to_owned(), name } }
    }

    pub fn store(&self) -> Store {
        Store::connect(&self.url).unwrap()
    }

    pub fn pool(&self, size: usize) -> Pool {
        Pool::connect(&self.url, size).unwrap()
    }

    /// Does something behind the store's back.
    pub fn raw(&self, sql: &str) {
        match &self.kind {
            Kind::File { home } => {
                let path = home.path().join("new/conversations.db");
                Connection::open(path).unwrap().execute_batch(sql).unwrap();
            }
            Kind::Schema { .. } => {
                Client::connect(&self.url, NoTls).unwrap().batch_execute(sql).unwrap();
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Kind::Schema { server, name } = &self.kind
            && let Ok(mut client) = Client::connect(server, NoTls)
        {
            let _ = client.batch_execute(&format!("DROP SCHEMA {name} CASCADE"));
        }
    }
}
