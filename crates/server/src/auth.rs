//! Who is asking, and what they may do.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use parking_lot::Mutex;
use sha2::{Digest, Sha256};

use grice_home::is_this_machine;

use crate::app::App;
use crate::error::{Problem, Result};
use crate::pace::Origin;

/// The cookie that a page's session is kept in.
pub const COOKIE: &str = "grice_key";

/// How long a key that was looked up is believed; one that is revoked is refused after it.
const BELIEVED: Duration = Duration::from_secs(5);

/// The most keys that are remembered.
const REMEMBERED: usize = 10_000;

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Ask, search, read and hold conversations.
    Ask,
    /// Make and remove collections of one's own.
    Write,
    /// See how the server fares.
    Admin,
    /// Run projects of the studio.
    Studio,
}

impl Scope {
    /// All there are.
    pub const ALL: [Scope; 4] = [Scope::Ask, Scope::Write, Scope::Admin, Scope::Studio];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Ask => "ask",
            Scope::Write => "write",
            Scope::Admin => "admin",
            Scope::Studio => "studio",
        }
    }

    /// The scope of a name.
    pub fn named(name: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name)
    }
}

/// Who sent a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Whose conversations and collections are meant; empty on a server without keys.
    pub owner: String,
    /// What they may do.
    pub scopes: Vec<Scope>,
}

impl Caller {
    /// Everybody, where a server has no keys.
    pub fn local() -> Caller {
        Caller { owner: String::new(), scopes: Scope::ALL.to_vec() }
    }

    /// An error where they may not do this.
    pub fn may(&self, scope: Scope) -> Result<()> {
        match self.scopes.contains(&scope) {
            true => Ok(()),
            false => Err(Problem::forbidden(scope.name())),
        }
    }

    /// What the owner is called.
    pub fn name(&self) -> &str {
        if self.owner.is_empty() { "local" } else { &self.owner }
    }
}

/// How long a server without keys goes on before it looks whether there are some now.
const LOOK_AGAIN: Duration = Duration::from_secs(2);

/// Keys that were good when they were looked up, by their digests. Others are not remembered:
/// there are any number of them.
#[derive(Default)]
pub struct Known(Mutex<HashMap<Vec<u8>, (Instant, Caller)>>);

/// What is known of a key.
enum Recalled {
    /// Whose it is.
    Caller(Caller),
    /// It was good a while ago, and is to be looked up again.
    Old,
    /// Nothing.
    Nothing,
}

impl Known {
    fn recall(&self, digest: &[u8]) -> Recalled {
        match self.0.lock().get(digest) {
            Some((at, caller)) if at.elapsed() < BELIEVED => Recalled::Caller(caller.clone()),
            Some(_) => Recalled::Old,
            None => Recalled::Nothing,
        }
    }

    fn keep(&self, digest: Vec<u8>, caller: &Caller) {
        let mut known = self.0.lock();
        if known.len() >= REMEMBERED {
            known.retain(|_, (at, _)| at.elapsed() < BELIEVED);
        }
        if known.len() < REMEMBERED {
            known.insert(digest, (Instant::now(), caller.clone()));
        }
    }

    fn forget(&self, digest: &[u8]) {
        self.0.lock().remove(digest);
    }
}

/// Whether callers need a key: from the first one on that is made, also while the server runs. Where
/// the last one is revoked nobody is let in, rather than everybody.
pub struct Keyed(Mutex<(bool, Instant)>);

impl Keyed {
    /// As it is found when the server starts.
    pub fn new(keyed: bool) -> Keyed {
        Keyed(Mutex::new((keyed, Instant::now())))
    }

    /// As it was found last.
    pub fn known(&self) -> bool {
        self.0.lock().0
    }

    /// As it is now.
    pub async fn now(&self, app: &Arc<App>) -> Result<bool> {
        let (keyed, looked) = *self.0.lock();
        if keyed || looked.elapsed() < LOOK_AGAIN {
            return Ok(keyed);
        }
        let keyed = app.store(any_key).await?;
        *self.0.lock() = (keyed, Instant::now());
        if keyed {
            tracing::info!("there are keys now: who has none is refused from here on");
        }
        Ok(keyed)
    }
}

/// Whether a database has a key that is not revoked.
pub fn any_key(store: &mut grice_store::Store) -> grice_store::Result<bool> {
    Ok(store.keys()?.iter().any(|key| key.revoked.is_none()))
}

/// The key of a request, and whether a cookie brought it.
fn key(headers: &HeaderMap) -> Option<(String, bool)> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some((scheme, key)) = bearer.and_then(|value| value.split_once(' '))
        && scheme.eq_ignore_ascii_case("bearer")
    {
        return Some((key.trim().to_owned(), false));
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.flat_map(|line| line.split(';'));
    cookies.find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == COOKIE && !value.is_empty()).then(|| (value.to_owned(), true))
    })
}

/// Who a key belongs to. Whoever sends keys that were never good has the pace of where they are.
pub async fn holder(app: &Arc<App>, secret: &str, origin: &Origin) -> Result<Option<Caller>> {
    let digest = Sha256::digest(secret).to_vec();
    match app.known.recall(&digest) {
        Recalled::Caller(caller) => return Ok(Some(caller)),
        Recalled::Old => {}
        Recalled::Nothing => origin.check(&app.pace)?,
    }
    let secret = secret.to_owned();
    let found = app.store(move |store| store.find_key(&secret)).await?;
    // An owner's name is a folder's, too.
    let found = found.filter(|key| grice_home::is_name(&key.owner));
    let caller = found.map(|key| Caller {
        scopes: key.scopes.split(',').filter_map(|name| Scope::named(name.trim())).collect(),
        owner: key.owner,
    });
    match &caller {
        Some(caller) => app.known.keep(digest, caller),
        None => app.known.forget(&digest),
    }
    Ok(caller)
}

