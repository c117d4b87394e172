"""Load on a server: how much it answers and how fast, how it refuses, how soon a stream begins, what it holds in memory.

python3 load.py GRICE rates|queue|first|soak [--seconds 20]

Every part starts a server of its own on the demo, with its default settings, and asks questions about each of its pages.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import statistics
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request
from collections import Counter
from contextlib import contextmanager

ASKED = ["What is {}?", "Who discovered {}?", "How large is {}?", "When was {} discovered?", "Why is {} important?"]
SEARCHED = ["{} discovery", "surface of {}", "{} orbit and mass", "how large is {}"]


@contextmanager
def serving(grice, **settings):
    with tempfile.TemporaryDirectory() as home:
        changed = {f"GRICE_SERVE_{name.upper()}": str(value) for name, value in settings.items()}
        environment = {**os.environ, "GRICE_HOME": home, "GRICE_SERVE_LOG": "warn", **changed}
        command = [grice, "serve", "demo", "--port", "0"]
        process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        try:
            url = next(found[1] for line in process.stderr if (found := re.search(r"at (http://\S+)", line)))
            yield url, process.pid
        finally:
            process.terminate()
            process.wait()


def get(url):
    with urllib.request.urlopen(url, timeout=60) as response:
        return json.load(response)


def titles(url):
    """Titles of the demo's pages, as searches find them."""
    found = {
        hit["title"]
        for word in ("moon", "planet", "spacecraft", "astronomer", "orbit", "comet", "star", "telescope")
        for hit in get(f"{url}/api/collections/demo/search?q={word}&k=100")["hits"]
    }
    return sorted(found)


def questions(url, forms):
    """Questions without end, in an order that is the same in every run."""
    all_of = [form.format(title) for title in titles(url) for form in forms]
    random.Random(1).shuffle(all_of)
    return itertools.cycle(all_of)


class Connection:
    """A connection that is kept, and sends one request after another."""

    def __init__(self, url):
        self.host = urllib.parse.urlsplit(url).netloc
        self.reader = None

    async def send(self, method, path, body=None, accept="application/json"):
        """Status, headers and body; of a stream, the moments at which its events came."""
        if self.reader is None:
            name, port = self.host.split(":")
            self.reader, self.writer = await asyncio.open_connection(name, int(port), limit=1 << 20)
        body = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}\r\naccept: {accept}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        self.writer.write(head.encode() + body)
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
        status = int(lines[0].split()[1])
        if headers.get("transfer-encoding") == "chunked":
            return status, headers, await self.events()
        return status, headers, await self.reader.readexactly(int(headers["content-length"]))

    async def events(self):
        came, text = [], b""
        while size := int(await self.reader.readuntil(b"\r\n"), 16):
            text += await self.reader.readexactly(size)
            await self.reader.readexactly(2)
            while b"\n\n" in text:
                event, text = text.split(b"\n\n", 1)
                if name := re.search(rb"^event: ?(\w+)", event, re.M):
                    came.append((time.perf_counter(), name[1].decode(), event))
        await self.reader.readexactly(2)
        return came


def requests(url, kind):
    if kind == "search":
        for query in questions(url, SEARCHED):
            yield "GET", f"/api/collections/demo/search?q={urllib.parse.quote(query)}&k=10", None
    for question in questions(url, ASKED):
        yield "POST", "/api/ask", {"collection": "demo", "question": question}


async def load(url, following, connections, seconds):
    """Times of the answers of each status, in milliseconds."""
    times, until = {}, time.perf_counter() + seconds

    async def client():
        connection = Connection(url)
        while (began := time.perf_counter()) < until:
            status, _, _ = await connection.send(*next(following))
            times.setdefault(status, []).append(1000 * (time.perf_counter() - began))

    await asyncio.gather(*(client() for _ in range(connections)))
    return times


def quantiles(times):
    cuts = statistics.quantiles(times, n=100, method="inclusive") if len(times) > 1 else times * 99
    return f"{cuts[49]:8.1f} {cuts[98]:8.1f}"


def rates(options):
    print("kind    connections  answers/s  p50 ms   p99 ms  statuses")
    with serving(options.grice) as (url, pid):
        for kind in ("search", "ask"):
            following = requests(url, kind)
            asyncio.run(load(url, following, 2, 3))
            for connections in (1, 16, 64):
                began = time.perf_counter()
                times = asyncio.run(load(url, following, connections, options.seconds))
                took = time.perf_counter() - began
                answered = times.get(200, [0])
                counted = {status: len(all_of) for status, all_of in times.items()}
                print(f"{kind:7} {connections:11} {len(answered) / took:10.1f} {quantiles(answered)}  {counted}")
        following = requests(url, "search")

        async def both():
            asking = asyncio.create_task(load(url, requests(url, "ask"), 16, options.seconds))
            found = await load(url, following, 1, options.seconds)
            await asking
            return found[200]

        found = asyncio.run(both())
        print(f"search beside 16 that ask  {len(found) / options.seconds:6.1f} {quantiles(found)}")
        print(f"memory {memory(pid)[0]:.0f} MiB, peak {memory(pid)[1]:.0f} MiB")


