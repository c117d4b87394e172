//! The server's settings: a file, then the environment, then flags; the later wins.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use grice_engine::{GeneratorKind, System};
use serde::{Deserialize, Serialize};

/// What the names of environment variables begin with; two underscores stand between the parts of
/// a name, as in `GRICE_SERVE_LIMITS__QUEUE`.
const PREFIX: &str = "GRICE_SERVE_";

/// All settings of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The collections to serve, by name or path; none means all there are.
    pub collections: Vec<String>,
    /// The system that answers: a name or a file.
    pub system: String,
    /// Where conversations and keys are kept: a file or a PostgreSQL address. Empty means Grice's
    /// home.
    pub database: String,
    /// Whether anybody may use a server that other machines reach and that has no keys.
    pub open: bool,
    /// Origins of other sites whose pages may call the API.
    pub cors: Vec<String>,
    /// What is logged: error, warn, info or debug.
    pub log: String,
    /// How it is logged: text or json.
    pub log_format: LogFormat,
    /// What one client, and all of them, may take.
    pub limits: Limits,
    /// A model that writes replies.
    pub generator: Generator,
}

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
}

/// What one client, and all of them, may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Turns taken at a time; 0 means as many as there are cores.
    pub workers: usize,
    /// Turns that may wait; more are refused with 429.
    pub queue: usize,
    /// The longest that a turn may take.
    pub turn_seconds: u64,
    /// The largest request but for uploads.
    pub body_kib: usize,
    /// The largest upload.
    pub upload_mib: u64,
    /// The most files of an upload.
    pub upload_files: usize,
    /// Uploads of one caller that come, wait or are read at a time; more are refused with 429.
    pub uploads: usize,
    /// Uploads that are read at a time.
    pub jobs: usize,
    /// Connections at a time.
    pub connections: usize,
    /// Requests a minute of one caller; 0 means any number.
    pub requests_per_minute: u32,
    /// The longest that a client may take to send a request's head, or to send nothing of its body.
    pub idle_seconds: u64,
}

/// An endpoint that speaks the OpenAI chat protocol and writes replies.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Generator {
    /// Its address, up to where `/chat/completions` begins; empty for none.
    pub url: String,
    /// Its name for the model.
    pub model: String,
    /// The environment variable that holds its key.
    pub key_env: String,
    /// How long a reply is waited for; 0 leaves it to the system.
    pub timeout_seconds: f32,
    /// Whether it rewrites questions, too.
    pub rewrites: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 8080,
            collections: Vec::new(),
            system: "default".to_owned(),
            database: String::new(),
            open: false,
            cors: Vec::new(),
            log: "info".to_owned(),
            log_format: LogFormat::Text,
            limits: Limits::default(),
            generator: Generator::default(),
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            workers: 0,
            queue: 64,
            turn_seconds: 30,
            body_kib: 1_024,
            upload_mib: 512,
            upload_files: 10_000,
            uploads: 4,
            jobs: 1,
            connections: 1_024,
            requests_per_minute: 0,
            idle_seconds: 20,
        }
    }
}

/// What flags say; what they leave out is the environment's, the file's or the default.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Flags {
    /// As [`Config::host`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<IpAddr>,
    /// As [`Config::port`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// As [`Config::collections`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<String>,
    /// As [`Config::system`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// As [`Config::database`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
    /// As [`Config::open`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
}

/// Settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file, the environment or a flag says something that cannot be.
    #[error("{0}; `grice serve --print-config` shows every setting")]
    Wrong(String),
    /// The file cannot be read.
    #[error("{}: the settings cannot be read ({reason})", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The machine's reason.
        reason: std::io::Error,
    },
    /// The system cannot be used.
    #[error(transparent)]
    System(#[from] grice_engine::Error),
}

