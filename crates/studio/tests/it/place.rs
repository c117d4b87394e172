//! Databases to test with: a file, and PostgreSQL where there is a server.

use std::sync::atomic::{AtomicU32, Ordering};

use postgres::{Client, NoTls};
use tempfile::TempDir;

/// A place of a test's own, gone when it is dropped.
pub struct Place {
    pub url: String,
    kind: Kind,
}

enum Kind {
    File { _home: TempDir },
    Schema { server: String, name: String },
}

/// Runs a test on SQLite and, where `.ci/postgres` has started a server, on PostgreSQL.
pub fn on_both(test: impl Fn(&Place)) {
    test(&Place::file());
    match std::env::var("GRICE_TEST_POSTGRES") {
        Ok(server) => test(&Place::on_server(&server)),
        Err(_) => eprintln!(
            "skipped on PostgreSQL: GRICE_TEST_POSTGRES is not set; `.ci/postgres` sets it"
        ),
    }
}

impl Place {
    pub fn file() -> Place {
        let home = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", home.path().join("studio.db").display());
        Place { url, kind: Kind::File { _home: home } }
    }

    fn on_server(server: &str) -> Place {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("studio_{}_{number}", std::process::id());
        let url = format!("{server}?options=-csearch_path%3D{name}");
        let mut client = Client::connect(server, NoTls).unwrap();
        client.batch_execute(&format!("CREATE SCHEMA {name}")).unwrap();
        Place { url, kind: Kind::Schema { server: server.to_owned(), name } }
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