def queue(options):
    """More at once than may wait."""
    with serving(options.grice, limits__workers=2, limits__queue=16) as (url, _):
        following = requests(url, "ask")

        async def one():
            connection = Connection(url)
            # The connection is there before anybody asks.
            await connection.send("GET", "/health")
            await barrier.wait()
            began = time.perf_counter()
            status, headers, body = await connection.send(*next(following))
            return status, headers.get("retry-after"), 1000 * (time.perf_counter() - began), body

        async def burst():
            return await asyncio.gather(*(one() for _ in range(64)))

        for _ in range(3):
            barrier = asyncio.Barrier(64)
            answers = asyncio.run(burst())
            print(Counter((status, f"Retry-After {after}") for status, after, _, _ in answers))
            for status in (200, 429):
                times = [took for got, _, took, _ in answers if got == status]
                print(f"  {status}: p50, p99 ms {quantiles(times)}")
        print(next(body for status, _, _, body in answers if status == 429).decode())


def first(options):
    """When events of a stream come, against the time in which the engine had them."""
    late, last, found = [], [], []
    with serving(options.grice) as (url, _):

        async def talk(question):
            connection = Connection(url)
            _, _, body = await connection.send("POST", "/api/conversations", {"collection": "demo"})
            id = json.loads(body)["id"]
            said = {"utterance": question, "after": 0}
            began = time.perf_counter()
            _, _, came = await connection.send("POST", f"/api/conversations/{id}/turns", said, "text/event-stream")
            _, _, body = await connection.send("GET", f"/api/conversations/{id}/turns/0/why")
            return began, came, json.loads(body)["timings"]

        following = questions(url, ASKED)
        for _ in range(5):
            asyncio.run(talk(next(following)))
        for _ in range(100):
            began, came, engine = asyncio.run(talk(next(following)))
            at = {name: 1000 * (when - began) for when, name, _ in reversed(came)}
            if "sentence" in at:
                late.append(at["sentence"] - (engine["total"] - engine["follow"]))
                last.append(at["done"] - engine["total"])
            if "found" in at:
                found.append(at["found"])
    print(f"turns with sentences            {len(late)}")
    print(f"                                     p50      p99")
    print(f"`found` after the request       {quantiles(found)}")
    print(f"first `sentence` after engine   {quantiles(late)}")
    print(f"`done` (saved) after the engine {quantiles(last)}")


def memory(pid):
    """Resident memory now and at its peak, in MiB."""
    with open(f"/proc/{pid}/status") as status:
        known = dict(line.split(":", 1) for line in status)
    return [int(known[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")]


def soak(options):
    """Questions, searches, streams and conversations; memory every ten seconds."""
    with serving(options.grice) as (url, pid):
        asks, searches, talks = requests(url, "ask"), requests(url, "search"), questions(url, ASKED)
        until, counted = time.perf_counter() + options.seconds, Counter()

        async def asking(accept):
            connection = Connection(url)
            while time.perf_counter() < until:
                status, _, _ = await connection.send(*next(asks), accept)
                counted["asked", status] += 1

        async def searching():
            connection = Connection(url)
            while time.perf_counter() < until:
                status, _, _ = await connection.send(*next(searches))
                counted["searched", status] += 1
                await asyncio.sleep(0.02)

        async def talking():
            connection = Connection(url)
            while time.perf_counter() < until:
                _, _, body = await connection.send("POST", "/api/conversations", {"collection": "demo"})
                path = f"/api/conversations/{json.loads(body)['id']}"
                for after in range(5):
                    said = {"utterance": next(talks), "after": after}
                    status, _, _ = await connection.send("POST", f"{path}/turns", said)
                    counted["said", status] += 1
                await connection.send("GET", path)

        async def watching():
            while time.perf_counter() < until:
                print(f"{options.seconds - (until - time.perf_counter()):6.0f} s {memory(pid)[0]:7.1f} MiB", flush=True)
                await asyncio.sleep(10)

        async def everything():
            streams = [asking("text/event-stream") for _ in range(2)]
            await asyncio.gather(asking("application/json"), *streams, searching(), talking(), watching())

        asyncio.run(everything())
        print(dict(counted))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grice")
    parser.add_argument("part", choices=["rates", "queue", "first", "soak"])
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    globals()[options.part](options)
