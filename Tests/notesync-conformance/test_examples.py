"""The examples of docs/notesync.md, sent as they stand there but with ids and times of the run."""

import json
import re

import pytest

from client import fresh_id
from examples import DOCUMENT, FOLDER, PROXIES, assert_like, blocks, example, quoted, text_of_example


@pytest.fixture(scope="module")
def own(at):
    """The examples with fresh ids, the same one for the same, and with times of the run."""
    fresh = {}
    return lambda name: example(name, lambda id: fresh.setdefault(id, fresh_id()), at)


@pytest.fixture(scope="module")
def story(account, own):
    """Upload, edits, restore, delete and probe, one after another: the answers by name."""
    answers = {}
    for name in ("upload", "edits", "restore", "delete", "probe"):
        if name == "restore":
            id = own("upload.request")["ops"][0]["note"]["id"]
            restored = account.restore(id)
            answers[name] = {"notes": [restored.note(id)], "media": restored.media_of(id)}
        else:
            answer = account.post(own(f"{name}.request"))
            assert answer.status == 200, str(answer)
            answers[name] = answer.json()
    return answers


@pytest.mark.parametrize("name", ["upload", "edits", "restore", "delete", "probe"])
def test_story(story, own, name):
    """§3, §4, §11: each request is answered as the document says."""
    assert_like(story[name], own(f"{name}.response"))


@pytest.mark.tl_only("9.11", "the original refuses the whole request")
def test_bad_operation(account, own):
    """§9.11: the bad one is skipped, and says why; the good one is carried out."""
    bad, good = account.post(own("bad-operation.request")).json()["results"]
    assert (bad["result"], bad["error"]) == ("skipped", "invalid_request")
    assert bad["details"][0]["loc"] == ["ops", 0, "note", "updatedAt"]
    assert {"loc", "msg", "type"} <= bad["details"][0].keys()
    assert good["result"] == "applied" and "error" not in good


def test_login(server, options):
    """§2.2 B."""
    request = example("login.request")
    assert request.keys() == {"username", "password"}
    filled = {"username": options("--user"), "password": options("--password")}
    assert_like(server.post_json("/auth/login", filled).json(), example("login.response"))


def test_refresh_get(account, server):
    """§2.3."""
    answer = server.get("/auth/refresh", {"Authorization": f"Bearer {account.refresh}"})
    assert_like(answer.json(), example("refresh-get.response"))


@pytest.mark.tl_only("9.4", "the original answers 405")
def test_refresh_post(account, server):
    """§9.4."""
    [name] = example("refresh-post.request")
    answer = server.post_json("/auth/refresh", {name: account.refresh}, {"X-API-Key": server.api_key})
    assert_like(answer.json(), example("refresh-post.response"))


def test_errors(account, server):
    """§2.2 A, §2.4, §4: the bodies of errors."""
    key = {"X-API-Key": server.api_key}
    answers = {
        "unauthorized": server.get("/api/notes"),
        "authorization-required": server.get("/api/notes", key),
        "invalid-token": server.get("/api/notes", {**key, "Authorization": "Bearer x"}),
        "invalid-limit": account.restore_answer("?limit=0"),
        "invalid-code": server.post_json("/api/auth/exchange", example("exchange.request")),
    }
    for name, answer in answers.items():
        assert answer.status == (401 if name in ("unauthorized", "authorization-required", "invalid-token") else 400)
        assert answer.json() == example(f"error-{name}")


@pytest.mark.signing_key
def test_expired(account, server, signing_key):
    """§2.4: the one error that calls for a refresh."""
    headers = {"X-API-Key": server.api_key, "Authorization": f"Bearer {signing_key.expired(account.access)}"}
    assert server.get("/api/notes", headers).json() == example("error-token-expired")


# MARK: the document itself

in_the_repository = pytest.mark.skipif(
    not DOCUMENT.is_file(), reason="docs/notesync.md is not there: the suite stands alone")


@in_the_repository
def test_document_quotes_the_examples():
    """§3, §4: every JSON block of docs/notesync.md is an example, and every example is quoted."""
    text = DOCUMENT.read_text(encoding="utf-8")
    blocks = quoted(text)
    for name, block in blocks:
        assert block == text_of_example(name), f"{name} reads differently in the document"
    names = [name for name, _ in blocks]
    assert sorted(names) == sorted(path.stem for path in FOLDER.glob("*.json"))
    assert text.count("```json") == len(names)


@in_the_repository
@pytest.mark.parametrize("language, name", [("nginx", "nginx.conf"), ("text", "Caddyfile")])
def test_document_quotes_the_proxies(language, name):
    """§1: the settings that docs/notesync.md gives for a proxy are those that the suite is run through."""
    [block] = blocks(DOCUMENT.read_text(encoding="utf-8"), language)
    assert block == (PROXIES / name).read_text(encoding="utf-8")


def test_examples_are_json():
    """§3, §4: and hold no time with a fraction, which not every app can read (§9.7)."""
    for path in FOLDER.glob("*.json"):
        text = path.read_text(encoding="utf-8")
        json.loads(text)
        assert not re.search(r"T\d\d:\d\d:\d\d\.", text), path
