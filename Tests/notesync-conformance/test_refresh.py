"""§2.3: how tokens are made anew, and §9.4: how the apps ask for it."""

import pytest

from tokens import claims_of


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def use(server, token):
    return server.get("/api/notes?limit=1", {"X-API-Key": server.api_key, **bearer(token)})


def test_get_with_the_refresh_token(account, server):
    """§2.3: GET with the refresh token as bearer, without an API key, gives a good access token."""
    answer = server.get("/auth/refresh", bearer(account.refresh))
    assert answer.status == 200
    assert use(server, answer.json()["access_token"]).status == 200


def test_refresh_tokens_are_not_used_up(account, server):
    """§2.1: one refresh token can be used any number of times."""
    for _ in range(3):
        assert server.get("/auth/refresh", bearer(account.refresh)).status == 200


@pytest.mark.original_only("2.3", "another server may answer with more")
def test_get_answers_with_an_access_token_only(account, server):
    """§2.3: `access_token` and the user's id as `message`, and nothing else."""
    value = server.get("/auth/refresh", bearer(account.refresh)).json()
    assert value.keys() == {"access_token", "message"}
    assert str(value["message"]) == claims_of(account.refresh)["sub"]


def test_get_with_an_access_token(account, server):
    """§2.3: an access token is no refresh token."""
    answer = server.get("/auth/refresh", bearer(account.access))
    assert (answer.status, answer.error) == (401, "invalid_token")


@pytest.mark.parametrize("headers", [{}, bearer("garbage")], ids=["none", "garbage"])
def test_get_with_a_bad_token(server, headers):
    """§2.4: the same 401 as everywhere."""
    answer = server.get("/auth/refresh", headers)
    assert answer.status == 401
    assert answer.error == ("invalid_token" if headers else "authorization_required")


@pytest.mark.signing_key
def test_get_with_an_expired_token(account, server, signing_key):
    """§2.3: `token_expired`, as for an access token."""
    answer = server.get("/auth/refresh", bearer(signing_key.expired(account.refresh)))
    assert (answer.status, answer.error) == (401, "token_expired")


@pytest.mark.original_only("2.3", "§9.4 asks other servers for this very request")
def test_post_is_refused(account, server):
    """§2.3: 405 for what both apps send, with the methods that are allowed."""
    for body in ({"refresh_token": account.refresh}, {"refreshToken": account.refresh}, {}):
        headers = {} if body else bearer(account.refresh)
        answer = server.post_json("/auth/refresh", body, headers)
        assert answer.status == 405
        assert answer.is_html or not body
        allowed = {each.strip() for each in answer.headers["Allow"].split(",")}
        assert allowed == {"GET", "OPTIONS", "HEAD"}


@pytest.mark.tl_only("9.4", "the original answers 405")
@pytest.mark.parametrize("name", ["refresh_token", "refreshToken"])
def test_post_as_the_apps_send_it(account, server, name):
    """§9.4: the token in JSON under either name, with the API key and no Authorization; four fields,
    of which iOS needs all and Android a `refresh_token`."""
    answer = server.post_json("/auth/refresh", {name: account.refresh}, {"X-API-Key": server.api_key})
    assert answer.status == 200, str(answer)
    value = answer.json()
    assert isinstance(value["access_token"], str)
    assert isinstance(value["refresh_token"], str)
    assert isinstance(value["token_type"], str)
    assert type(value["expires_in"]) is int and value["expires_in"] > 0
    assert use(server, value["access_token"]).status == 200
    again = server.post_json(
        "/auth/refresh", {name: value["refresh_token"]}, {"X-API-Key": server.api_key})
    assert again.status == 200


@pytest.mark.tl_only("9.4", "the original answers 405")
@pytest.mark.parametrize("token", ["garbage", "access", "missing"])
def test_post_with_a_bad_token(account, server, token):
    """§9.4, §9.5: 401 for a bad token, and never `token_expired`; a body without one is 400 or 401."""
    body = {"garbage": {"refresh_token": "garbage"}, "access": {"refresh_token": account.access},
            "missing": {}}[token]
    answer = server.post_json("/auth/refresh", body, {"X-API-Key": server.api_key})
    assert answer.status in ((400, 401) if token == "missing" else (401,)), str(answer)
    assert b"token_expired" not in answer.body


@pytest.mark.original_only("2.3", "another server may refresh there as well")
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("path", ["/api/auth/refresh", "/api/refresh", "/refresh"])
def test_other_addresses_do_not_exist(account, server, method, path):
    """§2.3: any method on these is 404 with HTML."""
    answer = server.request(method, path, b"{}" if method == "POST" else None, bearer(account.refresh))
    assert (answer.status, answer.is_html) == (404, True)