impl Config {
    /// The settings that hold: the defaults, a file, the environment, flags.
    pub fn load(file: Option<&Path>, flags: &Flags) -> Result<Config, ConfigError> {
        let mut figment = Figment::from(Serialized::defaults(Config::default()));
        if let Some(path) = file {
            let text = std::fs::read_to_string(path)
                .map_err(|reason| ConfigError::Unreadable { path: path.to_owned(), reason })?;
            figment = figment.merge(Toml::string(&text));
        }
        // GRICE_SERVE_CONFIG names the file.
        figment = figment.merge(Env::prefixed(PREFIX).ignore(&["config"]).split("__"));
        figment = figment.merge(Serialized::defaults(flags));
        let config: Config = figment.extract().map_err(|error| told(file, error))?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let limits = &self.limits;
        let wrong = |why: &str| Err(ConfigError::Wrong(why.to_owned()));
        if limits.turn_seconds == 0 || limits.turn_seconds > 3_600 {
            return wrong("limits.turn_seconds must be between 1 and 3600");
        }
        if limits.body_kib == 0 || limits.connections == 0 || limits.idle_seconds == 0 {
            return wrong("limits.body_kib, connections and idle_seconds must be at least 1");
        }
        if limits.uploads == 0 {
            return wrong("limits.uploads must be at least 1");
        }
        if !["error", "warn", "info", "debug"].contains(&self.log.as_str()) {
            return wrong("log must be error, warn, info or debug");
        }
        if let Some(origin) = self.cors.iter().find(|origin| !is_origin(origin)) {
            let why = format!("cors: '{origin}' is no origin such as https://example.org");
            return Err(ConfigError::Wrong(why));
        }
        if self.generator.url.is_empty() != self.generator.model.is_empty() {
            return wrong("a generator needs generator.url and generator.model");
        }
        Ok(())
    }

    /// The settings as the file that would say them. No secret is among them: keys are named by
    /// the variable that holds them, and a password in an address is left out.
    pub fn to_toml(&self) -> String {
        let mut shown = self.clone();
        shown.database = without_password(&shown.database);
        shown.generator.url = without_password(&shown.generator.url);
        toml::to_string(&shown).unwrap_or_default()
    }

    /// The system that answers, with the generator that the settings name.
    pub fn system(&self) -> Result<System, ConfigError> {
        let mut system = System::find(Path::new(&self.system))?;
        let Generator { url, model, key_env, timeout_seconds, rewrites } = &self.generator;
        if url.is_empty() {
            return Ok(system);
        }
        system.generator.kind = GeneratorKind::Endpoint;
        system.generator.url.clone_from(url);
        system.generator.model.clone_from(model);
        system.generator.key_env.clone_from(key_env);
        if *timeout_seconds > 0.0 {
            system.generator.timeout_seconds = *timeout_seconds;
        }
        system.compose.generator = true;
        system.models.ground = "grice-ground".to_owned();
        if *rewrites {
            system.contextualise.rewriter = "generator".to_owned();
        }
        // What the settings made of it is checked as a file would be.
        let text = toml::to_string(&system).unwrap_or_default();
        Ok(System::parse(&system.name, &text)?)
    }

    /// Whether only this machine reaches the server.
    pub fn is_local(&self) -> bool {
        self.host.is_loopback()
    }

    /// Turns taken at a time.
    pub fn workers(&self) -> usize {
        match self.limits.workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            workers => workers,
        }
    }

    /// The longest that a turn may take.
    pub fn turn_time(&self) -> Duration {
        Duration::from_secs(self.limits.turn_seconds)
    }
}

fn told(file: Option<&Path>, error: figment::Error) -> ConfigError {
    let first = error.into_iter().next();
    let Some(error) = first else { return ConfigError::Wrong("the settings are wrong".into()) };
    let whose = match error.metadata.as_ref().map(|known| known.name.as_ref()) {
        Some(name) if name.contains("environment") => "the environment".to_owned(),
        Some(name) if name.contains("TOML") => {
            file.map_or_else(|| "the file".to_owned(), |file| file.display().to_string())
        }
        _ => "the settings".to_owned(),
    };
    let place = error.path.join(".");
    let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
    ConfigError::Wrong(format!("{whose}: {place}{}", error.kind))
}

fn is_origin(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    rest.is_some_and(|host| !host.is_empty() && !host.contains(['/', ' ', '*']))
}

