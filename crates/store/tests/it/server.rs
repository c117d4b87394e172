//! What only a server can do: go away, refuse, and be asked by several at once.

use std::process::Command;

use grice_engine::Conversation;
use grice_store::{Error, Filter, Pool, Store};
use postgres::{Client, NoTls};

use crate::place::{Place, told};
use crate::proxy::{Break, Proxy};
use crate::talk::say;

/// Host and port in a URL with a password.
fn host(url: &str) -> &str {
    url.split(['@', '/', '?']).nth(3).unwrap()
}

/// A place, and a way to it that can break.
fn proxied() -> Option<(Place, Proxy, String)> {
    let place = Place::postgres()?;
    let proxy = Proxy::to(host(&place.url));
    let url = place.url.replace(host(&place.url), &format!("127.0.0.1:{}", proxy.port));
    Some((place, proxy, url))
}

#[test]
fn a_connection_that_was_closed_is_made_again() {
    let Some(place) = Place::postgres() else { return };
    let url = format!("{}&application_name=closed", place.url);
    let mut store = Store::connect(&url).unwrap();
    let pool = Pool::connect(&url, 2).unwrap();
    let mut talk = Conversation::new();
    let reply = say(&mut talk, "Who?");
    let key = store.of("ann").begin("", &talk, &[reply]).unwrap().key;
    for number in 1..4 {
        place.raw(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE application_name = 'closed'",
        );
        let reply = say(&mut talk, &format!("{number}?"));
        store.of("ann").append(&key, &talk, &[reply]).unwrap();
        pool.with(|store| store.of("ann").summary(&key)).unwrap();
        assert_eq!(store.of("ann").load(&key).unwrap().conversation, talk);
    }
}

#[test]
fn a_commit_nobody_heard_of_is_neither_lost_nor_made_twice() {
    let Some((place, proxy, url)) = proxied() else { return };
    let (mut store, mut sure) = (Store::connect(&url).unwrap(), place.store());
    for breaks in [&[Break::After][..], &[Break::Before], &[]] {
        let mut talk = Conversation::new();
        let first = say(&mut talk, "Who?");
        proxy.plan(breaks);
        let key = store.of("ann").begin("", &talk, &[first]).unwrap().key;
        assert_eq!(proxy.left(), 0);
        let second = say(&mut talk, "When?");
        proxy.plan(breaks);
        store.of("ann").append(&key, &talk, &[second]).unwrap();
        assert_eq!(proxy.left(), 0);
        assert_eq!(sure.of("ann").load(&key).unwrap().conversation, talk);
        talk.turns.truncate(1);
        let other = say(&mut talk, "Why?");
        proxy.plan(breaks);
        store.of("ann").replace(&key, 1, &talk, &[other]).unwrap();
        assert_eq!(sure.of("ann").load(&key).unwrap().conversation, talk);
        proxy.plan(breaks);
        store.of("ann").rename(&key, "bridges").unwrap();
        proxy.plan(breaks);
        let (made, secret) = store.add_key("laptop", "ann", "").unwrap();
        proxy.plan(breaks);
        store.revoke_key(made.id).unwrap();
        assert_eq!(sure.find_key(&secret).unwrap(), None);
        assert_eq!(sure.of("ann").list(&Filter::default()).unwrap().len(), 1);
        proxy.plan(breaks);
        store.of("ann").delete(&key).unwrap();
        assert!(sure.of("ann").list(&Filter::default()).unwrap().is_empty());
    }
    assert_eq!(sure.keys().unwrap().len(), 3);
}

#[test]
fn who_cannot_find_out_is_told_that_it_is_unsure() {
    let Some((place, proxy, url)) = proxied() else { return };
    let mut store = Store::connect(&url).unwrap();
    let mut talk = Conversation::new();
    let key = store.of("ann").create("").unwrap().key;
    let reply = say(&mut talk, "Who?");
    proxy.plan(&[Break::After, Break::After]);
    let unsure = store.of("ann").append(&key, &talk, std::slice::from_ref(&reply)).unwrap_err();
    assert!(matches!(unsure, Error::Unsure(_)), "{unsure}");
    assert_eq!(place.store().of("ann").load(&key).unwrap().conversation, talk);
    let grown = store.of("ann").append(&key, &talk, &[reply]);
    assert!(matches!(grown, Err(Error::Grown(_))), "{grown:?}");
}

