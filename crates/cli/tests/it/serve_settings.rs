//! The settings of a server, and of the commands beside it.

use std::path::Path;

use serde_json::Value;

use crate::grice::{Run, command, finish};
use crate::server::serve_with;

#[test]
fn the_settings_that_hold_are_printed() {
    let printed = finish(
        command()
            .args(["serve", "--port", "9", "--print-config"])
            .env("GRICE_SERVE_LIMITS__QUEUE", "7"),
        "",
    );
    assert_eq!(printed.code, 0, "{}", printed.err);
    assert!(
        printed.out.contains("port = 9") && printed.out.contains("queue = 7"),
        "{}",
        printed.out
    );
    let wrong = finish(command().args(["serve"]).env("GRICE_SERVE_PORT", "x"), "");
    assert_eq!(wrong.code, 2, "{}", wrong.err);
    let open = finish(
        command()
            .args(["serve", "--host", "0.0.0.0", "--port", "0", "--system", "bare"])
            .env("GRICE_HOME", tempfile::tempdir().unwrap().path()),
        "",
    );
    assert_eq!(open.code, 2, "{}", open.err);
    assert!(open.err.contains("grice keys add"), "{}", open.err);
}

/// Runs a command in a home, and expects it to do what it is told.
fn run(home: &Path, args: &[&str], settings: Option<&Path>) -> Run {
    let mut command = command();
    command.env("GRICE_HOME", home).args(args);
    if let Some(file) = settings {
        command.env("GRICE_SERVE_CONFIG", file);
    }
    let run = finish(&mut command, "");
    assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    run
}

fn names(run: &Run) -> Vec<String> {
    let rows: Value = serde_json::from_str(&run.out).unwrap();
    let rows = rows.as_array().unwrap().iter();
    rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn keys_and_the_studio_use_the_database_of_the_servers_settings() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let (file, database) = (home.join("grice.toml"), home.join("elsewhere.db"));
    let database = database.to_str().unwrap();
    std::fs::write(&file, format!("port = 9\ndatabase = \"{database}\"\n")).unwrap();
    let said = file.to_str().unwrap();
    run(home, &["keys", "add", "ann", "--config", said], None);
    run(home, &["keys", "add", "bob"], Some(&file));
    let there = run(home, &["keys", "list", "--json", "--database", database], None);
    assert_eq!(names(&there), ["ann", "bob"]);
    assert!(names(&run(home, &["keys", "list", "--json"], None)).is_empty());
    // What is said at last holds.
    let own = home.join("own.db");
    run(home, &["keys", "add", "eve", "--database", own.to_str().unwrap()], Some(&file));
    assert_eq!(names(&run(home, &["keys", "list", "--json"], Some(&file))), ["ann", "bob"]);
    let new = ["studio", "new", "Replies", "--protocol", "circa"];
    run(home, &new, Some(&file));
    run(home, &[&new[..], &["--config", said]].concat(), None);
    let listed = run(home, &["studio", "list", "--json", "--database", database], None);
    assert_eq!(names(&listed), ["Replies", "Replies"]);
    assert!(names(&run(home, &["studio", "list", "--json"], None)).is_empty());
}

#[test]
fn a_key_that_goes_over_plain_http_is_told_of() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("writes.toml");
    let written = "http://models.example:9/v1";
    let text = format!(
        "[compose]\ngenerator = true\n[generator]\nkind = \"endpoint\"\nurl = \"{written}\"\n\
         model = \"small\"\nkey_env = \"GRICE_TEST_KEY\"\n"
    );
    std::fs::write(&file, text).unwrap();
    let file = file.to_str().unwrap();
    let told = "sent over plain http";
    for args in [&["ask", "--system", file, "What is Io?"][..], &["chat", "--system", file]] {
        let mut command = command();
        command.env("GRICE_HOME", home.path()).env("GRICE_TEST_KEY", "x").args(args);
        let run = finish(&mut command, "");
        assert!(run.err.contains(told), "{args:?}: {}", run.err);
    }
    let server = serve_with(home.path(), &["--system", file], |command| {
        command.env("GRICE_TEST_KEY", "x");
    });
    assert!(server.log_with(told).contains(told), "{}", server.log());
    let server = serve_with(home.path(), &[], |command| {
        command
            .env("GRICE_TEST_KEY", "x")
            .env("GRICE_SERVE_GENERATOR__URL", written)
            .env("GRICE_SERVE_GENERATOR__MODEL", "small")
            .env("GRICE_SERVE_GENERATOR__KEY_ENV", "GRICE_TEST_KEY");
    });
    assert!(server.log_with(told).contains(told), "{}", server.log());
}

#[test]
fn a_password_in_the_databases_address_is_not_printed() {
    for address in [
        "postgres://ann:hush@db/x",
        "postgres://db/x?user=ann&password=hush",
        "postgres://db/hush@x",
    ] {
        let printed = finish(
            command().args(["serve", "--print-config"]).env("GRICE_SERVE_DATABASE", address),
            "",
        );
        assert_eq!(printed.code, 0, "{}", printed.err);
        assert!(!printed.out.contains("hush"), "{}", printed.out);
    }
}
