"""§2 and §2.4: the API key, the bearer token and what is refused."""

import base64
import json

import pytest

from tokens import claims_of, header_of, sign

ENDPOINTS = [("POST", "/api/notesync"), ("GET", "/api/notes")]


def ask(server, method, path, **headers):
    named = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
    body = json.dumps({"ops": []}).encode() if method == "POST" else None
    return server.request(method, path, body, {"Content-Type": "application/json", **named})


def refused(answer, error):
    """401 with this error; nothing but an expired token may be called so (§9.5). Without a challenge
    (§1): libraries of HTTP answer one on their own."""
    assert answer.status == 401, str(answer)
    assert answer.error == error, str(answer)
    assert "WWW-Authenticate" not in answer.headers
    assert b"token_expired" not in answer.body


@pytest.fixture(params=ENDPOINTS, ids=lambda endpoint: endpoint[1])
def endpoint(request):
    return request.param


def test_key_and_token_are_accepted(account, server, endpoint):
    """§2: both credentials on both endpoints."""
    assert ask(server, *endpoint, **account.headers).status == 200


def test_names_of_headers_are_case_insensitive(account, server, endpoint):
    """§2: header names are case-insensitive."""
    headers = {"x-api-key": server.api_key, "AUTHORIZATION": f"Bearer {account.access}"}
    assert ask(server, *endpoint, **headers).status == 200


@pytest.mark.parametrize("change", ["missing", "empty", "wrong", "longer", "case"])
def test_api_key_must_be_exact(account, server, endpoint, change):
    """§2, §2.4: the key is compared exactly; without it `unauthorized`."""
    key = server.api_key
    changed = {"missing": None, "empty": "", "wrong": "wrong", "longer": key + "x", "case": key.swapcase()}
    if changed[change] == key:
        pytest.skip("a key without letters has no other case")
    headers = {**account.headers, "X-API-Key": changed[change]}
    refused(ask(server, *endpoint, **headers), "unauthorized")


def test_api_key_is_checked_before_the_token(server, endpoint):
    """§2.4: checked first, even if the token is bad too."""
    refused(ask(server, *endpoint, X_API_Key="wrong", Authorization="Bearer garbage"), "unauthorized")
    refused(ask(server, *endpoint), "unauthorized")


@pytest.mark.parametrize("form", ["{token}", "Basic {token}", None])
def test_other_schemes_count_as_missing(account, server, endpoint, form):
    """§2, §2.4: a bare token, another scheme or no header: `authorization_required`."""
    value = form and form.format(token=account.access)
    answer = ask(server, *endpoint, X_API_Key=server.api_key, Authorization=value)
    refused(answer, "authorization_required")
    assert answer.json()["msg"] == "Missing token"


def test_lower_case_bearer(account, server, endpoint, original):
    """§2: `bearer` counts as missing. Schemes are case-insensitive by HTTP's rules, so that another
    server may take it."""
    answer = ask(server, *endpoint, X_API_Key=server.api_key, Authorization=f"bearer {account.access}")
    if original or answer.status != 200:
        refused(answer, "authorization_required")


def altered(token, part, place):
    """The token with one character of a part changed."""
    parts = token.split(".")
    old = parts[part][place]
    text = list(parts[part])
    text[place] = "A" if old != "A" else "B"
    parts[part] = "".join(text)
    return ".".join(parts)


@pytest.mark.parametrize("kind", ["garbage", "claims", "signature", "unsigned", "cut", "refresh"])
def test_bad_tokens(account, server, endpoint, kind):
    """§2.4: garbage, tampered or a refresh token: `invalid_token`."""
    access = account.access
    none = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').rstrip(b"=").decode()
    token = {
        "garbage": "garbage",
        "claims": altered(access, 1, 8),
        "signature": altered(access, 2, 8),
        "unsigned": f"{none}.{access.split('.')[1]}.",
        "cut": access.rsplit(".", 1)[0],
        "refresh": account.refresh,
    }[kind]
    answer = ask(server, *endpoint, X_API_Key=server.api_key, Authorization=f"Bearer {token}")
    refused(answer, "invalid_token")
    assert answer.json()["msg"] == "Invalid token"