#[test]
fn passwords_are_in_no_message() {
    let Some(place) = Place::postgres() else { return };
    let password = place.url.split([':', '@']).nth(2).unwrap();
    let wrong = place.url.replace(password, "hush-hush");
    let away = place.url.replace(host(&place.url), "127.0.0.1:1");
    for url in [wrong, away] {
        let error = Store::connect(&url).unwrap_err();
        assert!(matches!(error, Error::NoServer { .. }), "{error}");
        let said = format!("{error} {error:?}");
        assert!(!said.contains("hush") && !said.contains(password), "{said}");
        assert!(said.contains("postgres://grice@127.0.0.1"), "{said}");
    }
    let shown = format!("{:?} {:?} {}", place.store(), place.pool(1), place.store().place());
    assert!(!shown.contains(password), "{shown}");
}

#[test]
fn several_servers_may_start_at_once() {
    let Some(place) = Place::postgres() else { return };
    std::thread::scope(|scope| {
        for number in 0..8 {
            let place = &place;
            scope.spawn(move || place.store().of("ann").create(&number.to_string()).unwrap());
        }
    });
    assert_eq!(place.store().of("ann").list(&Filter::default()).unwrap().len(), 8);
}

#[test]
fn newer_foreign_and_unfit_databases_are_told_apart() {
    let Some(place) = Place::postgres() else { return };
    drop(place.store());
    place.raw("UPDATE grice_version SET version = 7");
    let newer = Store::connect(&place.url).unwrap_err();
    assert!(matches!(newer, Error::Newer { found: 7, known: 4, .. }), "{newer}");
    place.raw("DROP TABLE grice_version");
    let foreign = Store::connect(&place.url).unwrap_err();
    assert!(matches!(foreign, Error::Foreign(_)), "{foreign}");

    let server = std::env::var("GRICE_TEST_POSTGRES").unwrap();
    let mut client = Client::connect(&server, NoTls).unwrap();
    let name = format!("latin_{}", std::process::id());
    let create = format!(
        "CREATE DATABASE {name} ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    );
    client.batch_execute(&create).unwrap();
    let latin = Store::connect(&server.replace("/postgres", &format!("/{name}"))).unwrap_err();
    client.batch_execute(&format!("DROP DATABASE {name}")).unwrap();
    assert!(latin.to_string().contains("LATIN1"), "{latin}");
}

#[test]
fn a_database_that_does_not_wait_for_the_disk_is_made_to() {
    let Some(place) = Place::postgres() else { return };
    drop(place.store());
    place.raw(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF current_setting('synchronous_commit') = 'off' THEN
                 RAISE EXCEPTION 'nobody waits for the disk';
             END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON conversation FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let url = place.url.replace("options=", "options=-csynchronous_commit%3Doff%20");
    let mut client = Client::connect(&url, NoTls).unwrap();
    let row = client.query_one("SHOW synchronous_commit", &[]).unwrap();
    assert_eq!(row.get::<_, &str>(0), "off");
    Store::connect(&url).unwrap().of("ann").create("").unwrap();
}

#[test]
fn tls_is_used_where_it_is_asked_for_and_only_with_a_certificate_that_is_trusted() {
    let Some(place) = Place::postgres() else { return };
    let Some(certificate) = told("GRICE_TEST_POSTGRES_CERTIFICATE") else { return };
    let url = format!("{}&sslmode=require", place.url);
    let untrusted = Store::connect(&url).unwrap_err();
    assert!(untrusted.to_string().contains("certificate"), "{untrusted}");
    // The list of trusted certificates is a matter of the whole process.
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "server::a_child_connects_with_tls", "--ignored", "--nocapture"])
        .env("SSL_CERT_FILE", certificate)
        .env("GRICE_TEST_CHILD_URL", &url)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && said.contains("is encrypted"), "{said}");
}

#[test]
#[ignore = "run by the test above, with a certificate to trust"]
fn a_child_connects_with_tls() {
    let Ok(url) = std::env::var("GRICE_TEST_CHILD_URL") else { return };
    let mut store = Store::connect(&format!("{url}&application_name=encrypted")).unwrap();
    store.of("ann").create("").unwrap();
    let plain = url.replace("&sslmode=require", "");
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                     WHERE ssl AND application_name = 'encrypted'";
    let row = Client::connect(&plain, NoTls).unwrap().query_one(encrypted, &[]).unwrap();
    assert_eq!(row.get::<_, i64>(0), 1);
    println!("the connection is encrypted");
}
