"""§1, §4 and §5: addresses and methods that do not exist."""

import pytest

from client import make_media, make_op


def assert_not_found(answer, path, original):
    """§5: the original says so with HTML."""
    assert answer.status == 404
    assert answer.is_html or not (original and path.startswith("/api/"))


@pytest.mark.parametrize("method, path", [
    ("POST", "/api/notesync/"), ("GET", "/api/notes/"), ("POST", "/auth/login/"), ("GET", "/auth/refresh/"),
    ("POST", "/api/auth/exchange/")])
def test_trailing_slash(account, server, original, method, path):
    """§1, §5: no path accepts one: 404."""
    answer = server.request(method, path, b"{}" if method == "POST" else None, account.headers)
    assert_not_found(answer, path, original)


@pytest.mark.parametrize("path", ["/api/unknown", "/api/NOTES", "/api/v1/notes", "/auth/unknown"])
def test_unknown_paths(account, server, original, path):
    """§5: 404, and no word that makes the apps refresh (§9.5)."""
    answer = server.get(path, account.headers)
    assert_not_found(answer, path, original)
    assert b"token_expired" not in answer.body


@pytest.mark.parametrize("method, path, allowed", [
    ("GET", "/api/notesync", "POST"), ("PUT", "/api/notesync", "POST"), ("DELETE", "/api/notesync", "POST"),
    ("POST", "/api/notes", "GET"), ("DELETE", "/api/notes", "GET"), ("GET", "/api/auth/exchange", "POST"),
    ("DELETE", "/auth/refresh", "GET")])
def test_wrong_methods(account, server, original, method, path, allowed):
    """§5: 405, with `Allow`; HTML in the original."""
    answer = server.request(method, path, b"{}" if method == "PUT" else None, account.headers)
    assert answer.status == 405
    assert allowed in [each.strip() for each in (answer.headers["Allow"] or "").split(",")]
    if original:
        assert answer.is_html


def test_single_notes_have_no_address(account, server, make_note, original):
    """§4: `DELETE /api/notes/<id>` does not exist, and no per-note endpoint: 404."""
    note = make_note("stays")
    account.sync(make_op(note))
    path = f"/api/notes/{note['id']}"
    for method in ("DELETE", "GET", "PUT"):
        answer = server.request(method, path, b"{}" if method == "PUT" else None, account.headers)
        assert_not_found(answer, path, original)
    assert account.listed(note["id"])


@pytest.mark.parametrize("path", [
    "/api/media", "/api/media/{media}", "/api/notes/{note}/media", "/api/notes/{note}/media/{media}"])
def test_media_have_no_address(account, server, make_note, original, path):
    """§4: no per-media endpoint: 404. Media by URL, if ever, stand behind new names (§9.17)."""
    note = make_note("with media")
    entry = make_media(b"address" + note["id"].encode())
    account.sync(make_op(note, media=[entry]))
    answer = server.get(path.format(note=note["id"], media=entry["id"]), account.headers)
    assert_not_found(answer, path, original)
