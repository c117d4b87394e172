"""Requests made from the API's description: none breaks the server, and answers are as described."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path


CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "unsupported_method",
    "allow_header_conformance",
]
HERE = Path(__file__).parent


def post(url, body):
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def check(address, folder, *options, config=(), **environment):
    done = subprocess.run(
        [sys.executable, "-m", "schemathesis.cli", *config, "run", f"{address}/openapi.json"]
        + ["--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing"]
        + ["--max-examples", "25", "--seed", "1", "--generation-database", "none"]
        + ["--continue-on-failure", "--request-timeout", "60", *options],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_any_request_is_answered_as_described(address, tmp_path):
    check(address, tmp_path)


def test_requests_about_what_there_is_are_answered_as_described(address, tmp_path):
    conversation = post(f"{address}/api/conversations", {"collection": "demo"})["id"]
    post(f"{address}/api/conversations/{conversation}/turns", {"utterance": "What is Titan?", "after": 0})
    # It is needed to the end.
    options = ["--exclude-method", "DELETE"]
    config = ["--config-file", str(HERE / "schemathesis.toml")]
    check(address, tmp_path, *options, config=config, CONVERSATION=conversation)