/// Who sent a request with these headers.
pub async fn caller(
    app: &Arc<App>,
    method: &Method,
    headers: &HeaderMap,
    origin: &Origin,
) -> Result<Caller> {
    let safe = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    if !app.keyed.now(app).await? {
        // Another site's page can send requests to this machine, by its own name too where that
        // name is made to lead here; a header of ours it cannot add.
        let near = !app.config.is_local() || names_this_machine(headers);
        return match near && (safe || own_page(headers, &app.config.cors)) {
            true => Ok(Caller::local()),
            false => Err(Problem::cross_site()),
        };
    }
    let Some((secret, cookie)) = key(headers) else {
        origin.check(&app.pace)?;
        return Err(Problem::unknown_key("this server wants a key"));
    };
    if cookie && !safe && !headers.contains_key("x-grice") {
        return Err(Problem::cross_site());
    }
    let found = holder(app, &secret, origin).await?;
    found.ok_or_else(|| Problem::unknown_key("the key is not known, or was revoked"))
}

/// Whether the address that the client used is this machine's own.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|value| value.to_str().ok()) else {
        return true;
    };
    is_this_machine(host)
}

/// Whether a request cannot be a form or an image of another site: it names no origin but this
/// server's own and those that may call it.
fn own_page(headers: &HeaderMap, allowed: &[String]) -> bool {
    if headers.contains_key("x-grice") {
        return true;
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match (text("origin"), text("host")) {
        (Some(origin), _) if allowed.iter().any(|other| other == origin) => true,
        (None, _) => text("sec-fetch-site").is_none_or(|site| site != "cross-site"),
        (Some(origin), Some(host)) => {
            origin.split_once("://").is_some_and(|(_, origin)| origin == host)
        }
        (Some(_), None) => false,
    }
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Caller> {
        let Ok(origin) = Origin::from_request_parts(parts, app).await;
        let caller = caller(app, &parts.method, &parts.headers, &origin).await?;
        app.pace.check(&caller)?;
        Ok(caller)
    }
}

/// A caller who may ask. Whoever may not is refused before anything is read of what they send.
pub struct Asker(pub Caller);

impl FromRequestParts<Arc<App>> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Asker> {
        let caller = Caller::from_request_parts(parts, app).await?;
        caller.may(Scope::Ask)?;
        Ok(Asker(caller))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        all.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_key_comes_in_a_header_or_in_a_cookie() {
        assert_eq!(key(&headers(&[("authorization", "Bearer abc")])), Some(("abc".into(), false)));
        let both = headers(&[("cookie", "a=b; grice_key=xyz")]);
        assert_eq!(key(&both), Some(("xyz".into(), true)));
        assert_eq!(key(&headers(&[("authorization", "Basic abc")])), None);
        assert_eq!(key(&headers(&[("cookie", "grice_key=")])), None);
    }

    #[test]
    fn another_site_cannot_send_requests_to_a_server_without_keys() {
        let friends = ["https://friend.example".to_owned()];
        let own = |all: &[(&'static str, &'static str)]| own_page(&headers(all), &friends);
        let host = ("host", "localhost:8080");
        assert!(own(&[]));
        assert!(own(&[("origin", "http://localhost:8080"), host]));
        assert!(own(&[("origin", "https://friend.example"), host]));
        assert!(!own(&[("origin", "http://evil.example"), host]));
        assert!(!own(&[("origin", "https://friend.example.evil.example"), host]));
        assert!(!own(&[("origin", "null"), host]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(own(&[("x-grice", "1"), ("origin", "http://evil.example")]));
    }

    #[test]
    fn a_key_that_was_good_is_looked_up_again_and_told_from_others() {
        let known = Known::default();
        let caller = Caller { owner: "ann".into(), scopes: Vec::new() };
        known.keep(vec![1], &caller);
        assert!(matches!(known.recall(&[1]), Recalled::Caller(caller) if caller.owner == "ann"));
        assert!(matches!(known.recall(&[2]), Recalled::Nothing));
        known.0.lock().get_mut(&vec![1]).unwrap().0 -= BELIEVED;
        assert!(matches!(known.recall(&[1]), Recalled::Old));
        known.forget(&[1]);
        assert!(matches!(known.recall(&[1]), Recalled::Nothing));
    }

    #[test]
    fn a_server_of_this_machine_is_only_spoken_to_by_its_own_name() {
        for near in ["localhost:8080", "127.0.0.1", "[::1]:80", "grice.localhost"] {
            assert!(names_this_machine(&headers(&[("host", near)])), "{near}");
        }
        for far in ["evil.example", "evil.example:8080", "192.168.1.2"] {
            assert!(!names_this_machine(&headers(&[("host", far)])), "{far}");
        }
    }

    #[test]
    fn a_scope_is_asked_for_by_its_name() {
        let caller = Caller { owner: "ann".into(), scopes: vec![Scope::Ask] };
        assert!(caller.may(Scope::Ask).is_ok());
        assert!(caller.may(Scope::Write).unwrap_err().body().message.contains("'write'"));
        assert_eq!(Scope::ALL.map(|scope| Scope::named(scope.name())), Scope::ALL.map(Some));
    }
}
