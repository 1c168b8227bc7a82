"""§2.2 B: the password login; §2.1: logout."""

import json

import pytest

from client import Account, fresh_id, make_op


@pytest.fixture
def credentials(options):
    return {"username": options("--user"), "password": options("--password")}


def test_login_answers_with_nested_tokens(server, credentials):
    """§2.2 B: 200 with `message` and both tokens below `tokens`, without an API key."""
    answer = server.post_json("/auth/login", credentials)
    assert answer.status == 200
    assert answer.content_type == "application/json"
    value = answer.json()
    assert "message" in value
    assert {"access_token", "refresh_token"} <= value["tokens"].keys()
    assert all(isinstance(value["tokens"][name], str) for name in ("access_token", "refresh_token"))


@pytest.mark.original_only("2.2 B", "more keys than the original's hurt no client")
def test_login_says_no_expires_in(server, credentials):
    """§2.2 B: no `expires_in`."""
    value = server.post_json("/auth/login", credentials).json()
    assert value.keys() == {"message", "tokens"}
    assert value["tokens"].keys() == {"access_token", "refresh_token"}


def test_tokens_of_each_login_are_good_side_by_side(server, account, credentials):
    """§2.2 B: these tokens work on /api, and a further login ends no earlier one."""
    another = Account.login(server, **credentials)
    assert another.restore_answer("?limit=1").status == 200
    assert account.restore_answer("?limit=1").status == 200


@pytest.mark.parametrize("which", ["password", "username"])
def test_wrong_name_or_password(server, credentials, which):
    """§2.2 B: 401, and the answer does not tell which of the two was wrong."""
    answer = server.post_json("/auth/login", {**credentials, which: fresh_id()})
    assert answer.status == 401
    assert answer.json()["message"] == "Invalid username or password"
    assert b"token_expired" not in answer.body


def test_login_wants_json(server, credentials, original):
    """§2.2 B: another content type is 415 with HTML; another server may choose its 4xx, or read it."""
    answer = server.request(
        "POST", "/auth/login", json.dumps(credentials).encode(), {"Content-Type": "text/plain"})
    if original:
        assert (answer.status, answer.is_html) == (415, True)
    else:
        assert answer.status == 200 or 400 <= answer.status < 500


def test_broken_json(server, original):
    """§2.2 B: 400."""
    answer = server.request("POST", "/auth/login", b'{"username": ', {"Content-Type": "application/json"})
    assert answer.status == 400
    if original:
        assert answer.is_html


def test_login_without_a_password(server, credentials, original):
    """§2.2 B: a missing password of a known user is 500; another server does better with a 4xx."""
    answer = server.post_json("/auth/login", {"username": credentials["username"]})
    if original:
        assert answer.status == 500
    else:
        assert 400 <= answer.status < 500


@pytest.mark.parametrize("which", ["access", "refresh"])
def test_logout(server, account, credentials, original, which):
    """§2.1: 200 with a message for a token of either kind, and both tokens go on working. A better server
    ends both, but those of no other sign-in; or it has no such address."""
    session = Account.login(server, **credentials)
    answer = server.get("/auth/logout", {"Authorization": f"Bearer {getattr(session, which)}"})
    use = session.restore_answer("?limit=1")
    refresh = server.get("/auth/refresh", {"Authorization": f"Bearer {session.refresh}"})
    if not original and answer.status == 404:
        assert (use.status, refresh.status) == (200, 200)
        return
    assert answer.status == 200, str(answer)
    assert "msg" in answer.json()
    if original:
        assert (use.status, refresh.status) == (200, 200)
        assert which == "refresh" or answer.json() == {"msg": "access token has been revoked"}
    else:
        assert (use.status, refresh.status) == (401, 401)
        assert b"token_expired" not in use.body + refresh.body, "no refresh helps (§9.5)"
    assert account.restore_answer("?limit=1").status == 200


@pytest.mark.register
@pytest.mark.original_only("2.2 B", "open registration is nothing to copy; on SQLite it is 500")
def test_register(server):
    """§2.2 B: open to anyone, on PostgreSQL."""
    name = fresh_id()
    password = fresh_id()  # the account stays, so that nobody else may know it
    person = {"username": name, "email": f"{name}@example.org", "role": "user", "password": password}
    assert server.post_json("/auth/register", person).status == 201
    assert server.post_json("/auth/register", person).status == 400
    assert server.post_json("/auth/register", {**person, "username": fresh_id()}).status == 500
    fresh = {**person, "username": fresh_id(), "email": f"{fresh_id()}@example.org"}
    assert server.post_json("/auth/register", {k: v for k, v in fresh.items() if k != "password"}).status == 500
    assert Account.login(server, name, password).sync() == []


@pytest.mark.second_account
def test_accounts_are_apart(account, other_account, make_note):
    """§2.2, §4: a restore lists the notes of its user alone."""
    note = make_note("mine")
    account.sync(make_op(note))
    assert account.listed(note["id"])
    assert other_account.listed(note["id"]) is None
