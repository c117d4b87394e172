//! Whether a generator's key would go over a connection that others can read.

use std::net::IpAddr;

use grice_engine::{GeneratorKind, System};

/// What a person is told whose system sends a key over plain http to another machine.
pub(crate) fn warning(system: &System) -> Option<String> {
    let told = "the generator's key is sent over plain http, where others can read it; use https";
    sends_key_in_the_clear(system).then(|| told.to_owned())
}

fn sends_key_in_the_clear(system: &System) -> bool {
    let generator = &system.generator;
    let url = generator.url.trim().to_lowercase();
    let Some(rest) = url.strip_prefix("http://") else { return false };
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    generator.kind == GeneratorKind::Endpoint
        && !generator.key_env.trim().is_empty()
        && !is_this_machine(host)
}

/// Whether a host, with or without its port, is a name of this machine.
pub fn is_this_machine(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_matches(['[', ']']).parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost")
        || name.to_ascii_lowercase().ends_with(".localhost")
        || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_pass_for_it() {
        let mut system = System::standard().unwrap();
        system.generator.kind = GeneratorKind::Endpoint;
        system.generator.key_env = "KEY".to_owned();
        for (url, clear) in [
            ("http://localhost:11434/v1", false),
            ("http://LOCALHOST/v1", false),
            ("http://127.0.0.2:8081/v1", false),
            ("http://[::1]:8081/v1", false),
            ("https://models.example/v1", false),
            ("http://models.example/v1", true),
            ("http://localhost.evil.com/v1", true),
            ("http://127.evil.com/v1", true),
            ("http://127.0.0.1.evil.com:80/v1", true),
            ("http://localhost@evil.com/v1", true),
            ("http://evil.com\\@localhost/v1", true),
            ("http://[::1].evil.com/v1", true),
        ] {
            system.generator.url = url.to_owned();
            assert_eq!(warning(&system).is_some(), clear, "{url}");
        }
        system.generator.key_env = String::new();
        assert_eq!(warning(&system), None);
    }
}
