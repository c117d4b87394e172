//! How many requests a minute one caller may send.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::app::App;
use crate::auth::Caller;
use crate::error::{Problem, Result};

/// Callers that are remembered before those who have rested are forgotten.
const REMEMBERED: usize = 10_000;

/// Bounds the requests of each caller.
pub struct Pace {
    limiter: Option<DefaultKeyedRateLimiter<String>>,
    clock: DefaultClock,
}

impl Pace {
    /// So many requests a minute; 0 means any number.
    pub fn new(per_minute: u32) -> Pace {
        let quota = NonZeroU32::new(per_minute).map(Quota::per_minute);
        Pace { limiter: quota.map(RateLimiter::keyed), clock: DefaultClock::default() }
    }

    /// Counts a request, or says when the next may come.
    pub fn check(&self, caller: &Caller) -> Result<()> {
        self.check_name(&caller.owner)
    }

    /// The same for somebody who is no owner.
    pub fn check_name(&self, name: &str) -> Result<()> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        if limiter.len() > REMEMBERED {
            limiter.retain_recent();
        }
        limiter.check_key(&name.to_owned()).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            Problem::busy("rate", "too many requests of this caller", wait.as_secs() + 1)
        })
    }
}

/// The address that a connection comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub IpAddr);

/// Where somebody is who has no key: the connection's address or, behind a proxy of this machine, the
/// one that the proxy tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(Option<IpAddr>);

impl Origin {
    fn of(peer: Option<IpAddr>, headers: &HeaderMap) -> Origin {
        let peer = peer.map(|address| address.to_canonical());
        let near = peer.is_none_or(|address| address.is_loopback());
        // The proxy adds what it sees at the end; what stands before it, anybody may have written.
        let told = headers.get_all("x-forwarded-for").iter().next_back();
        let told = told.and_then(|value| value.to_str().ok()?.rsplit(',').next());
        let told = told.and_then(|address| address.trim().parse::<IpAddr>().ok());
        let told = told.map(|address| address.to_canonical());
        Origin(told.filter(|_| near).or(peer).map(network))
    }

    /// Counts a request from there.
    pub fn check(&self, pace: &Pace) -> Result<()> {
        let address = self.0.map(|address| address.to_string()).unwrap_or_default();
        pace.check_name(&format!("from {address}"))
    }
}

/// An address as far as it tells one network from another: who has one of IPv6 has 2^64.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into()
        }
    }
}

impl FromRequestParts<Arc<App>> for Origin {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        _: &Arc<App>,
    ) -> std::result::Result<Origin, Infallible> {
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.0);
        Ok(Origin::of(peer, &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_no_key_is_told_by_address_and_a_proxy_of_this_machine_is_believed() {
        let origin = |peer: &str, told: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in told {
                headers.append("x-forwarded-for", line.parse().unwrap());
            }
            Origin::of(Some(peer.parse().unwrap()), &headers).0.unwrap().to_string()
        };
        assert_eq!(origin("192.0.2.7", &[]), "192.0.2.7");
        assert_eq!(origin("192.0.2.7", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(origin("127.0.0.1", &["203.0.113.9, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(origin("::1", &["203.0.113.9", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(origin("127.0.0.1", &["nonsense"]), "127.0.0.1");
        assert_eq!(origin("::ffff:192.0.2.7", &[]), "192.0.2.7");
        assert_eq!(origin("2001:db8:1:2:3::4", &[]), origin("2001:db8:1:2:ffff::", &[]));
        let pace = Pace::new(1);
        let from = |address: &str| Origin(Some(address.parse().unwrap()));
        assert!(from("192.0.2.7").check(&pace).is_ok());
        assert_eq!(from("192.0.2.7").check(&pace).unwrap_err().status().as_u16(), 429);
        assert!(from("192.0.2.8").check(&pace).is_ok());
    }

    #[test]
    fn each_caller_has_a_pace_of_their_own() {
        let pace = Pace::new(2);
        let caller = |owner: &str| Caller { owner: owner.into(), ..Caller::local() };
        assert!(pace.check(&caller("a")).is_ok() && pace.check(&caller("a")).is_ok());
        assert_eq!(pace.check(&caller("a")).unwrap_err().status().as_u16(), 429);
        assert!(pace.check(&caller("b")).is_ok());
        let any = Pace::new(0);
        assert!((0..100).all(|_| any.check(&caller("a")).is_ok()));
    }
}
