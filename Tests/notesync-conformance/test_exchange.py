"""§2.2 A: the browser's way in, and the exchange of its code."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import pytest

from client import Account, fresh_id
from examples import assert_like, example
from tokens import encode

EXCHANGE = "/api/auth/exchange"


class SignInForm(HTMLParser):
    """The first form of a page: where it goes and what it holds."""

    def __init__(self, page: bytes):
        super().__init__()
        self.action, self.method, self.fields = "", "get", {}
        self.text_field = self.password_field = None
        self.feed(page.decode())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "form":
            self.action, self.method = values.get("action") or "", (values.get("method") or "get").lower()
        if tag == "input" and values.get("name"):
            kind = (values.get("type") or "text").lower()
            self.fields[values["name"]] = values.get("value") or ""
            if kind == "password":
                self.password_field = values["name"]
            elif kind in ("text", "email") and not self.text_field:
                self.text_field = values["name"]


def sign_in(server, options, client, password=None, **query):
    """Fills in the sign-in page as a person would; gives the answer to the form."""
    path = "/auth/oauth_start?" + urlencode({"client": client, **query})
    page = server.get(path)
    assert page.status == 200, str(page)
    form = SignInForm(page.body)
    assert form.method == "post" and form.text_field and form.password_field, page.body.decode()
    filled = {
        **form.fields, form.text_field: options("--user"),
        form.password_field: password or options("--password")}
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    cookies = [each.split(";")[0] for each in page.headers.get_all("Set-Cookie") or []]
    if cookies:
        headers["Cookie"] = "; ".join(cookies)
    return server.request(
        "POST", urljoin(server.address(path), form.action), urlencode(filled).encode(), headers)


@pytest.fixture
def code(server, options, original):
    """A code that nobody has used."""
    return options("--auth-code") if original else code_for_ios(server, options)


def code_for_ios(server, options):
    location = sign_in(server, options, "ios").headers["Location"]
    return parse_qs(urlsplit(location).query)["code"][0]


# MARK: the exchange


@pytest.mark.auth_code
def test_a_code_is_exchanged_once(server, original, code):
    """§2.2 A: four fields and the user; the second time `invalid_code`. No API key is needed. The code
    has 43 characters and the tokens three hours; another server may choose."""
    assert len(code) == 43 or not original
    answer = server.post_json(EXCHANGE, {"code": code})
    assert answer.status == 200, str(answer)
    value = answer.json()
    assert type(value["expires_in"]) is int and value["expires_in"] > 0, "iOS needs an integer (§9.3)"
    assert_like(value, example("exchange.response"))
    session = Account(server, tokens=value)
    assert session.restore_answer("?limit=1").status == 200
    again = server.post_json(EXCHANGE, {"code": code})
    assert (again.status, again.error) == (400, "invalid_code")


@pytest.mark.tl_only("2.2 A", "a code of the original is given by hand, and only one")
def test_several_codes_side_by_side(server, options):
    """§2.2 A: several codes of one user are valid, and a newer one ends none."""
    codes = [code_for_ios(server, options) for _ in range(3)]
    assert len(set(codes)) == 3
    assert [server.post_json(EXCHANGE, {"code": code}).status for code in codes] == [200] * 3


@pytest.mark.tl_only("2.2 A", "in the original single use is not atomic")
def test_only_one_of_eight_at_once(server, code):
    """§2.2 A: of 8 parallel exchanges of one code the original let 2 succeed; one is right."""
    with ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(lambda _: server.post_json(EXCHANGE, {"code": code}).status, range(8)))
    assert statuses == [200] + [400] * 7


@pytest.mark.parametrize("key", [None, "wrong"])
@pytest.mark.parametrize("code", [fresh_id(), ""], ids=["unknown", "empty"])
def test_unknown_codes(server, code, key):
    """§2.2 A: unknown and empty codes are `invalid_code`; a missing or wrong API key is ignored."""
    answer = server.post_json(EXCHANGE, {"code": code}, {"X-API-Key": key} if key else {})
    assert answer.status == 400
    assert answer.json() == {"error": "invalid_code"}


@pytest.mark.tl_only("2.2 A", "a code of the original is given by hand, and only one")
def test_padded_code(server, code):
    """§2.2 A: a good code with blanks around it is `invalid_code` too, and is not used up."""
    for padded in (f" {code}", f"{code} ", f"{code}\n"):
        answer = server.post_json(EXCHANGE, {"code": padded})
        assert (answer.status, answer.error) == (400, "invalid_code")
    assert server.post_json(EXCHANGE, {"code": code}).status == 200


@pytest.mark.parametrize("body", [{}, {"code": 5}, {"code": None}, {"code": ["x"]}], ids=str)
def test_missing_or_non_string_code(server, body):
    """§2.2 A: 400 `invalid_request` with details."""
    answer = server.post_json(EXCHANGE, body)
    assert (answer.status, answer.error) == (400, "invalid_request")
    [detail, *_] = answer.json()["details"]
    assert {"loc", "type", "msg"} <= detail.keys()


@pytest.mark.parametrize("body, kind", [
    (b'{"code": ', "application/json"), (b"code=x", "application/x-www-form-urlencoded")],
    ids=["broken JSON", "form"])
def test_what_is_no_json(server, original, body, kind):
    """§2.2 A: 500 with HTML; another server says 400."""
    answer = server.request("POST", EXCHANGE, body, {"Content-Type": kind})
    if original:
        assert (answer.status, answer.is_html) == (500, True)
    else:
        assert 400 <= answer.status < 500
    assert answer.status != 401


# MARK: the pages


@pytest.mark.parametrize("client", ["ios", "android", "iOS", "ANDROID"])
def test_start_page(server, client):
    """§2.2 A: an HTML page; the case of `client` does not matter."""
    answer = server.get(f"/auth/oauth_start?client={client}")
    assert (answer.status, answer.is_html) == (200, True)


@pytest.mark.parametrize("query", ["", "?client=desktop"])
@pytest.mark.original_only("2.2 A", "another server need not serve the web by this page")
def test_start_page_for_the_web(server, query):
    """§2.2 A: any other client, or none, means the web."""
    answer = server.get("/auth/oauth_start" + query)
    assert (answer.status, answer.is_html) == (200, True)


@pytest.mark.original_only("2.2 A", "another server has its own ways to sign in")
def test_providers(server):
    """§2.2 A: a known provider redirects at once, an unknown one is 400 with the page."""
    for provider in ("google", "github"):
        assert server.get(f"/auth/oauth_start?client=ios&provider={provider}").status == 302
    unknown = server.get("/auth/oauth_start?client=ios&provider=unknown")
    assert (unknown.status, unknown.is_html) == (400, True)


@pytest.mark.tl_only("9.2", "the original signs in by Google or GitHub")
@pytest.mark.parametrize("client, scheme", [
    ("ios", "zzuse.timeline"), ("android", "com.zzuse.timeline"), ("iOS", "zzuse.timeline")])
def test_signing_in_leads_back_to_the_app(server, options, client, scheme):
    """§9.2: the login ends in a 302 to the app's own scheme, with a URL-safe code."""
    answer = sign_in(server, options, client)
    assert answer.status == 302, str(answer)
    location = answer.headers["Location"]
    assert location.startswith(f"{scheme}://auth/callback?"), location
    code = parse_qs(urlsplit(location).query)["code"][0]
    assert len(code) >= 22 and all(each.isalnum() or each in "-_" for each in code)
    assert server.post_json(EXCHANGE, {"code": code}).status == 200


