"""Starts `luarules serve`, asks it by the OFREP provider of OpenFeature, and compares the answers."""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import Empty, Queue
from urllib.parse import urljoin

import requests
from ld_eventsource import SSEClient
from ld_eventsource.config import ConnectStrategy
from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.exception import ErrorCode
from openfeature.flag_evaluation import FlagType, Reason

RULES = """
return {
  { key = "on", value = true },
  { key = "name", name = "thank pro", when = { plan = "pro" }, value = "Thank you!" },
  { key = "name", value = "Try pro" },
  { key = "count", value = 3 },
  { key = "ratio", value = 2 },
  { key = "config", value = { colors = { "red", "gray" }, size = { width = 3 } } },
  { key = "list", value = { 1, 2 } },
  { key = "nothing", when = { plan = "pro" }, value = 1 },
  { key = "greeting", value = function(c) return "Hello " .. c.targetingKey end },
  { key = "broken", value = function(c) return {} .. "" end },
  { key = "secret", value = "hidden" },
}
"""

SCHEMA = """
{
  "properties": {
    "on": { "type": "boolean" }, "name": { "type": "string" }, "count": { "type": "integer" },
    "ratio": { "type": "number" }, "config": { "type": "object" }, "list": { "type": "array" },
    "nothing": { "type": ["integer", "null"] }, "greeting": { "type": "string" },
    "broken": { "type": "string" }, "size": { "type": "integer", "default": 4 },
    "plan": { "type": "string", "enum": ["pro", "free"] },
    "secret": { "type": "string", "writeOnly": true }
  }
}
"""

DEFAULTS = {
    FlagType.BOOLEAN: False,
    FlagType.STRING: "mine",
    FlagType.INTEGER: -1,
    FlagType.FLOAT: -1.0,
    FlagType.OBJECT: {},
}

NOBODY = EvaluationContext()
PRO = EvaluationContext("ann", {"plan": "pro", "unread": {"a": [1, None, 2.5]}})

# Flag, type, context, value, reason, variant.
ANSWERS = [
    ("on", FlagType.BOOLEAN, NOBODY, True, Reason.STATIC, "rules/flags.lua:3"),
    ("name", FlagType.STRING, PRO, "Thank you!", Reason.TARGETING_MATCH, "thank pro"),
    ("name", FlagType.STRING, NOBODY, "Try pro", Reason.DEFAULT, "rules/flags.lua:5"),
    ("count", FlagType.INTEGER, NOBODY, 3, Reason.STATIC, "rules/flags.lua:6"),
    ("ratio", FlagType.FLOAT, NOBODY, 2.0, Reason.STATIC, "rules/flags.lua:7"),
    (
        "config",
        FlagType.OBJECT,
        NOBODY,
        {"colors": ["red", "gray"], "size": {"width": 3}},
        Reason.STATIC,
        "rules/flags.lua:8",
    ),
    ("list", FlagType.OBJECT, NOBODY, [1, 2], Reason.STATIC, "rules/flags.lua:9"),
    ("nothing", FlagType.INTEGER, NOBODY, -1, Reason.DEFAULT, "default"),
    ("nothing", FlagType.INTEGER, PRO, 1, Reason.TARGETING_MATCH, "rules/flags.lua:10"),
    ("size", FlagType.INTEGER, NOBODY, 4, Reason.DEFAULT, "default"),
    ("greeting", FlagType.STRING, PRO, "Hello ann", Reason.TARGETING_MATCH, "rules/flags.lua:11"),
]

# Flag, type, context, code, a part of the message.
ERRORS = [
    ("nope", FlagType.STRING, PRO, ErrorCode.FLAG_NOT_FOUND, "no rule assigns `nope`"),
    ("secret", FlagType.STRING, PRO, ErrorCode.FLAG_NOT_FOUND, "no rule assigns `secret`"),
    ("greeting", FlagType.STRING, NOBODY, ErrorCode.TARGETING_KEY_MISSING, "`targetingKey`"),
    (
        "name",
        FlagType.STRING,
        EvaluationContext("ann", {"plan": "por"}),
        ErrorCode.INVALID_CONTEXT,
        'did you mean "pro"?',
    ),
    (
        "name",
        FlagType.STRING,
        EvaluationContext("ann", {"long": "x" * 70_000}),
        ErrorCode.INVALID_CONTEXT,
        "more than 65536 bytes",
    ),
    ("broken", FlagType.STRING, PRO, ErrorCode.GENERAL, "rules/flags.lua:12: error: attempt to"),
    ("name", FlagType.INTEGER, PRO, ErrorCode.TYPE_MISMATCH, ""),
]


def check(what, is_right):
    """Ends the program unless something is as expected."""
    if not is_right:
        sys.exit(f"check-ofrep: {what}")


def client(address, token="geheim"):
    """Returns a client of OpenFeature that asks the service."""
    provider = OFREPProvider(address, headers_factory=lambda: {"Authorization": f"Bearer {token}"})
    api.set_provider(provider)
    return api.get_client()


def details(asking, flag, kind, context):
    """Asks for the details of a flag of a type."""
    ask = {
        FlagType.BOOLEAN: asking.get_boolean_details,
        FlagType.STRING: asking.get_string_details,
        FlagType.INTEGER: asking.get_integer_details,
        FlagType.FLOAT: asking.get_float_details,
        FlagType.OBJECT: asking.get_object_details,
    }[kind]
    return ask(flag, DEFAULTS[kind], context)


