"""The examples of the protocol, which docs/notesync.md quotes and the suite sends."""

import json
import re
from pathlib import Path

from times import microseconds_of

FOLDER = Path(__file__).parent / "examples"
PROXIES = Path(__file__).parent / "proxies"
DOCUMENT = Path(__file__).resolve().parent / ".." / ".." / "docs" / "notesync.md"
LAST = "2026-03-01T10:05:00Z"
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"2026-03-01T\d\d:\d\d:\d\dZ")
PLACEHOLDER = re.compile(r"<[a-z -]+>")


def text_of_example(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def example(name: str, ids=lambda id: id, at=None):
    """One example as a value. Each UUID in it is what `ids` makes of it; with `at` the times are moved, so
    that the last one of all examples is `at()`."""
    text = UUID.sub(lambda match: ids(match[0]), text_of_example(name))
    if at:
        text = TIME.sub(lambda match: at(seconds_between(LAST, match[0])), text)
    return json.loads(text)


def seconds_between(one: str, other: str) -> int:
    return (microseconds_of(other) - microseconds_of(one)) // 1_000_000


def quoted(document: str):
    """(name of the example, its text) for each JSON block of the document."""
    pattern = r"\(\.\./Tests/notesync-conformance/examples/([\w.-]+)\.json\)[^\n]*\n+```json\n(.*?)```"
    return re.findall(pattern, document, re.DOTALL)


def blocks(document: str, language: str):
    """The texts of all blocks of the document in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", document, re.DOTALL | re.MULTILINE)


def assert_like(answered, expected, place="answer"):
    """Equal, but for placeholders such as `<access token>`, the order of tags, a `deletedAt` of null,
    which may be left out, and keys that the answer has more."""
    if isinstance(expected, str) and PLACEHOLDER.fullmatch(expected):
        may_be_null = answered is None and "or null" in expected
        assert may_be_null or isinstance(answered, (str, int)), place
    elif isinstance(expected, dict):
        for name, value in expected.items():
            if name == "deletedAt" and value is None:
                assert answered.get(name) is None, place
            elif name == "tags":
                assert sorted(answered[name]) == sorted(value), place
            else:
                assert name in answered, f"{place} has no {name}"
                assert_like(answered[name], value, f"{place}.{name}")
    elif isinstance(expected, list):
        assert len(answered) == len(expected), place
        for number, (one, other) in enumerate(zip(answered, expected)):
            assert_like(one, other, f"{place}[{number}]")
    else:
        assert answered == expected, place
