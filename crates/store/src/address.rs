//! Where conversations are: a file, or a server. What a URL holds of secrets stays in here.

use std::path::PathBuf;

use postgres::Config;
use postgres::config::{Host, SslMode};

use crate::error::{Error, Result};

/// A place that was understood.
#[derive(Clone)]
pub(crate) enum Address {
    File(PathBuf),
    Server(Box<Server>),
}

/// A PostgreSQL server.
#[derive(Clone)]
pub(crate) struct Server {
    pub config: Config,
    /// The URL without its password, to be shown.
    pub place: String,
}

impl Address {
    /// Understands `sqlite:PATH`, a plain path, and the URLs of PostgreSQL.
    pub fn parse(url: &str) -> Result<Address> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            return Ok(Address::File(path.strip_prefix("//").unwrap_or(path).into()));
        }
        match url.split_once("://") {
            Some(("postgres" | "postgresql", rest)) => server(rest),
            Some(_) => bad("it begins with neither sqlite: nor postgres://"),
            None if url.trim().is_empty() => bad("it is empty"),
            None => Ok(Address::File(url.into())),
        }
    }
}

fn bad<T>(why: &str) -> Result<T> {
    Err(Error::BadUrl(why.to_owned()))
}

/// The parser takes the first `@` for the end of the password. Where a password holds one, the
/// rest of it would pass for the host's name and be shown, so this is looked at before.
fn server(rest: &str) -> Result<Address> {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if rest.matches('@').count() > 1 || rest.contains('@') != authority.contains('@') {
        return bad(
            "in a user's name or a password, @ is written %40, / is %2F, ? is %3F, # is %23",
        );
    }
    // Certificates are always verified.
    let url = format!("postgres://{rest}")
        .replace("sslmode=verify-full", "sslmode=require")
        .replace("sslmode=verify-ca", "sslmode=require");
    let Ok(mut config) = url.parse::<Config>() else {
        return bad(
            "it is to be postgres://USER:PASSWORD@HOST:PORT/DATABASE, with sslmode=disable or \
             sslmode=require and the like behind a question mark",
        );
    };
    if config.get_hosts().is_empty() {
        return bad("it names no host; a socket's folder is given as ?host=/var/run/postgresql");
    }
    if config.get_ssl_mode() == SslMode::Prefer {
        let mode = if is_local(&config) { SslMode::Disable } else { SslMode::Require };
        config.ssl_mode(mode);
    }
    let place = shown(&config);
    Ok(Address::Server(Box::new(Server { config, place })))
}

/// Whether nothing that is sent leaves the machine.
fn is_local(config: &Config) -> bool {
    let local = |host: &Host| match host {
        Host::Tcp(name) => matches!(name.as_str(), "localhost" | "127.0.0.1" | "::1"),
        #[cfg(unix)]
        Host::Unix(_) => true,
    };
    config.get_hosts().iter().all(local) && config.get_hostaddrs().iter().all(|a| a.is_loopback())
}

fn shown(config: &Config) -> String {
    let host = |host: &Host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(folder) => folder.display().to_string(),
    };
    let hosts: Vec<String> = config.get_hosts().iter().map(host).collect();
    let user = config.get_user().map(|user| format!("{user}@")).unwrap_or_default();
    let port = match config.get_ports() {
        [] | [5432] => String::new(),
        [port, ..] => format!(":{port}"),
    };
    let database = config.get_dbname().unwrap_or_default();
    format!("postgres://{user}{}{port}/{database}", hosts.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(url: &str) -> (String, SslMode) {
        match Address::parse(url).unwrap() {
            Address::Server(server) => (server.place, server.config.get_ssl_mode()),
            Address::File(path) => panic!("{}", path.display()),
        }
    }

    #[test]
    fn files_are_told_from_servers() {
        for (url, path) in [
            ("sqlite:notes/talk.db", "notes/talk.db"),
            ("sqlite:///srv/talk.db", "/srv/talk.db"),
            ("/srv/talk.db", "/srv/talk.db"),
        ] {
            assert!(
                matches!(Address::parse(url), Ok(Address::File(file)) if file.to_str() == Some(path))
            );
        }
        for url in ["", "mysql://localhost/talk", "postgres:///talk", "postgres://h/d?colour=red"] {
            assert!(matches!(Address::parse(url), Err(Error::BadUrl(_))), "{url}");
        }
    }

    #[test]
    fn only_what_stays_on_the_machine_goes_without_tls_unless_it_is_said() {
        assert_eq!(place("postgres://localhost/talk").1, SslMode::Disable);
        assert_eq!(place("postgresql:///talk?host=/run/postgresql").1, SslMode::Disable);
        assert_eq!(place("postgres://db.example.org/talk").1, SslMode::Require);
        assert_eq!(place("postgres://localhost/talk?sslmode=verify-full").1, SslMode::Require);
        assert_eq!(place("postgres://db.example.org/talk?sslmode=disable").1, SslMode::Disable);
    }

    #[test]
    fn no_part_of_a_password_is_ever_shown() {
        for (url, shown) in [
            ("postgres://ann:hush@db:5433/talk", "postgres://ann@db:5433/talk"),
            ("postgres://ann:hu%40sh@db/talk", "postgres://ann@db/talk"),
            ("postgres://db/talk?password=hush&user=ann", "postgres://ann@db/talk"),
        ] {
            assert_eq!(place(url).0, shown);
        }
        for url in [
            "postgres://ann:pass@hush@db/talk",
            "postgres://ann:pass@hush/b@db/talk",
            "postgres://ann:pass/hush@db/talk",
            "postgres://ann:pass?hush@db/talk",
            "postgres://db/talk?password=pass@hush",
            "postgres://ann:hush@db:port/talk",
            "postgres://ann:hush@db/talk?hush",
        ] {
            let error = Address::parse(url).map(drop).unwrap_err();
            assert!(matches!(error, Error::BadUrl(_)), "{url}: {error}");
            assert!(!format!("{error} {error:?}").contains("hush"), "{error}");
        }
    }
}