def check_flags(address):
    """Asks for flags of every type, and for every error."""
    asking = client(address)
    for flag, kind, context, value, reason, variant in ANSWERS:
        got = details(asking, flag, kind, context)
        expected = (value, type(value), reason, variant, None)
        check(
            f"{flag}: {got}, expected {expected}",
            (got.value, type(got.value), got.reason, got.variant, got.error_code) == expected,
        )
        check(f"{flag}: {got.flag_metadata}", got.flag_metadata["generation"] == 1)
    for flag, kind, context, code, message in ERRORS:
        got = details(asking, flag, kind, context)
        check(
            f"{flag}: {got}, expected {code} {message}",
            got.error_code == code
            and got.reason == Reason.ERROR
            and got.value == DEFAULTS[kind]
            and message in got.error_message,
        )
    got = details(client(address, "guessed"), "on", FlagType.BOOLEAN, NOBODY)
    check(f"{got}", got.error_code == ErrorCode.GENERAL and "unauthorized" in got.error_message)


def check_all(address):
    """Asks for all flags, as the provider for web pages does, which has no Python."""
    url = f"{address}/ofrep/v1/evaluate/flags"
    headers = {"X-API-Key": "geheim"}
    body = {"context": {"targetingKey": "ann", "on": False, "size": 5}}
    first = requests.post(url, json=body, headers=headers, timeout=5)
    flags = {flag["key"]: flag.get("value") for flag in first.json()["flags"]}
    check(f"{first.text}", flags["on"] is False and flags["size"] == 5 and "secret" not in flags)
    # Its rules fail, and the list has a tag nevertheless.
    check(f"{first.text}", any(flag.get("errorCode") == "GENERAL" for flag in first.json()["flags"]))
    headers["If-None-Match"] = first.headers["ETag"]
    for context in (body["context"], dict(reversed(body["context"].items()))):
        again = requests.post(url, json={"context": context}, headers=headers, timeout=5)
        check(f"{again.status_code}", again.status_code == 304 and again.content == b"")
    return url, headers, body, first.json()["eventStreams"]


def listen(address, token="geheim", last=None):
    """Listens to an event stream; returns the client and the queue of its events."""
    headers = {"Authorization": f"Bearer {token}"}
    source = SSEClient(ConnectStrategy.http(address, headers=headers), last_event_id=last)
    events = Queue()

    def run():
        try:
            for event in source.events:
                events.put(event)
        except Exception as problem:  # The thread has nobody else to tell.
            events.put(problem)

    threading.Thread(target=run, daemon=True).start()
    return source, events


def heard(events, seconds):
    """Waits for an event, and checks its form; returns its data and its identifier."""
    event = events.get(timeout=seconds)
    check(f"{event}", getattr(event, "event", None) == "message" and event.last_event_id)
    data = json.loads(event.data)
    check(f"{data}", data["type"] == "refetchEvaluation")
    check(f"{data}", isinstance(data["etag"], str) and abs(data["lastModified"] - time.time()) < 60)
    return data, event.last_event_id


def check_stream(file, address, url, headers, body, streams):
    """Edits the rules while clients listen, and asks again when they hear of it."""
    check(f"{streams}", [stream["type"] for stream in streams] == ["sse"])
    stream = urljoin(address, streams[0]["endpoint"]["requestUri"])
    check("a stream without a token", requests.get(stream, timeout=5).status_code == 401)
    clients = [listen(stream) for _ in range(20)]
    for _, events in clients:
        try:
            check(f"no edit, but {events.get(timeout=0.05)}", False)
        except Empty:
            pass
    delays = []
    last = None
    for edit in ("Buy pro", "Get pro", "Take pro"):
        start = time.monotonic()
        file.write_text(RULES.replace('"Try pro"', f'"{edit}"'))
        data, last = heard(clients[0][1], 30)
        delays.append(time.monotonic() - start)
        for _, events in clients[1:]:
            check("another event", heard(events, 5)[1] == last)
        query = {"flagConfigEtag": data["etag"], "flagConfigLastModified": data["lastModified"]}
        response = requests.post(url, json=body, headers=headers, params=query, timeout=5)
        check(response.text, response.status_code == 200 and f'"value":"{edit}"' in response.text)
    # A machine that is busy may delay one of them.
    check(f"heard after {delays} seconds", min(delays) < 1)
    for source, _ in clients:
        source.close()
    # What was missed meanwhile is told at once.
    first = last.rpartition("-")[0] + "-1"
    source, events = listen(stream, last=first)
    check("another event", heard(events, 5)[1] == last)
    source.close()
    return f"{len(clients)} clients heard of {len(delays)} edits, within {min(delays):.2f} seconds"


def main(command):
    """Runs everything against one service."""
    with tempfile.TemporaryDirectory() as folder:
        rules = Path(folder, "rules")
        rules.mkdir()
        (rules / "flags.lua").write_text(RULES)
        Path(folder, "schema.json").write_text(SCHEMA)
        arguments = ["serve", "rules", "--schema", "schema.json", "--port", "0"]
        environment = {**os.environ, "LUARULES_TOKENS": "other\ngeheim"}
        with subprocess.Popen(
            [command, *arguments], cwd=folder, env=environment, stderr=subprocess.PIPE, text=True
        ) as service:
            try:
                said = service.stderr.readline()
                found = re.search(r"http://127\.0\.0\.1:\d+", said)
                check(said, found)
                address = found.group()
                check_flags(address)
                said = check_stream(rules / "flags.lua", address, *check_all(address))
                # The end of the service ends the streams that are open.
                _, events = listen(f"{address}/ofrep/v1/events")
                heard(events, 5)
            finally:
                service.terminate()
                errors = service.stderr.read()
        check(f"exit status {service.returncode}\n{errors}", service.returncode == 0)
        check(errors, "geheim" not in errors)
    print(f"check-ofrep: {len(ANSWERS)} answers and {len(ERRORS) + 1} errors are as expected; {said}")


main(Path(sys.argv[1]).resolve())
