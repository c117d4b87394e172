//! Threads that share connections.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use grice_engine::Conversation;
use grice_store::{Error, Filter, Pool, Store};

use crate::place::on_both;
use crate::talk::say;

#[test]
fn stores_and_pools_go_from_thread_to_thread() {
    fn send<T: Send>() {}
    fn shared<T: Send + Sync>() {}
    send::<Store>();
    shared::<Pool>();
}

#[test]
fn many_threads_take_turns_with_a_few_connections() {
    on_both(|place| {
        let pool = place.pool(3);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for talker in 0..8 {
                let (pool, now, most) = (&pool, &now, &most);
                scope.spawn(move || {
                    let owner = format!("talker {talker}");
                    let key = pool.with(|store| Ok(store.of(&owner).create("")?.key)).unwrap();
                    let mut talk = Conversation::new();
                    for turn in 0..5 {
                        let reply = say(&mut talk, &turn.to_string());
                        let add = |store: &mut Store| {
                            most.fetch_max(
                                now.fetch_add(1, Ordering::SeqCst) + 1,
                                Ordering::SeqCst,
                            );
                            let added =
                                store.of(&owner).append(&key, &talk, std::slice::from_ref(&reply));
                            now.fetch_sub(1, Ordering::SeqCst);
                            added
                        };
                        pool.with(add).unwrap();
                    }
                    let saved = pool.with(|store| store.of(&owner).load(&key)).unwrap();
                    assert_eq!(saved.conversation, talk);
                });
            }
        });
        assert!(most.into_inner() <= 3);
    });
}

#[test]
fn many_who_add_to_one_conversation_lose_nothing_and_nothing_is_there_twice() {
    on_both(|place| {
        let pool = place.pool(4);
        let key = pool.with(|store| Ok(store.of("ann").create("")?.key)).unwrap();
        thread::scope(|scope| {
            for talker in 0..4 {
                let (pool, key) = (&pool, &key);
                scope.spawn(move || {
                    for turn in 0..5 {
                        loop {
                            let saved = pool.with(|store| store.of("ann").load(key)).unwrap();
                            let mut talk = saved.conversation;
                            let reply = say(&mut talk, &format!("{talker} {turn}"));
                            match pool.with(|store| store.of("ann").append(key, &talk, &[reply])) {
                                Err(Error::Grown(_)) => continue,
                                done => break done.map(drop).unwrap(),
                            }
                        }
                    }
                });
            }
        });
        let saved = pool.with(|store| store.of("ann").load(&key)).unwrap();
        let mut said: Vec<&str> = saved.conversation.questions().collect();
        assert_eq!(said.len(), 20);
        said.sort_unstable();
        said.dedup();
        assert_eq!(said.len(), 20);
    });
}

#[test]
fn work_that_panics_or_fails_costs_no_connection() {
    on_both(|place| {
        let pool = place.pool(1);
        for _ in 0..3 {
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                pool.with(|_| -> Result<(), Error> { panic!("on purpose") })
            }));
            assert!(panicked.is_err());
            assert!(matches!(pool.with(|_| Err::<(), _>(Error::Nothing)), Err(Error::Nothing)));
        }
        assert!(pool.with(|store| store.of("ann").list(&Filter::default())).unwrap().is_empty());
    });
}

#[test]
fn who_finds_all_connections_in_use_waits_for_one() {
    on_both(|place| {
        let pool = place.pool(1);
        thread::scope(|scope| {
            let (taken, wait) = std::sync::mpsc::channel();
            let pool = &pool;
            scope.spawn(move || {
                pool.with(|_| {
                    taken.send(()).unwrap();
                    thread::sleep(Duration::from_millis(100));
                    Ok(())
                })
                .unwrap();
            });
            wait.recv().unwrap();
            pool.with(Store::keys).unwrap();
        });
    });
}
