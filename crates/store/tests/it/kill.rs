//! Processes and servers that are killed at random moments. No turn that was acknowledged is lost,
//! and none is there twice.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use grice_store::{Error, Store};

use crate::place::{Place, told};
use crate::talk::say;

/// How often a process is killed.
const KILLS: u32 = 100;

/// How many kills a conversation goes through.
const EACH: u32 = 10;

#[test]
fn a_killed_process_loses_no_turn_in_a_file() {
    kill_clients(&Place::file());
}

#[test]
fn a_killed_process_loses_no_turn_in_postgresql() {
    if let Some(place) = Place::postgres() {
        kill_clients(&place);
    }
}

fn kill_clients(place: &Place) {
    let mut random = Random::new();
    let (mut store, mut saved) = (place.store(), 0);
    for _ in 0..KILLS / EACH {
        let key = store.of("ann").create("").unwrap().key;
        let mut acknowledged = Vec::new();
        for _ in 0..EACH {
            let mut talker = Talker::start(&place.url, &key);
            // Most have begun to add turns; some are still getting ready.
            if random.below(5) > 0 {
                acknowledged.push(talker.next());
            }
            thread::sleep(Duration::from_micros(random.below(30_000)));
            acknowledged.extend(talker.kill());
            check(&mut store, &key, &acknowledged);
        }
        saved += store.of("ann").summary(&key).unwrap().turns;
    }
    println!("{KILLS} kills, {saved} turns");
}

#[test]
fn a_server_that_crashes_loses_no_turn() {
    let (Some(server), Some(crash)) =
        (told("GRICE_TEST_POSTGRES_CRASH"), told("GRICE_TEST_POSTGRES_CRASH_NOW"))
    else {
        return;
    };
    let place = Place::on_server(&server);
    let mut random = Random::new();
    let key = place.store().of("ann").create("").unwrap().key;
    let mut talker = Talker::start(&place.url, &key);
    let mut acknowledged = vec![talker.next()];
    for _ in 0..4 {
        thread::sleep(Duration::from_micros(random.below(100_000)));
        assert!(Command::new(&crash).status().unwrap().success());
        acknowledged.extend(talker.said.try_iter());
        acknowledged.push(talker.next());
    }
    acknowledged.extend(talker.kill());
    check(&mut place.store(), &key, &acknowledged);
}

/// Every turn up to the last that was acknowledged is there, each once and in its place. One that
/// was lost would have been added, and acknowledged, again.
fn check(store: &mut Store, key: &str, acknowledged: &[u32]) {
    assert!(acknowledged.is_sorted_by(|one, next| one < next), "{acknowledged:?}");
    let conversation = store.of("ann").load(key).unwrap().conversation;
    let said: Vec<&str> = conversation.questions().collect();
    let wanted: Vec<String> = (0..said.len()).map(|number| number.to_string()).collect();
    assert_eq!(said, wanted);
    let last = acknowledged.last();
    assert!(last.is_none_or(|&last| said.len() > last as usize), "{} and {last:?}", said.len());
}

/// A process that adds turns.
struct Talker {
    process: Child,
    /// The turns that were acknowledged to it.
    said: Receiver<u32>,
}

impl Talker {
    fn start(url: &str, key: &str) -> Talker {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::a_child_adds_turns_until_it_is_killed"])
            .args(["--ignored", "--nocapture"])
            .env("GRICE_TEST_CHILD_URL", url)
            .env("GRICE_TEST_CHILD_KEY", key)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap());
        let (tell, said) = channel();
        thread::spawn(move || {
            let mut line = String::new();
            while let Ok(1..) = lines.read_line(&mut line) {
                let number = line.strip_suffix('\n').and_then(|line| line.rsplit_once("saved "));
                if let Some(number) = number.and_then(|(_, number)| number.parse().ok()) {
                    let _ = tell.send(number);
                }
                line.clear();
            }
        });
        Talker { process, said }
    }

    /// The next turn that is acknowledged.
    fn next(&self) -> u32 {
        self.said.recv_timeout(Duration::from_secs(20)).expect("the process adds no turns")
    }

    /// The turns that were acknowledged and not yet looked at.
    fn kill(&mut self) -> Vec<u32> {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        self.said.iter().collect()
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
#[ignore = "run by the tests above, which kill it"]
fn a_child_adds_turns_until_it_is_killed() {
    let Ok(url) = std::env::var("GRICE_TEST_CHILD_URL") else { return };
    let key = std::env::var("GRICE_TEST_CHILD_KEY").unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while Instant::now() < until {
        let added = add_turns(&url, &key, until);
        // What is in the way goes away: a server that starts, a turn of one that was killed.
        match added {
            Ok(()) | Err(Error::Grown(_) | Error::Unsure(_) | Error::NoServer { .. }) => {}
            Err(error) => panic!("{error}"),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

fn add_turns(url: &str, key: &str, until: Instant) -> Result<(), Error> {
    let mut store = Store::connect(url)?;
    let mut talk = store.of("ann").load(key)?.conversation;
    while Instant::now() < until {
        let number = talk.turns.len();
        let reply = say(&mut talk, &number.to_string());
        store.of("ann").append(key, &talk, &[reply])?;
        println!("saved {number}");
    }
    Ok(())
}

/// Random enough to kill by.
struct Random(u64);

impl Random {
    fn new() -> Random {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        Random(now.as_nanos() as u64 | 1)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}
