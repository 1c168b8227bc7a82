"""§6: sizes and numbers. The slow tests send large bodies: --slow."""

import json
import time

import pytest

from client import Account, fresh_id, make_media, make_op

LIMIT = 52_428_800


def padded(ops, size):
    """A request of exactly this many bytes; a key that nobody knows takes the space."""
    head = json.dumps({"ops": ops})[:-1].encode() + b', "padding": "'
    return head, size - len(head) - len(b'"}'), b'"}'


def pieces_of(head, blanks, tail):
    yield head
    while blanks:
        size = min(blanks, 65_536)
        yield b"x" * size
        blanks -= size
    yield tail


def headers_of(account: Account, length=None):
    sized = {} if length is None else {"Content-Length": str(length)}
    return {**account.headers, "Content-Type": "application/json", **sized}


def answered_in_time(original, ask):
    """The answer to a long request, and how many seconds it took. The original ends one after 30 s by its
    own clock (§6): on a slow machine there is nothing to look at."""
    started = time.monotonic()
    answer = ask()
    took = time.monotonic() - started
    if original and answer.status == 500 and took >= 30:
        pytest.skip(f"this machine needs more than 30 s, after which the server ends a request (§6): {answer}")
    return answer, took


@pytest.mark.slow
@pytest.mark.parametrize("way", ["sized", "chunked"])
def test_largest_request(account, server, make_note, original, way):
    """§6: 52,428,800 bytes exactly are accepted, chunked as well."""
    op = make_op(make_note("large request"))
    headers = headers_of(account, LIMIT if way == "sized" else None)
    parts = padded([op], LIMIT)
    answer, _ = answered_in_time(
        original, lambda: server.post_large("/api/notesync", lambda: pieces_of(*parts), headers))
    account.remember(answer)
    assert answer.status == 200, str(answer)
    assert answer.json()["results"][0]["result"] == "applied"


@pytest.mark.slow
def test_one_byte_more(account, server, make_note, original, state):
    """§5, §6: 413, in the original with HTML, and nothing is stored."""
    op = make_op(make_note("too large"))
    parts = padded([op], LIMIT + 1)
    answer = server.post_large(
        "/api/notesync", lambda: pieces_of(*parts), headers_of(account, LIMIT + 1))
    assert answer.status == 413
    assert answer.is_html or not original
    assert b"token_expired" not in answer.body
    assert state(op["note"]["id"]) is None


@pytest.mark.slow
def test_one_byte_more_chunked(account, server, make_note, original, state):
    """§5: 500 with HTML; a proxy in front has its own 413 page. Another server says 413."""
    op = make_op(make_note("too large"))
    parts = padded([op], LIMIT + 1)
    answer = server.post_large("/api/notesync", lambda: pieces_of(*parts), headers_of(account))
    if original:
        assert answer.status in (500, 413) and answer.is_html
    else:
        assert answer.status == 413
    assert state(op["note"]["id"]) is None


@pytest.mark.slow
def test_too_large_without_a_key(server):
    """§5: the key is checked before the size: 401. A proxy in front has its own 413 page."""
    headers = {"Content-Type": "application/json", "Content-Length": str(LIMIT + 1)}
    answer = server.post_large(
        "/api/notesync", lambda: pieces_of(b'{"ops": [', LIMIT - 20, b"]}"), headers)
    if not (answer.status == 413 and answer.is_html):
        assert (answer.status, answer.error) == (401, "unauthorized")


@pytest.mark.slow
def test_long_text(account, passing):
    """§3.1: 20 MB of text are accepted, and come back."""
    note = passing("word " * 4_000_000)
    [result] = account.sync(make_op(note))
    assert result.applied
    assert result.note["text"] == note["text"]
    assert account.listed(note["id"])["text"] == note["text"]


@pytest.mark.slow
def test_large_media(account, passing):
    """§6: no limit of their own; 12 MB of bytes come back."""
    data = fresh_id().encode() * (12_000_000 // 36)
    entry = make_media(data)
    note = passing("large photo")
    account.sync(make_op(note, media=[entry]))
    [kept] = account.media_of(note["id"])
    assert kept["dataBase64"] == entry["dataBase64"]


def outcomes_in_time(account, ops, original):
    """The results' words. For another server 30 s are the time to hold (§9.15)."""
    answer, took = answered_in_time(original, lambda: account.post_ops(*ops))
    assert answer.status == 200, str(answer)
    assert original or took < 30
    return [result["result"] for result in answer.json()["results"]]


def test_a_hundred_operations(account, make_note, original):
    """§6: no number is set; a hundred took 0.8 s, and more than 30 s are not granted."""
    ops = [make_op(make_note(tags=["a", "b"])) for _ in range(100)]
    assert outcomes_in_time(account, ops, original) == ["applied"] * 100


@pytest.mark.slow
def test_a_thousand_operations(account, passing, original):
    """§6: 1,000 took 12 s, and 2.1 s when they came again."""
    ops = [make_op(passing(f"number {number}", tags=["a", "b"])) for number in range(1000)]
    for expected in ("applied", "skipped"):
        assert outcomes_in_time(account, ops, original) == [expected] * 1000


@pytest.mark.slow
def test_probe_of_a_thousand_notes(account, make_note, original):
    """§11: one burnt opId asks for many notes in one request."""
    op = make_op(make_note("known"))
    account.sync(op)
    asked = [{**op, "note": {**op["note"], "id": fresh_id()}} for _ in range(999)]
    assert outcomes_in_time(account, [*asked, op], original) == ["skipped"] * 1000
