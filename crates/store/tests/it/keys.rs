//! Keys to sign in with.

use grice_store::{ApiKey, Error};

use crate::place::on_both;

#[test]
fn a_key_is_found_by_its_secret_alone_until_it_is_revoked() {
    on_both(|place| {
        let mut store = place.store();
        let (anns, secret) = store.add_key("laptop", "ann", "ask write").unwrap();
        let (bobs, other) = store.add_key("laptop", "bob", "ask").unwrap();
        assert!(secret != other && secret.len() == 70 && secret.starts_with(&anns.prefix));
        assert!(anns.prefix.len() < 16);
        let found = store.find_key(&secret).unwrap().unwrap();
        let told = (found.id, found.name.as_str(), found.owner.as_str(), found.scopes.as_str());
        assert_eq!(told, (anns.id, "laptop", "ann", "ask write"));
        assert!(anns.last_used.is_none() && found.last_used.is_some());
        for wrong in ["", "grice_", &secret[..69], &secret.to_uppercase(), &anns.prefix, "a\0b"] {
            assert_eq!(store.find_key(wrong).unwrap(), None, "{wrong:?}");
        }
        store.revoke_key(anns.id).unwrap();
        assert_eq!(store.find_key(&secret).unwrap(), None);
        assert_eq!(store.find_key(&other).unwrap().map(|key| key.id), Some(bobs.id));
        assert!(matches!(store.revoke_key(99), Err(Error::UnknownKey(99))));
        let listed = store.keys().unwrap();
        assert_eq!(listed.iter().map(|key| key.id).collect::<Vec<_>>(), [anns.id, bobs.id]);
        assert!(listed[0].revoked.is_some() && listed[1].revoked.is_none());
        assert!(!format!("{listed:?}").contains(&secret[12..]));
    });
}

#[test]
fn a_use_is_written_down_once_a_minute() {
    on_both(|place| {
        let mut store = place.store();
        let (_, secret) = store.add_key("laptop", "ann", "ask").unwrap();
        let mut used =
            || store.find_key(&secret).unwrap().and_then(|key: ApiKey| key.last_used).unwrap();
        let first = used();
        assert_eq!(used(), first);
        place.raw("UPDATE api_key SET last_used = last_used - 60000");
        assert!(used() >= first);
    });
}

#[test]
fn an_owner_that_cannot_be_shown_or_is_endless_gets_no_key() {
    on_both(|place| {
        let mut store = place.store();
        for owner in ["a\0b", "a\nb", &"x".repeat(201)] {
            assert!(matches!(store.add_key("laptop", owner, ""), Err(Error::BadName { .. })));
            assert!(matches!(store.of(owner).create("notes"), Err(Error::BadName { .. })));
        }
        assert!(matches!(store.add_key("", "ann", ""), Err(Error::BadName { .. })));
    });
}
