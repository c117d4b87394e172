//! The studio's logs: every project and every session is a stream of events, which are only ever
//! added. What the events say is the studio's matter; here they are rows that are on the disk
//! before anybody is told so.

use crate::error::Result;
use crate::random;
use crate::sql::{Done, Row, Sql};
use crate::store::Store;
use crate::summary::now;

/// The tables of version 4, beside those of conversations.
pub(crate) const TABLES: &str = "
    CREATE TABLE studio_stream (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        -- what the API calls it; it cannot be guessed
        key TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        -- the project that a session belongs to
        parent INTEGER REFERENCES studio_stream (id) ON DELETE CASCADE,
        owner TEXT NOT NULL,
        made INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        -- how many events it has
        head INTEGER NOT NULL,
        -- how often events were erased; what was read before is stale
        epoch INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX studio_stream_parent ON studio_stream (parent);
    CREATE TABLE studio_event (
        stream INTEGER NOT NULL REFERENCES studio_stream (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        -- the client's own id of the action, by which a repetition is known
        action TEXT,
        kind TEXT NOT NULL,
        -- JSON
        body TEXT NOT NULL,
        PRIMARY KEY (stream, seq)
    ) STRICT;
    CREATE TABLE studio_token (
        -- SHA-256 of the token, which is random and therefore needs no salt
        hash BLOB NOT NULL PRIMARY KEY,
        project INTEGER NOT NULL REFERENCES studio_stream (id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        subject TEXT NOT NULL
    ) STRICT;
    CREATE INDEX studio_token_subject ON studio_token (project, subject);
";

/// A stream of events: a project, or a session of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Its number.
    pub id: i64,
    /// Its public id, which cannot be guessed.
    pub key: String,
    /// What it is of.
    pub kind: String,
    /// The project it belongs to.
    pub parent: Option<i64>,
    /// Whose it is.
    pub owner: String,
    /// Milliseconds since 1970 when it was made.
    pub made: i64,
    /// When its last event was added.
    pub changed: i64,
    /// How many events it has.
    pub head: i64,
    /// How often events of it were erased.
    pub epoch: i64,
}

/// An event as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Its number in its stream, from 1.
    pub seq: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// Who did it.
    pub actor: String,
    /// The client's id of the action.
    pub action: Option<String>,
    /// What kind of event it is.
    pub kind: String,
    /// All else, as JSON.
    pub body: String,
}

/// An event to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewEvent {
    /// When it happened; milliseconds since 1970.
    pub at: i64,
    /// Who did it.
    pub actor: String,
    /// The client's id of the action.
    pub action: Option<String>,
    /// What kind of event it is.
    pub kind: String,
    /// All else, as JSON.
    pub body: String,
}

/// A stream to make, with its first events.
#[derive(Clone, Debug)]
pub struct NewStream {
    /// Its public id; [`random_key`] makes one.
    pub key: String,
    /// What it is of.
    pub kind: String,
    /// The project it belongs to.
    pub parent: Option<i64>,
    /// Whose it is.
    pub owner: String,
    /// Its first events.
    pub events: Vec<NewEvent>,
}

/// Events to add to a stream.
#[derive(Clone, Debug)]
pub struct Append {
    /// The stream.
    pub stream: i64,
    /// How many events it has, as far as the writer knows.
    pub after: i64,
    /// The events.
    pub events: Vec<NewEvent>,
}

/// A token by which somebody is known; only its hash is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// SHA-256 of the token.
    pub hash: [u8; 32],
    /// The project it opens.
    pub project: i64,
    /// What it is for.
    pub kind: String,
    /// Whom or what it names.
    pub subject: String,
}

/// What is written together or not at all.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// Streams to make.
    pub streams: Vec<NewStream>,
    /// Events to add.
    pub appends: Vec<Append>,
    /// Subjects of a project whose tokens are no longer good.
    pub revoked: Vec<(i64, String)>,
    /// New tokens.
    pub tokens: Vec<Token>,
}

/// What becomes of events when somebody's data is deleted.
#[derive(Clone, Debug, Default)]
pub struct Erasure {
    /// The project.
    pub project: i64,
    /// Whose events of the project's own log lose what they say.
    pub actor: String,
    /// Sessions to delete, by number.
    pub sessions: Vec<i64>,
    /// Events of the project's log to write anew: the number, and what it says now.
    pub rewritten: Vec<(i64, String)>,
}

/// The kind that an erased event has.
pub const ERASED: &str = "erased";

const COLUMNS: &str = "id, key, kind, parent, owner, made, changed, head, epoch";