def test_empty_token(server, endpoint, original):
    """§2.4: an empty token is an invalid one. HTTP strips the blank after `Bearer`, so that another
    server may as well see no token at all."""
    answer = ask(server, *endpoint, X_API_Key=server.api_key, Authorization="Bearer ")
    assert answer.error in ["invalid_token"] + ["authorization_required"] * (not original)
    refused(answer, answer.error)


def test_tokens_elsewhere_are_ignored(account, server):
    """§2: tokens in the query or in cookies are ignored."""
    query = f"?access_token={account.access}&token={account.access}&jwt={account.access}"
    answer = ask(
        server, "GET", "/api/notes" + query, X_API_Key=server.api_key,
        Cookie=f"access_token_cookie={account.access}; access_token={account.access}")
    refused(answer, "authorization_required")


@pytest.mark.signing_key
def test_expired_access_token(account, server, endpoint, signing_key):
    """§2.4, §9.5: `token_expired`, with which the apps begin a refresh."""
    token = signing_key.expired(account.access)
    answer = ask(server, *endpoint, X_API_Key=server.api_key, Authorization=f"Bearer {token}")
    assert answer.status == 401
    assert answer.json() == {"error": "token_expired", "msg": "Token has expired"}
    assert "WWW-Authenticate" not in answer.headers


@pytest.mark.signing_key
@pytest.mark.parametrize("algorithm", ["HS512", "hs256", None])
def test_algorithm_of_the_header(account, server, endpoint, signing_key, algorithm):
    """§2.1: HS256. A header that names another algorithm, or none, makes no token of a good signature."""
    header = {name: value for name, value in (("alg", algorithm), ("typ", "JWT")) if value}
    token = sign(header, claims_of(account.access), signing_key.key)
    answer = ask(server, *endpoint, X_API_Key=server.api_key, Authorization=f"Bearer {token}")
    refused(answer, "invalid_token")


@pytest.mark.signing_key
def test_no_leeway(account, server, signing_key):
    """§2.1: no leeway for clock skew: one that ended ten seconds ago, by the server's clock, has ended."""
    now = account.restore_answer("?limit=1").time
    token = signing_key.changed(account.access, exp=now - 10)
    answer = ask(server, "GET", "/api/notes", X_API_Key=server.api_key, Authorization=f"Bearer {token}")
    assert answer.error == "token_expired"


@pytest.mark.signing_key
def test_token_of_a_user_that_is_gone(account, server, endpoint, signing_key, original):
    """§2.4: the original answers 401 without a key `error`. Another server may name one, but not
    `token_expired`: a refresh would not help."""
    token = signing_key.changed(account.access, sub="987654321")
    answer = ask(server, *endpoint, X_API_Key=server.api_key, Authorization=f"Bearer {token}")
    assert answer.status == 401
    assert b"token_expired" not in answer.body
    if original:
        assert answer.json() == {"msg": "Error loading the user 987654321"}


@pytest.mark.parametrize("which", ["access", "refresh"])
def test_tokens_tell_when_they_end(account, which):
    """§2.1, §7.17: a JWT; a client reads `exp` from it."""
    claims = claims_of(getattr(account, which))
    assert isinstance(claims["exp"], int)
    assert claims["exp"] > claims["iat"]


@pytest.mark.original_only("2.1", "another server may choose its algorithm, claims and times")
def test_claims(account):
    """§2.1: HS256, these claims, 3 hours and 30 days."""
    for which, life in (("access", 3 * 3600), ("refresh", 30 * 86400)):
        token = getattr(account, which)
        assert header_of(token)["alg"] == "HS256"
        claims = claims_of(token)
        assert isinstance(claims["sub"], str)
        assert claims["type"] == which
        assert {"iat", "nbf", "exp", "jti", "fresh", "csrf", "is_admin"} <= claims.keys()
        assert claims["is_admin"] in ("user", "admin")
        assert claims["exp"] - claims["iat"] == life
