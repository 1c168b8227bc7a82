"""Options, fixtures and the choice of tests for one server."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from client import Account, Server, fresh_id, make_op
from tokens import SigningKey
from times import text_of

SECTION = "§"
VARIABLES = {
    "--base-url": "NOTESYNC_BASE_URL",
    "--api-key": "NOTESYNC_API_KEY",
    "--user": "NOTESYNC_USER",
    "--password": "NOTESYNC_PASSWORD",
    "--other-user": "NOTESYNC_OTHER_USER",
    "--other-password": "NOTESYNC_OTHER_PASSWORD",
}
NEEDED = ("--base-url", "--api-key", "--user", "--password")


# MARK: options


def pytest_addoption(parser):
    group = parser.getgroup("notesync")

    def option(name, **settings):
        argument = name if "action" in settings else f"{name}=1"
        if not is_known(parser, argument):
            group.addoption(name, **settings)

    option("--base-url", help="what stands before /api and /auth in the server's addresses")
    option("--api-key", help="the server's API key")
    option("--user", help="name of an account of its own for this suite")
    option("--password", help="its password")
    option("--other-user", help="a second account on the same server")
    option("--other-password", help="its password")
    option("--flavour", choices=["original", "tl"], default="tl", help="which server it is; tl unless told")
    option("--signing-key", help="file with the key of the server's HS256 tokens")
    option("--auth-code", help="a fresh authorisation code of the account (it is used up)")
    option("--register", action="store_true", help="let tests make accounts")
    option("--slow", action="store_true", help="run the slow tests too")
    option("--pause", type=float, default=0.0, help="seconds to wait before each request")
    option("--timeout", type=float, help="seconds to wait for an answer; 60 unless told")
    option("--ca-file", help="certificate authority of a server with a certificate of its own")


def is_known(parser, argument) -> bool:
    """Whether a plugin of pytest has this option, as pytest-base-url and pytest-timeout have two of ours:
    a second one of the name would end pytest, while the value of the first can be read."""
    try:
        return argument not in parser.parse_known_and_unknown_args([argument])[1]
    except pytest.UsageError:
        return True


def setting(config, name):
    """What the command line says, else the environment. A plugin's option may be empty where it is not
    given."""
    return config.getoption(name) or os.environ.get(VARIABLES.get(name, ""))


def check_settings(config):
    """Says once what is missing, where it would fail each test."""
    for name in NEEDED:
        if not setting(config, name):
            raise pytest.UsageError(f"{name} is needed, or {VARIABLES[name]} in the environment")
    if not setting(config, "--base-url").startswith(("http://", "https://")):
        raise pytest.UsageError("--base-url must begin with http:// or https://")
    if bool(setting(config, "--other-user")) != bool(setting(config, "--other-password")):
        raise pytest.UsageError("--other-user and --other-password need each other")
    for name in ("--signing-key", "--ca-file"):
        path = setting(config, name)
        if path and not Path(path).is_file():
            raise pytest.UsageError(f"{name}: there is no file {path}")


# MARK: the choice of tests


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Leaves out what is not for this server; a test that names no section is a mistake. What needs an
    authorisation code comes first: a code is good for 300 seconds (§2.2 A)."""
    chosen, others = [], []
    for item in items:
        if SECTION not in (item.function.__doc__ or ""):
            raise pytest.UsageError(f"{item.nodeid}: the docstring names no section of the contract")
        (chosen if is_for_this_server(item, config) else others).append(item)
    if others:
        config.hook.pytest_deselected(items=others)
    items[:] = sorted(chosen, key=lambda item: item.get_closest_marker("auth_code") is None)
    if any("options" in item.fixturenames for item in items) and not config.option.collectonly:
        check_settings(config)


def is_for_this_server(item, config) -> bool:
    original = setting(config, "--flavour") == "original"
    wanted = {
        "original_only": original,
        "tl_only": not original,
        "second_account": bool(setting(config, "--other-user")),
        "signing_key": bool(setting(config, "--signing-key")),
        "auth_code": bool(setting(config, "--auth-code")) or not original,
        "register": setting(config, "--register"),
        "slow": setting(config, "--slow"),
    }
    return all(wanted.get(mark.name, True) for mark in item.iter_markers())


# MARK: the server


@pytest.fixture(scope="session")
def options(pytestconfig):
    """Tells the value of an option by its name."""
    return lambda name: setting(pytestconfig, name)


@pytest.fixture(scope="session")
def original(options) -> bool:
    """Whether the server is the original backend."""
    return options("--flavour") == "original"


@pytest.fixture(scope="session")
def server(options) -> Server:
    return Server(
        options("--base-url"), options("--api-key"), pause=options("--pause") or 0.0,
        timeout=options("--timeout") or 60.0, ca_file=options("--ca-file"))


@pytest.fixture(scope="session")
def account(options, server, at):
    """The account of this run; what the run made is deleted at the end. Without it no test has a point."""
    try:
        account = Account.login(server, options("--user"), options("--password"), since=at.earliest)
    except (AssertionError, OSError) as error:
        pytest.exit(f"there is no signing in: {error}", returncode=pytest.ExitCode.USAGE_ERROR)
    yield account
    account.clean_up()


@pytest.fixture(scope="session")
def other_account(options, server, at):
    """The second account."""
    account = Account.login(
        server, options("--other-user"), options("--other-password"), since=at.earliest)
    yield account
    account.clean_up()


@pytest.fixture(scope="session")
def signing_key(options) -> SigningKey:
    return SigningKey.from_file(options("--signing-key"))


# MARK: notes and their times


@dataclass(frozen=True)
class Clock:
    """Times around a quarter of an hour before this run began, so that no note of it lies in the future."""

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
    return Clock(int(time.time()) - 900)


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


@pytest.fixture
def passing(account, make_note):
    """Makes notes that are deleted after their test, large texts and all: every restore would list them."""
    made = []

    def make(text, **fields):
        made.append(make_note(text, **fields))
        return made[-1]

    yield make
    account.empty(*[note["id"] for note in made if len(note["text"]) > 10_000])
    account.delete(*[note["id"] for note in made])


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