/// The studio's streams; [`Store::studio`] gives them.
#[derive(Debug)]
pub struct Studio<'a> {
    store: &'a mut Store,
}

/// A public id that cannot be guessed.
pub fn random_key() -> Result<String> {
    random::hex::<12>()
}

/// A secret of 256 bits, in hexadecimal.
pub fn random_secret() -> Result<String> {
    random::hex::<32>()
}

impl Store {
    /// The studio's streams.
    pub fn studio(&mut self) -> Studio<'_> {
        Studio { store: self }
    }
}

impl Studio<'_> {
    /// Writes a change. False, and nothing written, where a stream has other events than the
    /// writer knows.
    pub fn write(&mut self, change: &Change) -> Result<bool> {
        self.store.write_repeatable(|sql| written(sql, change))
    }

    /// All projects of an owner, the newest first.
    pub fn projects(&mut self, owner: &str) -> Result<Vec<Stream>> {
        let list = format!(
            "SELECT {COLUMNS} FROM studio_stream WHERE parent IS NULL AND owner = $1 ORDER BY id DESC"
        );
        self.store.read(|sql| sql.query(&list, &[owner.into()])?.iter().map(stream).collect())
    }

    /// The numbers of all projects of all owners.
    pub fn every_project(&mut self) -> Result<Vec<i64>> {
        let list = "SELECT id FROM studio_stream WHERE parent IS NULL ORDER BY id";
        self.store.read(|sql| sql.query(list, &[])?.iter().map(|row| row.int(0)).collect())
    }

    /// The sessions of a project, the oldest first.
    pub fn sessions(&mut self, project: i64) -> Result<Vec<Stream>> {
        let list = format!("SELECT {COLUMNS} FROM studio_stream WHERE parent = $1 ORDER BY id");
        self.store.read(|sql| sql.query(&list, &[project.into()])?.iter().map(stream).collect())
    }

    /// The stream with this key.
    pub fn find(&mut self, key: &str) -> Result<Option<Stream>> {
        let find = format!("SELECT {COLUMNS} FROM studio_stream WHERE key = $1");
        self.store.read(|sql| sql.query(&find, &[key.into()])?.first().map(stream).transpose())
    }

    /// The stream with this number.
    pub fn stream(&mut self, id: i64) -> Result<Option<Stream>> {
        let find = format!("SELECT {COLUMNS} FROM studio_stream WHERE id = $1");
        self.store.read(|sql| sql.query(&find, &[id.into()])?.first().map(stream).transpose())
    }

    /// A stream and its events after so many; all of one moment.
    pub fn events(&mut self, id: i64, after: i64) -> Result<Option<(Stream, Vec<LoggedEvent>)>> {
        let find = format!("SELECT {COLUMNS} FROM studio_stream WHERE id = $1");
        let list = "SELECT seq, at, actor, action, kind, body FROM studio_event
                    WHERE stream = $1 AND seq > $2 ORDER BY seq";
        self.store.read(|sql| {
            let Some(row) = sql.query(&find, &[id.into()])?.pop() else { return Ok(None) };
            let found = stream(&row)?;
            if found.head <= after {
                return Ok(Some((found, Vec::new())));
            }
            let rows = sql.query(list, &[id.into(), after.into()])?;
            Ok(Some((found, rows.iter().map(event).collect::<Done<_>>()?)))
        })
    }

    /// What a token stands for.
    pub fn token(&mut self, hash: &[u8; 32]) -> Result<Option<Token>> {
        let find = "SELECT project, kind, subject FROM studio_token WHERE hash = $1";
        let found = self.store.read(|sql| {
            let rows = sql.query(find, &[hash[..].into()])?;
            rows.first().map(|row| Ok((row.int(0)?, row.text(1)?, row.text(2)?))).transpose()
        })?;
        Ok(found.map(|(project, kind, subject)| Token { hash: *hash, project, kind, subject }))
    }

    /// Deletes somebody's data; gives how many events are gone.
    pub fn erase(&mut self, erasure: &Erasure) -> Result<u64> {
        self.store.write_repeatable(|sql| erased(sql, erasure))
    }

    /// Deletes a project or a session, with all that belongs to it.
    pub fn delete(&mut self, id: i64) -> Result<()> {
        self.store.write_repeatable(|sql| {
            sql.execute("DELETE FROM studio_stream WHERE id = $1", &[id.into()]).map(drop)
        })
    }
}

