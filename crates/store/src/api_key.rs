//! Keys with which programs and people sign in to a server. Only a key's hash is kept.

use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::sql::{Done, Row};
use crate::store::Store;
use crate::summary::now;
use crate::{name, random};

/// What every key begins with, so that one is known where it turns up.
const MARK: &str = "grice_";

/// How much of a key is kept to be shown.
const SHOWN: usize = MARK.len() + 6;

/// A use is written down once in this many milliseconds, since writing costs more than asking.
const MINUTE: i64 = 60_000;

/// A key, without its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// Its number.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub owner: String,
    /// What it allows, as the caller writes it.
    pub scopes: String,
    /// Its first characters, by which its owner knows it.
    pub prefix: String,
    /// Milliseconds since 1970 when it was made.
    pub made: i64,
    /// When it was last used, to the minute.
    pub last_used: Option<i64>,
    /// When it was revoked.
    pub revoked: Option<i64>,
}

const COLUMNS: &str = "id, name, owner, scopes, prefix, made, last_used, revoked";

impl Store {
    /// Makes a key and gives it with its secret, which cannot be read again.
    pub fn add_key(&mut self, name: &str, owner: &str, scopes: &str) -> Result<(ApiKey, String)> {
        let (name, owner) = (name::checked(name)?, name::owner(owner)?);
        let secret = format!("{MARK}{}", random::hex::<32>()?);
        let (hash, prefix, now) = (hash(&secret), &secret[..SHOWN], now());
        let made = self.write_repeatable(|sql| {
            let add = "INSERT INTO api_key (name, owner, scopes, hash, prefix, made)
                       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (hash) DO NOTHING";
            let values = [
                name.into(),
                owner.into(),
                scopes.into(),
                hash[..].into(),
                prefix.into(),
                now.into(),
            ];
            sql.execute(add, &values)?;
            let made = format!("SELECT {COLUMNS} FROM api_key WHERE hash = $1");
            sql.query(&made, &[hash[..].into()])?.iter().map(key).collect::<Done<Vec<_>>>()
        })?;
        let made = made.into_iter().next().ok_or(Error::UnknownKey(0))?;
        Ok((made, secret))
    }

    /// All keys, also those that were revoked.
    pub fn keys(&mut self) -> Result<Vec<ApiKey>> {
        let list = format!("SELECT {COLUMNS} FROM api_key ORDER BY id");
        self.read(|sql| sql.query(&list, &[])?.iter().map(key).collect())
    }

    /// Revokes a key: it cannot be used from now on.
    pub fn revoke_key(&mut self, id: i64) -> Result<()> {
        let now = now();
        let revoked = self.write_repeatable(|sql| {
            // The same moment again is the same revocation, repeated.
            let revoke = "UPDATE api_key SET revoked = $1
                          WHERE id = $2 AND (revoked IS NULL OR revoked = $1)";
            sql.execute(revoke, &[now.into(), id.into()])
        })?;
        if revoked == 0 { Err(Error::UnknownKey(id)) } else { Ok(()) }
    }

    /// The key with this secret, unless it was revoked.
    pub fn find_key(&mut self, secret: &str) -> Result<Option<ApiKey>> {
        let (hash, now) = (hash(secret), now());
        let find = format!("SELECT {COLUMNS} FROM api_key WHERE hash = $1 AND revoked IS NULL");
        let found: Vec<ApiKey> =
            self.read(|sql| sql.query(&find, &[hash[..].into()])?.iter().map(key).collect())?;
        let Some(mut found) = found.into_iter().next() else { return Ok(None) };
        if found.last_used.is_none_or(|used| used <= now - MINUTE) {
            let used = "UPDATE api_key SET last_used = $1 WHERE id = $2";
            self.write_repeatable(|sql| sql.execute(used, &[now.into(), found.id.into()]))?;
            found.last_used = Some(now);
        }
        Ok(Some(found))
    }
}

fn hash(secret: &str) -> [u8; 32] {
    Sha256::digest(secret.as_bytes()).into()
}

fn key(row: &Row) -> Done<ApiKey> {
    Ok(ApiKey {
        id: row.int(0)?,
        name: row.text(1)?,
        owner: row.text(2)?,
        scopes: row.text(3)?,
        prefix: row.text(4)?,
        made: row.int(5)?,
        last_used: row.maybe_int(6)?,
        revoked: row.maybe_int(7)?,
    })
}
