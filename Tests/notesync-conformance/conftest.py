"""Options, fixtures and the choice of tests for one server."""

import os
import time
from dataclasses import dataclass

import pytest

from client import Account, Server, fresh_id, make_op
from tokens import SigningKey
from times import text_of

SECTION = "§"


def pytest_addoption(parser):
    group = parser.getgroup("notesync")

    def option(name, variable=None, **settings):
        default = os.environ.get(variable, settings.pop("default", None)) if variable else settings.pop(
            "default", None)
        group.addoption(name, default=default, **settings)

    option("--base-url", "NOTESYNC_BASE_URL", help="address of the server, without a final slash")
    option("--api-key", "NOTESYNC_API_KEY", help="the server's API key")
    option("--user", "NOTESYNC_USER", help="name of an account, best one of its own for this suite")
    option("--password", "NOTESYNC_PASSWORD", help="its password")
    option("--other-user", "NOTESYNC_OTHER_USER", help="a second account on the same server")
    option("--other-password", "NOTESYNC_OTHER_PASSWORD", help="its password")
    option("--flavour", choices=["original", "tl"], default="tl", help="which server it is")
    option("--signing-key", help="file with the key of the server's HS256 tokens")
    option("--auth-code", help="a fresh authorisation code of the account (it is used up)")
    option("--register", action="store_true", default=False, help="let tests make accounts")
    option("--slow", action="store_true", default=False, help="run the slow tests too")
    option("--pause", type=float, default=0.0, help="seconds to wait before each request")
    option("--timeout", type=float, default=60.0, help="seconds to wait for an answer")
    option("--ca-file", help="certificate authority of a server with a certificate of its own")


def pytest_collection_modifyitems(config, items):
    """Leaves out what is not for this server; a test that names no section is a mistake."""
    chosen, others = [], []
    for item in items:
        if SECTION not in (item.function.__doc__ or ""):
            raise pytest.UsageError(f"{item.nodeid}: the docstring names no section of the contract")
        (chosen if is_for_this_server(item, config) else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = chosen


def is_for_this_server(item, config) -> bool:
    original = config.getoption("--flavour") == "original"
    wanted = {
        "original_only": original,
        "tl_only": not original,
        "second_account": bool(config.getoption("--other-user")),
        "signing_key": bool(config.getoption("--signing-key")),
        "auth_code": bool(config.getoption("--auth-code")) or not original,
        "register": config.getoption("--register"),
        "slow": config.getoption("--slow"),
    }
    return all(wanted.get(mark.name, True) for mark in item.iter_markers())


@pytest.fixture(scope="session")
def options(pytestconfig):
    for name in ("--base-url", "--api-key", "--user", "--password"):
        if not pytestconfig.getoption(name):
            raise pytest.UsageError(f"{name} is needed")
    return pytestconfig


@pytest.fixture(scope="session")
def original(options) -> bool:
    """Whether the server is the original backend."""
    return options.getoption("--flavour") == "original"


@pytest.fixture(scope="session")
def server(options) -> Server:
    return Server(
        options.getoption("--base-url"), options.getoption("--api-key"),
        pause=options.getoption("--pause"), timeout=options.getoption("--timeout"),
        ca_file=options.getoption("--ca-file"))


@pytest.fixture(scope="session")
def account(options, server, at):
    """The account of this run; what the run made is deleted at the end."""
    account = Account.login(
        server, options.getoption("--user"), options.getoption("--password"), since=at.earliest)
    yield account
    account.clean_up()


@pytest.fixture(scope="session")
def other_account(options, server, at):
    """The second account."""
    account = Account.login(
        server, options.getoption("--other-user"), options.getoption("--other-password"), since=at.earliest)
    yield account
    account.clean_up()


@pytest.fixture(scope="session")
def signing_key(options) -> SigningKey:
    return SigningKey.from_file(options.getoption("--signing-key"))


@dataclass(frozen=True)
class Clock:
    """Times around an hour before this run began, so that no note of it lies in the future."""

    start: int

    def __call__(self, seconds=0, microseconds=0) -> str:
        return text_of((self.start + seconds) * 1_000_000 + microseconds)

    def now(self, seconds=0) -> str:
        """So many seconds from this one: later than what was written in earnest."""
        return text_of((int(time.time()) + seconds) * 1_000_000)

    @property
    def earliest(self) -> str:
        """No note of the run has an `updatedAt` before this; else each restore would have to go on until
        it comes to that note."""
        return self(-3600)


@pytest.fixture(scope="session")
def at() -> Clock:
    return Clock(int(time.time()) - 3600)


@pytest.fixture(scope="session")
def shown(original):
    """How a server answers with a time: the original exactly, ours cut to the second (§3.3, §9.7)."""

    def show(text: str) -> str:
        return text if original or "." not in text else text[:19] + "Z"

    return show


@pytest.fixture
def make_note(at):
    """Makes notes of this run, each with an id of its own unless one is given."""

    def make(text="conformance", *, id=None, updated=None, created=None, **fields):
        note = {
            "id": id or fresh_id(),
            "text": text,
            "isPinned": False,
            "tags": [],
            "createdAt": created or at(-60),
            "updatedAt": updated or at(),
            "deletedAt": None,
        }
        return {**note, **fields}

    return make


@pytest.fixture(scope="session")
def state(account):
    """What the server has of a note, without changing it: a known opId is answered and never looked
    at again (§3.5). None where it has nothing; then the sentinel text comes back."""
    burnt = {}

    def read(id, on=None):
        asked = on or account
        sentinel = {
            "id": id, "text": "conformance sentinel", "isPinned": False, "tags": [],
            "createdAt": "2001-01-01T00:00:00Z", "updatedAt": "2001-01-01T00:00:00Z",
        }
        if asked.username not in burnt:
            burnt[asked.username] = fresh_id()
            asked.sync(make_op({**sentinel, "id": fresh_id()}, "delete", id=burnt[asked.username]))
        [result] = asked.sync(make_op(sentinel, id=burnt[asked.username]))
        assert result.skipped
        return None if result.note["text"] == sentinel["text"] else result.note

    return read
