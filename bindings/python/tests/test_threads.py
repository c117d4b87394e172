"""The interpreter is free while Rust works: threads, Ctrl-C, processes that are forked."""

import multiprocessing
import os
import signal
import threading
import time

import pytest

import grice
from grice import score


@pytest.fixture
def long_call(rng):
    """A call that takes a while on its thread alone."""
    texts = [" ".join(rng.choices("abcdefghijklmnop", k=1500)) for _ in range(60)]

    def call():
        for _ in range(8):
            score.rouge(texts, texts[::-1], ["rougeL"])

    return call


def during(long_call, other):
    """How often another call begins and ends on a second thread while a long one computes."""
    spans, done = [], threading.Event()

    def work():
        while not done.is_set():
            began = time.perf_counter()
            other()
            spans.append((began, time.perf_counter()))

    thread = threading.Thread(target=work)
    thread.start()
    began = time.perf_counter()
    long_call()
    ended = time.perf_counter()
    done.set()
    thread.join()
    return sum(began < start and end < ended for start, end in spans)


def test_python_goes_on_while_a_call_computes(long_call):
    assert during(long_call, lambda: time.sleep(0.001)) > 10


def test_two_threads_compute_at_the_same_time(long_call):
    texts = ["the river Rhine"] * 60
    assert during(long_call, lambda: score.f1(texts, texts)) > 10


def test_threads_share_an_engine(engine):
    replies = {}

    def ask(number):
        replies[number] = engine.ask("What is Io?")["text"]

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(replies) == 4 and len(set(replies.values())) == 1


def interrupted_after(seconds, call):
    main = os.getpid()
    # A process that was started in the background ignores SIGINT unless it says otherwise.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(seconds, lambda: os.kill(main, signal.SIGINT))
    timer.start()
    began = time.perf_counter()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    return time.perf_counter() - began


def test_ctrl_c_stops_a_long_score():
    pairs = ["word " * 120] * 400_000
    began = time.perf_counter()
    score.rouge(pairs[:4000], pairs[:4000], ["rougeL"])
    whole = (time.perf_counter() - began) * 100
    assert interrupted_after(0.3, lambda: score.rouge(pairs, pairs, ["rougeL"])) < max(5, whole / 2)


def test_ctrl_c_stops_an_ingest_which_goes_on_later(tmp_path):
    source = tmp_path / "many.jsonl"
    with source.open("w") as file:
        for number in range(40_000):
            body = " ".join(f"word{number * 7 % 1000} page {number}" for _ in range(30))
            file.write(f'{{"id": "d{number}", "title": "Page {number}", "contents": "{body}"}}\n')
    index = tmp_path / "index"
    assert interrupted_after(0.25, lambda: grice.ingest(source, index)) < 20
    deadline = time.perf_counter() + 60
    while True:
        try:
            done = grice.ingest(source, index)
            break
        except (grice.GriceError, FileNotFoundError):
            # The interrupted ingest is still letting the index go, or takes back the folder that it made.
            assert time.perf_counter() < deadline
            time.sleep(0.1)
    assert done["written"] + done["unchanged"] == 40_000


def scored(_):
    return sum(score.f1(["the river"] * 500, ["a river"] * 500))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork")
def test_a_forked_process_scores_too():
    scored(0)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map_async(scored, range(4)).get(timeout=60) == [500.0] * 4
