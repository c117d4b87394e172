"""Pairs of scripted participants hold PragmatiCQA conversations while the server is killed and started again.

python3 pairs.py GRICE [--database URL] [--pairs 50] [--minutes 10] [--think 2] [--kills 1]

Every participant keeps a stream of views open and acts on what its view lets it do, after a pause as a person makes one.
Where no answer comes the same action is sent again, as the page does; every attempt is timed, and every action from its
first attempt until its answer. At the end the project's conversations are read and compared with what was acknowledged: no
word may be missing or be there twice, and spans and ratings must be those that were sent. Nothing but Python itself is needed.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import tempfile
import time
import tomllib
import uuid


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, program, home, port, database):
        flags = ["--system", "bare", "--port", str(port), *(["--database", database] if database else [])]
        self.command, self.port = [program, "serve", "demo", *flags], port
        self.environment = {**os.environ, "GRICE_HOME": home, "GRICE_SERVE_LOG": "warn"}
        self.log = open(os.path.join(home, "log"), "a")
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=self.log, stderr=self.log)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def resident(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


class Line:
    """One connection that is kept, as a browser keeps it."""

    def __init__(self, port):
        self.port, self.reader, self.writer = port, None, None

    async def send(self, method, path, body=None, token=None):
        try:
            return await asyncio.wait_for(self._send(method, path, body, token), 30)
        except BaseException:
            self.close()
            raise

    async def _send(self, method, path, body, token):
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-grice: 1\r\ncontent-type: application/json\r\n"
        head += f"content-length: {len(data)}\r\n" + (f"authorization: Bearer {token}\r\n" if token else "") + "\r\n"
        self.writer.write(head.encode() + data)
        status, headers = await read_head(self.reader)
        if "content-length" in headers:
            text = await self.reader.readexactly(int(headers["content-length"]))
        elif headers.get("transfer-encoding") == "chunked":
            text = b""
            while size := int(await self.reader.readline(), 16):
                text += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readline()
        else:
            text = b""
        return status, headers, text

    def close(self):
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def read_head(reader):
    first = await reader.readline()
    if not first:
        raise ConnectionError("closed")
    headers = {}
    while line := (await reader.readline()).strip():
        name, value = line.decode().split(":", 1)
        headers[name.strip().lower()] = value.strip()
    return int(first.split()[1]), headers


class Tally:
    def __init__(self):
        self.seconds, self.by_kind, self.refused, self.repeated, self.resent = [], {}, {}, 0, 0
        self.pushed, self.acknowledged, self.failures, self.outages = [], [], [], []
        self.attempts = []
        # By the reply they belong to, which is there once: literal and pragmatic spans, and ratings.
        self.spans, self.ratings = {}, {}

    def done(self, kind, seconds):
        self.seconds.append(seconds)
        self.by_kind.setdefault(kind, []).append(seconds)


class Participant:
    def __init__(self, port, tally, think, quiz, number):
        self.port, self.tally, self.think, self.quiz, self.number = port, tally, think, quiz, number
        self.line, self.changed, self.view, self.token = Line(port), asyncio.Event(), None, None
        self.until = 0.0
        self.pages = {}
        self.marked, self.rated = {}, None

    async def again_and_again(self, method, path, body=None, attempts=None):
        """Sends a request until an answer comes, as the page does: after 0.2, 1, 2, 5, 5 … seconds. Gives the seconds
        since the first attempt; those of each attempt are added to `attempts`."""
        pauses = iter([0.2, 1, 2])
        first = time.monotonic()
        while True:
            began = time.monotonic()
            try:
                try:
                    status, _, text = await self.line.send(method, path, body, self.token)
                finally:
                    if attempts is not None:
                        attempts.append(time.monotonic() - began)
                if status not in (429, 503):
                    return status, json.loads(text) if text else None, time.monotonic() - first
                await asyncio.sleep(0.5)
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError, ValueError):
                await asyncio.sleep(next(pauses, 5))
            self.tally.resent += 1

    async def join(self, invitation):
        body = {"invitation": invitation, "action": uuid.uuid4().hex, "consent": True, "name": f"worker {self.number}"}
        status, joined, _ = await self.again_and_again("POST", "/api/studio/join", body)
        if status != 201:
            raise RuntimeError(f"join: {status} {joined}")
        self.token, self.view = joined["token"], joined["view"]

    async def listen(self):
        """Reads the stream of views, and opens it again where it ends."""
        while True:
            writer = None
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
                head = f"GET /api/studio/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {self.token}\r\n"
                writer.write((head + "accept: text/event-stream\r\n\r\n").encode())
                status, _ = await read_head(reader)
                if status != 200:
                    raise ConnectionError(str(status))
                while True:
                    line = await asyncio.wait_for(reader.readline(), 30)
                    if not line:
                        raise ConnectionError("ended")
                    if line.startswith(b"data:"):
                        self.see(json.loads(line[5:]))
            except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError, ValueError):
                await asyncio.sleep(1)
            finally:
                if writer is not None:
                    writer.close()

    def see(self, view):
        # An answer to an action may have overtaken the stream.
        if self.view is None or view["now"] >= self.view["now"]:
            self.tally.pushed.append(max(0.0, time.time() * 1000 - view["now"]))
            self.view = view
            self.changed.set()

    async def act(self, does):
        action = uuid.uuid4().hex
        body = {"action": action, "after": self.view["seq"], "do": does}
        status, answer, seconds = await self.again_and_again("POST", "/api/studio/act", body, self.tally.attempts)
        if status == 200:
            self.tally.done(does["kind"], seconds)
            self.remember(does)
            self.tally.repeated += answer["repeated"]
            text = does.get("question") or does.get("text")
            if text:
                self.tally.acknowledged.append(text)
            self.view = answer["view"]
        else:
            code = answer.get("code") if answer else None
            self.tally.refused[f"{does['kind']}: {status} {code}"] = self.tally.refused.get(f"{does['kind']}: {status} {code}", 0) + 1
            if status not in (409,):
                self.tally.failures.append((does["kind"], status, answer))
            status, view, _ = await self.again_and_again("GET", "/api/studio/view")
            if status == 200:
                self.view = view

    def remember(self, does):
        """Keeps what was acknowledged, to be compared at the end."""
        if does["kind"] in ("literal", "pragmatic"):
            self.marked[does["kind"]] = does["spans"]
        elif does["kind"] == "reply":
            self.tally.spans[does["text"]] = (self.marked.pop("literal", None), self.marked.pop("pragmatic", None))
        elif does["kind"] == "rate":
            self.tally.ratings[self.rated] = does["answers"]

    async def page(self, document):
        if document not in self.pages:
            path = "/api/studio/page?document=" + document.replace("#", "%23")
            status, page, _ = await self.again_and_again("GET", path)
            if status != 200:
                raise RuntimeError(f"page: {status} {page}")
            self.pages[document] = page
        return self.pages[document]

    async def run(self):
        listening = asyncio.create_task(self.listen())
        try:
            while time.monotonic() < self.until:
                self.changed.clear()
                does = await self.what_to_do(self.view["screen"])
                if does is None:
                    try:
                        await asyncio.wait_for(self.changed.wait(), 1)
                    except asyncio.TimeoutError:
                        pass
                    continue
                await asyncio.sleep(random.expovariate(1 / self.think) if self.think else 0)
                if does["kind"] in self.view["screen"]["can"]:
                    await self.act(does)
        finally:
            listening.cancel()

    async def what_to_do(self, screen):
        can = screen["can"]
        if "qualify" in can:
            return {"kind": "qualify", "answers": self.quiz}
        if "wait" in can:
            return {"kind": "wait"}
        if "interests" in can:
            answers = [{"topic": one["id"], "teach": random.randint(0, 3), "learn": random.randint(0, 3)} for one in screen["topics"]]
            return {"kind": "interests", "answers": answers}
        if "background" in can:
            return {"kind": "background", "related": [True] * len(screen["titles"])}
        if "rate" in can:
            rating = screen["rating"]
            self.rated = rating["reply"]
            return {"kind": "rate", "turn": rating["turn"], "answers": {one["id"]: random.randint(1, 5) for one in rating["questions"]}}
        if "leave" in can and screen["kind"] == "student" and screen["phase"] == "question" and screen["finished"] >= screen["minimum"]:
            return {"kind": "leave"}
        if "ask" in can:
            return {"kind": "ask", "question": f"What about {uuid.uuid4().hex}?"}
        if "close" in can:
            return {"kind": "close", "answers": {one["id"]: 2 for one in screen["questions"] if one["scale"]}}
        if "reply" in can:
            return {"kind": "reply", "text": f"It says {uuid.uuid4().hex}."}
        if "pragmatic" in can:
            return {"kind": "pragmatic", "spans": [await self.span(screen, 1)]}
        if "literal" in can:
            if random.random() < 0.3:
                page = await self.page(screen["page"]["document"])
                links = [link["document"] for passage in page["passages"] for link in passage["links"]]
                if links:
                    return {"kind": "browse", "document": random.choice(links), "how": "link"}
            return {"kind": "literal", "spans": [await self.span(screen, 0)]}
        return None

    async def span(self, screen, number):
        """The first words of the open page, or the words behind them."""
        page = await self.page(screen["page"]["document"])
        passage = page["passages"][0]
        words = list(re.finditer(r"\S+", passage["text"]))
        few = max(1, min(5, len(words) // 2))
        chosen = words[number * few : number * few + few]
        start, end = chosen[0].start(), chosen[-1].end()
        point = lambda offset: {"element": passage["id"], "offset": offset}
        return {"document": page["id"], "start": point(start), "end": point(end), "text": passage["text"][start:end]}


def share(values, percent):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * percent / 100))] if values else float("nan")


async def ready(line):
    while True:
        try:
            if (await line.send("GET", "/ready"))[0] == 200:
                return
        except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            await asyncio.sleep(0.01)


async def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("grice")
    parser.add_argument("--database")
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--think", type=float, default=2, help="seconds before an action, on average")
    parser.add_argument("--kills", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        server = Server(asked.grice, home, free_port(), asked.database)
        try:
            await measure(asked, server)
        finally:
            server.kill()


async def measure(asked, server):
    line, tally = Line(server.port), Tally()
    await ready(line)

    async def admin(method, path, body=None):
        for _ in range(20):
            try:
                status, _, text = await line.send(method, "/api/studio" + path, body)
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError):
                await asyncio.sleep(1)
                continue
            if status >= 300:
                raise RuntimeError(f"{method} {path}: {status} {text.decode()}")
            return json.loads(text) if text else None
        raise RuntimeError(f"{method} {path}: no answer")

    _, _, text = await line.send("GET", "/api/studio/protocols/pragmaticqa")
    quiz = {one["id"]: one["right"] for one in tomllib.loads(text.decode()).get("qualification", [])}
    settings = {"background_needed": 0, "turn_seconds": 3600}
    began = time.monotonic()
    project = await admin("POST", "/projects", {"name": "pairs", "protocol": "pragmaticqa", "collection": "demo", "settings": settings})
    print(f"project made in {time.monotonic() - began:.1f} s", flush=True)
    base = f"/projects/{project['id']}"
    invitation = (await admin("POST", base + "/invitations", {"uses": None}))["token"]
    people = [Participant(server.port, tally, asked.think, quiz, n) for n in range(2 * asked.pairs)]
    for one in people:
        await one.join(invitation)
    until = time.monotonic() + asked.minutes * 60
    for one in people:
        one.until = until
    running = [asyncio.create_task(one.run()) for one in people]
    memory = []
    for number in range(asked.kills):
        await asyncio.sleep(asked.minutes * 60 / (asked.kills + 1))
        memory.append(server.resident())
        killed = time.monotonic()
        server.kill()
        server.start()
        await ready(Line(server.port))
        tally.outages.append(time.monotonic() - killed)
        print(f"killed; ready again after {tally.outages[-1]:.1f} s", flush=True)
    results = await asyncio.gather(*running, return_exceptions=True)
    memory.append(server.resident())
    tally.failures += [("participant", 0, repr(one)) for one in results if isinstance(one, BaseException)]
    await compare(admin, base, tally)
    report(asked, tally, memory)


async def compare(admin, base, tally):
    """What was acknowledged and is not there, is there twice, or is there otherwise."""
    kept, spans, ratings = {}, {}, {}
    sessions = (await admin("GET", base + "/sessions"))["sessions"]
    for session in sessions:
        whole = await admin("GET", f"{base}/sessions/{session['id']}")
        for turn in whole["turns"]:
            for text in (turn["question"], turn.get("reply")):
                if text:
                    kept[text] = kept.get(text, 0) + 1
            if turn.get("reply"):
                spans[turn["reply"]] = (turn["literal"]["spans"], turn["pragmatic"])
                ratings[turn["reply"]] = turn["rating"]
    tally.lost = [text for text in tally.acknowledged if text not in kept]
    tally.twice = [text for text, times in kept.items() if times > 1]
    tally.other_spans = [reply for reply, marked in tally.spans.items() if spans.get(reply) != marked]
    tally.other_ratings = [reply for reply, marks in tally.ratings.items() if ratings.get(reply) != marks]
    tally.sessions = sessions


def report(asked, tally, memory):
    ms = lambda seconds: f"{1000 * seconds:.0f}"
    complete = sum(one["outcome"] == "complete" for one in tally.sessions)
    print(f"{asked.pairs} pairs, {asked.minutes:g} minutes, {len(tally.seconds)} actions ({len(tally.seconds) / asked.minutes / 60:.0f} a second)")
    print(f"an attempt: p50 {ms(share(tally.attempts, 50))} ms, p99 {ms(share(tally.attempts, 99))} ms, longest {ms(max(tally.attempts, default=0))} ms ({len(tally.attempts)} attempts)")
    print(f"an action, all its attempts and pauses: p50 {ms(share(tally.seconds, 50))} ms, p99 {ms(share(tally.seconds, 99))} ms, longest {ms(max(tally.seconds, default=0))} ms")
    print(f"a view on the partner's screen: p50 {share(tally.pushed, 50):.0f} ms, p99 {share(tally.pushed, 99):.0f} ms after it was made ({len(tally.pushed)} views)")
    for kind, seconds in sorted(tally.by_kind.items()):
        print(f"  {kind:<12} {len(seconds):>6}  mean {ms(statistics.mean(seconds)):>4}  p99 {ms(share(seconds, 99)):>4} ms")
    print(f"conversations: {len(tally.sessions)}, complete {complete}; texts acknowledged {len(tally.acknowledged)}, lost {len(tally.lost)}, twice {len(tally.twice)}")
    print(f"spans of {len(tally.spans)} replies, {len(tally.other_spans)} other than sent; ratings of {len(tally.ratings)}, {len(tally.other_ratings)} other than sent")
    print(f"sent again {tally.resent}, known as repeated {tally.repeated}; refused {tally.refused}; memory {', '.join(f'{one:.0f} MiB' for one in memory)}")
    for failure in tally.failures[:10]:
        print("failure:", failure)


if __name__ == "__main__":
    asyncio.run(main())