fn written(sql: &mut dyn Sql, change: &Change) -> Done<bool> {
    for append in &change.appends {
        // Who comes first holds the row until the transaction is over.
        let grow = "UPDATE studio_stream SET head = head + $1, changed = $2
                    WHERE id = $3 AND head = $4";
        let count = append.events.len() as i64;
        let values = [count.into(), now().into(), append.stream.into(), append.after.into()];
        if sql.execute(grow, &values)? == 0 {
            sql.rollback();
            sql.begin(crate::sql::Access::Write)?;
            return Ok(false);
        }
        add(sql, append.stream, append.after, &append.events)?;
    }
    for new in &change.streams {
        let make =
            "INSERT INTO studio_stream (key, kind, parent, owner, made, changed, head, epoch)
                    VALUES ($1, $2, $3, $4, $5, $5, $6, 0) ON CONFLICT (key) DO NOTHING";
        let values = [
            new.key.as_str().into(),
            new.kind.as_str().into(),
            new.parent.into(),
            new.owner.as_str().into(),
            now().into(),
            (new.events.len() as i64).into(),
        ];
        if sql.execute(make, &values)? == 0 {
            continue;
        }
        let find = "SELECT id FROM studio_stream WHERE key = $1";
        if let Some(row) = sql.query(find, &[new.key.as_str().into()])?.pop() {
            add(sql, row.int(0)?, 0, &new.events)?;
        }
    }
    for (project, subject) in &change.revoked {
        let drop = "DELETE FROM studio_token WHERE project = $1 AND subject = $2";
        sql.execute(drop, &[(*project).into(), subject.as_str().into()])?;
    }
    for token in &change.tokens {
        let keep = "INSERT INTO studio_token (hash, project, kind, subject)
                    VALUES ($1, $2, $3, $4) ON CONFLICT (hash) DO NOTHING";
        let (kind, subject) = (token.kind.as_str(), token.subject.as_str());
        let values = [token.hash[..].into(), token.project.into(), kind.into(), subject.into()];
        sql.execute(keep, &values)?;
    }
    Ok(true)
}

fn add(sql: &mut dyn Sql, stream: i64, after: i64, events: &[NewEvent]) -> Done<()> {
    let add = "INSERT INTO studio_event (stream, seq, at, actor, action, kind, body)
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    for (seq, event) in (after + 1..).zip(events) {
        let values = [
            stream.into(),
            seq.into(),
            event.at.into(),
            event.actor.as_str().into(),
            event.action.as_deref().into(),
            event.kind.as_str().into(),
            event.body.as_str().into(),
        ];
        sql.execute(add, &values)?;
    }
    Ok(())
}

fn erased(sql: &mut dyn Sql, erasure: &Erasure) -> Done<u64> {
    let mut gone = 0;
    for session in &erasure.sessions {
        let count = "SELECT head FROM studio_stream WHERE id = $1 AND parent = $2";
        let known = [(*session).into(), erasure.project.into()];
        if let Some(row) = sql.query(count, &known)?.pop() {
            gone += u64::try_from(row.int(0)?).unwrap_or_default();
            sql.execute("DELETE FROM studio_stream WHERE id = $1", &[(*session).into()])?;
        }
    }
    let forget = "UPDATE studio_event SET kind = $1, body = '{}', action = NULL, actor = ''
                  WHERE stream = $2 AND actor = $3";
    let values = [ERASED.into(), erasure.project.into(), erasure.actor.as_str().into()];
    gone += sql.execute(forget, &values)?;
    for (seq, body) in &erasure.rewritten {
        let rewrite = "UPDATE studio_event SET body = $1 WHERE stream = $2 AND seq = $3";
        sql.execute(rewrite, &[body.as_str().into(), erasure.project.into(), (*seq).into()])?;
    }
    let drop = "DELETE FROM studio_token WHERE project = $1 AND subject = $2";
    sql.execute(drop, &[erasure.project.into(), erasure.actor.as_str().into()])?;
    let age = "UPDATE studio_stream SET epoch = epoch + 1, changed = $1 WHERE id = $2";
    sql.execute(age, &[now().into(), erasure.project.into()])?;
    Ok(gone)
}

fn stream(row: &Row) -> Done<Stream> {
    Ok(Stream {
        id: row.int(0)?,
        key: row.text(1)?,
        kind: row.text(2)?,
        parent: row.maybe_int(3)?,
        owner: row.text(4)?,
        made: row.int(5)?,
        changed: row.int(6)?,
        head: row.int(7)?,
        epoch: row.int(8)?,
    })
}

fn event(row: &Row) -> Done<LoggedEvent> {
    Ok(LoggedEvent {
        seq: row.int(0)?,
        at: row.int(1)?,
        actor: row.text(2)?,
        action: row.maybe_text(3)?,
        kind: row.text(4)?,
        body: row.text(5)?,
    })
}
