"""Kills a server at random moments while clients talk to it, and counts turns that were lost or said twice.

python3 kill.py GRICE [--database URL] [--kills 100] [--turns 1000] [--clients 4]

A client that gets no answer repeats its request with the same `after` until it gets one.
"""

import argparse
import http.client
import json
import os
import random
import socket
import subprocess
import tempfile
import threading
import time

SMALL_TALK = ["Thanks", "Hello", "Thank you", "Good morning", "Thanks a lot", "Hi", "Many thanks"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def send(port, method, path, body=None):
    """Status and JSON; an error where the whole answer did not come."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, path, json.dumps(body), {"Content-Type": "application/json"})
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


class Server:
    def __init__(self, program, environment, port, database):
        flags = ["--system", "bare", "--port", str(port)]
        self.command = [program, "serve", "demo", *flags, *(["--database", database] if database else [])]
        self.environment, self.port = environment, port
        self.start()

    def start(self):
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(self.command, env=self.environment, stdout=quiet, stderr=quiet)

    def wait(self):
        while True:
            try:
                if send(self.port, "GET", "/ready")[0] == 200:
                    return
            except (OSError, http.client.HTTPException):
                time.sleep(0.005)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Client(threading.Thread):
    """Says one thing after another, and remembers what was acknowledged."""

    def __init__(self, port, number, enough):
        super().__init__(daemon=True)
        self.port, self.number, self.enough = port, number, enough
        self.said, self.wrong, self.broken, self.saved_before = [], [], 0, 0
        self.id = send(port, "POST", "/api/conversations", {"collection": "demo"})[1]["id"]

    def run(self):
        while not self.enough():
            after = len(self.said)
            utterance = SMALL_TALK[(after * 3 + self.number) % len(SMALL_TALK)]
            self.say(utterance, after)
            self.said.append(utterance)

    def say(self, utterance, after):
        path = f"/api/conversations/{self.id}"
        unanswered = False
        while True:
            try:
                if unanswered:
                    self.saved_before += len(send(self.port, "GET", path)[1]["said"]) > after
                    unanswered = False
                status, turn = send(self.port, "POST", f"{path}/turns", {"utterance": utterance, "after": after})
            except ConnectionRefusedError:
                time.sleep(0.005)
                continue
            except (OSError, http.client.HTTPException, ValueError):
                self.broken += 1
                unanswered = True
                continue
            if status == 201 and turn["number"] == after and turn["question"] == utterance:
                return
            self.wrong.append((status, turn))
            time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grice")
    parser.add_argument("--database", default="")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "GRICE_HOME": home, "GRICE_SERVE_LOG": "error"}
        server = Server(options.grice, environment, free_port(), options.database)
        server.wait()
        began = time.time()
        server.kill()
        server.start()
        server.wait()
        start = time.time() - began
        kills = 0

        def enough():
            return kills >= options.kills and sum(len(c.said) for c in clients) >= options.turns

        clients = []
        clients += [Client(server.port, number, enough) for number in range(options.clients)]
        for client in clients:
            client.start()
        while kills < options.kills:
            # From the first moment of starting to some time of answering.
            time.sleep(chance.uniform(0, 1.5 * start + 0.1))
            server.kill()
            kills += 1
            server.start()
        during = sum(len(c.said) for c in clients)
        for client in clients:
            client.join()
        server.kill()
        server.start()
        server.wait()
        lost = twice = other = 0
        for client in clients:
            status, kept = send(server.port, "GET", f"/api/conversations/{client.id}")
            questions = [turn["question"] for turn in kept["said"]]
            lost += max(0, len(client.said) - len(questions))
            twice += max(0, len(questions) - len(client.said))
            other += sum(a != b for a, b in zip(client.said, questions))
        server.kill()
    print(f"start                               {start:.2f} s")
    print(f"kills                               {kills}")
    print(f"turns acknowledged                  {sum(len(c.said) for c in clients)}")
    print(f"  of these before the last kill     {during}")
    print(f"requests whose answer did not come  {sum(c.broken for c in clients)}")
    print(f"  of these saved before the kill    {sum(c.saved_before for c in clients)}")
    print(f"acknowledged turns lost             {lost}")
    print(f"turns said twice                    {twice}")
    print(f"turns with other words              {other}")
    print(f"other answers                       {[w for c in clients for w in c.wrong]}")
    raise SystemExit(bool(lost or twice or other))


if __name__ == "__main__":
    main()
