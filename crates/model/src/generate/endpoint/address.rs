//! The address of an endpoint.

use ureq::http::Uri;

use crate::generate::error::GenerateError;

/// An address that was checked: http or https, a host, and no password or query.
#[derive(Clone, Debug)]
pub(super) struct Address {
    base: String,
    chat: String,
    host: String,
}

impl Address {
    pub(super) fn parse(base: &str) -> Result<Address, GenerateError> {
        let base = base.trim().trim_end_matches('/');
        let bad = |why| GenerateError::Address { address: without_password(base), why };
        let uri: Uri = base
            .parse()
            .map_err(|_| bad("it cannot be read; write it as in http://127.0.0.1:8080/v1"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            return Err(bad("it must begin with http:// or https://"));
        }
        let authority = uri.authority().ok_or_else(|| bad("it names no host"))?;
        if authority.as_str().contains('@') {
            return Err(bad("it holds a password; put the key into an environment variable"));
        }
        if uri.query().is_some() {
            return Err(bad("it has a query; leave out everything from the question mark on"));
        }
        let host = authority.host().trim_matches(['[', ']']).to_ascii_lowercase();
        if host.is_empty() {
            return Err(bad("it names no host"));
        }
        let base = base.trim_end_matches("/chat/completions").to_owned();
        Ok(Address { chat: format!("{base}/chat/completions"), base, host })
    }

    /// The address in error messages.
    pub(super) fn shown(&self) -> &str {
        &self.base
    }

    /// Where requests go.
    pub(super) fn chat(&self) -> &str {
        &self.chat
    }

    /// Whether it is reached by https.
    pub(super) fn is_encrypted(&self) -> bool {
        self.base.starts_with("https")
    }

    /// Whether it is this machine, which is never reached through a proxy.
    pub(super) fn is_here(&self) -> bool {
        self.host == "localhost"
            || self.host.parse().is_ok_and(|ip: std::net::IpAddr| ip.is_loopback())
    }

    /// Whether it is OpenAI's own service, which has renamed a field that all others keep.
    pub(super) fn is_openai(&self) -> bool {
        self.host == "api.openai.com"
    }
}

fn without_password(address: &str) -> String {
    match (address.find("://"), address.rfind('@')) {
        (Some(scheme), Some(at)) if scheme + 3 <= at => {
            format!("{}{}", &address[..scheme + 3], &address[at + 1..])
        }
        (None, Some(at)) => address[at + 1..].to_owned(),
        _ => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_address_with_or_without_slash_or_path_is_the_same() {
        for base in ["http://h:1/v1", "http://h:1/v1/", " http://h:1/v1/chat/completions"] {
            let address = Address::parse(base).unwrap();
            assert_eq!(address.chat(), "http://h:1/v1/chat/completions");
            assert_eq!(address.shown(), "http://h:1/v1");
        }
    }

    #[test]
    fn an_address_that_is_none_is_refused() {
        for base in ["", "h", "ftp://h/v1", "http://", "http:///v1", "http://h/v1?key=x", "a b"] {
            assert!(Address::parse(base).is_err(), "{base:?}");
        }
    }

    #[test]
    fn a_password_in_an_address_is_refused_without_showing_it() {
        for base in ["https://me:secret@h/v1", "me:secret@h", "ftp://secret@h", "http://secret @h"]
        {
            let error = Address::parse(base).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        let here = |base| Address::parse(base).unwrap().is_here();
        assert!(
            here("http://localhost:1") && here("http://127.0.0.1") && here("http://[::1]:8/v1")
        );
        assert!(!here("http://10.0.0.1") && !here("https://api.openai.com/v1"));
    }
}