@pytest.mark.tl_only("9.2", "the original signs in by Google or GitHub")
def test_a_wrong_password_leads_nowhere(server, options):
    """§9.2: no code without the password."""
    answer = sign_in(server, options, "ios", password=fresh_id())
    assert "code=" not in (answer.headers.get("Location") or "")


# MARK: a program on the computer of the browser


def program_query():
    """What such a program asks for (RFC 8252, RFC 7636), and the verifier that it keeps."""
    verifier = fresh_id() + fresh_id()
    return verifier, {
        "redirect_uri": "http://127.0.0.1:49152/callback", "state": f"state {fresh_id()} &=?",
        "code_challenge": encode(hashlib.sha256(verifier.encode()).digest()),
        "code_challenge_method": "S256"}


@pytest.mark.tl_only("2.2 A", "the original makes no code for another client name")
def test_signing_in_leads_back_to_a_program(server, options):
    """§2.2 A, §7.22: the code comes with the program's own `state`, and is worth nothing without the
    verifier."""
    for good in (True, False):
        verifier, query = program_query()
        location = sign_in(server, options, "tl", **query).headers["Location"]
        assert location.startswith(query["redirect_uri"] + "?"), location
        answered = parse_qs(urlsplit(location).query)
        assert answered["state"] == [query["state"]]
        request = {"code": answered["code"][0], "code_verifier": verifier if good else fresh_id()}
        answer = server.post_json(EXCHANGE, request)
        assert (answer.status, answer.error) == ((200, None) if good else (400, "invalid_code"))


@pytest.mark.tl_only("2.2 A", "the original makes no code for another client name")
def test_a_code_with_a_challenge_needs_the_verifier(server, options):
    """§2.2 A: leaving it out is no way round."""
    _, query = program_query()
    location = sign_in(server, options, "tl", **query).headers["Location"]
    answer = server.post_json(EXCHANGE, {"code": parse_qs(urlsplit(location).query)["code"][0]})
    assert (answer.status, answer.error) == (400, "invalid_code")


@pytest.mark.tl_only("2.2 A", "the original makes no code for another client name")
@pytest.mark.parametrize("address", [
    "https://example.org/callback", "http://127.0.0.1.example.org:80/", "http://127.0.0.1:80@example.org/",
    "http://example.org:80/", "javascript:alert(1)", "//example.org/", "http://127.0.0.1:80\\@example.org/",
    "http://127.0.0.1:80/\r\nSet-Cookie: x=y"])
def test_codes_go_to_this_computer_alone(server, address):
    """§7.22: no other address gets a code, however it is spelled."""
    _, query = program_query()
    answer = server.get("/auth/oauth_start?" + urlencode({"client": "tl", **query, "redirect_uri": address}))
    assert answer.status == 400
    assert b"<form" not in answer.body


# MARK: the page for copying by hand


def test_fallback_page_shows_the_code(server):
    """§2.2 A: a page that shows the code for copying; 400 without one."""
    code = "Zk3v-" + fresh_id()
    answer = server.get(f"/auth/callback?code={code}")
    assert answer.status == 200
    assert code.encode() in answer.body
    assert server.get("/auth/callback").status == 400


@pytest.mark.tl_only("12", "the original prints it unescaped")
def test_fallback_page_escapes_the_code(server):
    """§12: what stands in the address is no markup."""
    answer = server.get("/auth/callback?code=%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert b"<script>alert" not in answer.body


@pytest.mark.original_only("2.2 A", "another server may have a page there")
def test_login_page_of_the_readme_does_not_exist(server):
    """§2.2 A: /login, which the app's README names, is 404."""
    assert server.get("/login").status == 404
