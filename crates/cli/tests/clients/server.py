"""A server of the program under test, with a home of its own."""

import os
import re
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager

GRICE = os.environ.get("GRICE", "target/release/grice")


@contextmanager
def home():
    with tempfile.TemporaryDirectory(prefix="grice-clients-") as folder:
        yield {**os.environ, "GRICE_HOME": folder}


@contextmanager
def serving(environment, *flags):
    """The address of `grice serve`, which is ended afterwards."""
    process = subprocess.Popen(
        [GRICE, "serve", "--port", "0", *flags], env=environment, stderr=subprocess.PIPE, text=True
    )
    try:
        lines = []
        for line in process.stderr:
            lines.append(line)
            if found := re.search(r"Grice is at (http://\S+)", line):
                break
        else:
            raise RuntimeError("grice serve has ended:\n" + "".join(lines))
        # A log that nobody reads would stop the server once the pipe is full.
        threading.Thread(target=lambda: all(process.stderr), daemon=True).start()
        yield found[1]
    finally:
        process.terminate()
        process.wait(timeout=90)


def run(environment, *arguments):
    done = subprocess.run([GRICE, *arguments], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def get(url, key=None):
    """Status and text of an address."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"} if key else {})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()