/// An address without the secrets it holds. One that cannot be understood is not shown.
pub(crate) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at(end);
    // A password with such a sign in it ends elsewhere than it seems to.
    if authority.matches('@').count() > 1 || rest.contains('@') {
        return format!("{scheme}://…");
    }
    let authority = match authority.split_once('@') {
        Some((user, host)) => {
            format!("{}@{host}", user.split(':').next().unwrap_or_default())
        }
        None => authority.to_owned(),
    };
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let shown: Vec<&str> = query.split('&').filter(|part| !is_secret(part)).collect();
    let query = shown.join("&");
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{scheme}://{authority}{path}{mark}{query}")
}

/// Whether a part of an address's query may hold a secret, as its name says.
fn is_secret(part: &str) -> bool {
    let name = part.split('=').next().unwrap_or_default().to_ascii_lowercase();
    // What is escaped may be any name.
    let words = ["pass", "pwd", "key", "secret", "token", "auth", "sig", "%"];
    words.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(text: &str) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        file
    }

    #[test]
    fn a_flag_is_stronger_than_the_file_and_the_file_than_the_default() {
        let file = file("port = 9000\n[limits]\nqueue = 3\n");
        let flags = Flags { port: Some(9001), ..Flags::default() };
        let config = Config::load(Some(file.path()), &flags).unwrap();
        assert_eq!((config.port, config.limits.queue, config.limits.turn_seconds), (9001, 3, 30));
        let plain = Config::load(Some(file.path()), &Flags::default()).unwrap();
        assert_eq!(plain.port, 9000);
    }

    #[test]
    fn what_is_wrong_says_where_it_stands() {
        for (text, expected) in [
            ("prot = 1", "prot"),
            ("port = \"x\"", "port"),
            ("[limits]\nturn_seconds = 0", "turn_seconds"),
            ("[limits]\nuploads = 0", "uploads"),
            ("cors = [\"*\"]", "'*'"),
            ("[generator]\nurl = \"http://x/v1\"", "generator.model"),
            ("log = \"loud\"", "log"),
        ] {
            let file = file(text);
            let error = Config::load(Some(file.path()), &Flags::default()).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    #[test]
    fn settings_are_shown_as_a_file_that_can_be_read_and_without_passwords() {
        let config =
            Config { database: "postgres://me:secret@db/x?a=1".into(), ..Config::default() };
        let text = config.to_toml();
        assert!(text.contains("postgres://me@db/x?a=1") && !text.contains("secret"), "{text}");
        let file = file(&text);
        let again = Config::load(Some(file.path()), &Flags::default()).unwrap();
        assert_eq!(again.limits, config.limits);
    }

    #[test]
    fn no_secret_of_an_address_is_shown() {
        for (address, shown) in [
            ("postgres://db/x?user=ann&password=hush", "postgres://db/x?user=ann"),
            ("postgres://db/x?PASSWORD=hush&sslmode=require", "postgres://db/x?sslmode=require"),
            ("postgres://db/x?p%61ssword=hush", "postgres://db/x"),
            ("postgres://ann:hush@db:5433/x?a=1", "postgres://ann@db:5433/x?a=1"),
            ("https://models.example/v1?api-key=hush", "https://models.example/v1"),
            ("postgres://db/x?password=pass@hush", "postgres://…"),
            ("postgres://ann:pass/hush@db/x", "postgres://…"),
            ("postgres://ann:pass@hush@db/x", "postgres://…"),
            ("/srv/talk.db", "/srv/talk.db"),
        ] {
            assert_eq!(without_password(address), shown);
        }
    }

    #[test]
    fn a_generator_of_the_settings_writes_for_the_system() {
        let generator = Generator {
            url: "http://models.example/v1".into(),
            model: "small".into(),
            key_env: "KEY".into(),
            ..Generator::default()
        };
        let config = Config { generator, ..Config::default() };
        let system = config.system().unwrap();
        assert_eq!(system.generator.kind, GeneratorKind::Endpoint);
        assert_eq!(system.generator.key_env, "KEY");
        assert!(system.compose.generator);
    }
}
