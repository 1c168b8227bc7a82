"""§3.1, §3.2 and §5: the request, its answer, and requests that are wrong."""

import json

import pytest

from client import NOTE_FIELDS, fresh_id, make_media, make_op


def without(value, *place):
    """A copy of nested dictionaries and lists without one key."""
    copy = json.loads(json.dumps(value))
    holder = copy
    for key in place[:-1]:
        holder = holder[key]
    del holder[place[-1]]
    return copy


def changed(value, new, *place):
    """A copy of nested dictionaries and lists with another value at one place."""
    copy = json.loads(json.dumps(value))
    holder = copy
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = new
    return copy


# MARK: what is accepted


def test_no_operations(account):
    """§3.1: an empty array is 200 with empty results."""
    answer = account.post({"ops": []})
    assert answer.status == 200
    assert answer.json() == {"results": []}


def test_answer_to_one_operation(account, make_note):
    """§3.2: applied, with the whole note as it was sent."""
    note = make_note("Bought seeds 🌱", tags=["garden"], isPinned=True)
    answer = account.post_ops(make_op(note))
    assert answer.status == 200
    assert answer.content_type == "application/json"
    [result] = answer.json()["results"]
    assert result["noteId"] == note["id"]
    assert result["result"] == "applied"
    assert {**result["note"], "deletedAt": result["note"].get("deletedAt")} == note
    assert "media" not in result["note"]


@pytest.mark.original_only("3.2", "§9.6 needs no `deletedAt`, and extra keys are allowed")
def test_keys_of_the_answer(account, make_note):
    """§3.2: these keys and no other."""
    value = account.post_ops(make_op(make_note())).json()
    assert value.keys() == {"results"}
    assert value["results"][0].keys() == {"noteId", "result", "note"}
    assert value["results"][0]["note"].keys() == NOTE_FIELDS


@pytest.mark.parametrize("kind", ["create", "update", "upsert"])
def test_three_types_mean_the_same(account, make_note, at, kind):
    """§3.1: create, update and upsert all make the note, and all change it."""
    note = make_note("first")
    [made] = account.sync(make_op(note, kind))
    assert made.applied and made.note["text"] == "first"
    [again] = account.sync(make_op({**note, "text": "second", "updatedAt": at(1)}, kind))
    assert again.applied and again.note["text"] == "second"


def test_results_come_in_order(account, make_note):
    """§3.2: one result per operation, in order."""
    notes = [make_note(f"number {number}") for number in range(12)]
    results = account.sync(*[make_op(note) for note in notes])
    assert [result.note["text"] for result in results] == [note["text"] for note in notes]


def test_note_is_the_state_after_the_whole_request(account, make_note, at):
    """§3.2: four operations on one note return the same final note four times."""
    note = make_note("0")
    ops = [make_op({**note, "text": str(number), "updatedAt": at(number)}) for number in range(4)]
    results = account.sync(*ops)
    assert [result.result for result in results] == ["applied"] * 4
    assert [result.note["text"] for result in results] == ["3"] * 4


@pytest.mark.parametrize("media", ["absent", "empty"])
def test_media_are_optional(account, make_note, media):
    """§3.1: `media` may be left out."""
    op = make_op(make_note())
    [result] = account.sync(op if media == "empty" else without(op, "media"))
    assert result.applied


@pytest.mark.parametrize("deleted", ["absent", "null"])
def test_deleted_at_is_optional(account, make_note, deleted):
    """§3.1: `deletedAt` may be absent, as the apps send it, or null."""
    op = make_op(make_note())
    [result] = account.sync(op if deleted == "null" else without(op, "note", "deletedAt"))
    assert result.applied and result.note["deletedAt"] is None


def test_unknown_keys_are_ignored(account, make_note):
    """§3.1: anywhere."""
    op = make_op(make_note(mood="calm"), media=[make_media(b"x")])
    op["device"] = {"name": "x"}
    op["media"][0]["width"] = 5
    answer = account.post({"ops": [op], "client": "conformance"})
    assert answer.status == 200
    assert answer.json()["results"][0]["result"] == "applied"


@pytest.mark.parametrize("sent, meant", [
    (True, True), (False, False), (1, True), (0, False), ("true", True), ("false", False)], ids=repr)
def test_pinned(account, make_note, sent, meant):
    """§3.1: a JSON boolean, also `1`, `"true"` and the like."""
    [result] = account.sync(make_op(make_note(isPinned=sent)))
    assert result.applied
    assert result.note["isPinned"] is meant


@pytest.mark.parametrize("form", ["upper", "lower", "hex", "words", "path", "other script"])
def test_forms_of_ids(account, make_note, state, form):
    """§3.1, §4, §7.36: opaque: iOS makes upper-case UUIDs, Android lower-case, the web page bare hex, and
    what is no UUID at all is an id too."""
    id = fresh_id()
    end = id[19:]  # nowhere is it measured that an id may be longer than a UUID
    id = {"upper": id.upper(), "lower": id, "hex": id.replace("-", ""), "words": f"A note: {end}",
          "path": f"../{end}", "other script": f"日記 🌱 {end}"}[form]
    note = make_note("first", id=id)
    account.sync(make_op(note))
    assert account.listed(id) == note
    assert state(id) == note


def test_ids_are_case_sensitive(account, make_note, state):
    """§3.1: `ABC` and `abc` are two notes."""
    id = fresh_id()
    results = account.sync(
        make_op(make_note("upper", id=id.upper())), make_op(make_note("lower", id=id.lower())))
    assert [result.result for result in results] == ["applied"] * 2
    assert state(id.upper())["text"] == "upper"
    assert state(id.lower())["text"] == "lower"


@pytest.mark.parametrize("form", ["note and milliseconds", "5,000 characters", "any text"])
def test_op_ids_hold_anything(account, make_note, form):
    """§3.1, §8.1: any content; Android joins the note's id and the time."""
    note = make_note()
    id = {
        "note and milliseconds": f"{note['id']}_1772359200123",
        "5,000 characters": fresh_id() + "x" * 5000,
        "any text": f"☂ {fresh_id()} / \\ ' \" ; \n",
    }[form]
    [first] = account.sync(make_op(note, id=id))
    [second] = account.sync(make_op(note, id=id))
    assert (first.result, second.result) == ("applied", "skipped")


@pytest.mark.original_only("3.1", "another server may take it, or skip the operation alone")
def test_over_long_op_id(account, make_note, around):
    """§3.1, §5: one of 500,000 characters is 500 with HTML on PostgreSQL, and nothing is stored; on SQLite
    it is accepted."""
    before, after = around
    answer = account.post_ops(before, make_op(make_note(), id=fresh_id() + "x" * 500_000), after)
    if answer.status == 200:
        assert [result["result"] for result in answer.json()["results"]] == ["applied"] * 3
    else:
        assert (answer.status, answer.is_html) == (500, True)
        assert [result.result for result in account.sync(before, after)] == ["applied"] * 2


def test_empty_op_id(account, make_note):
    """§3.1: accepted. It may have been used up by an earlier run."""
    account.sync(make_op(make_note(), id=""))


@pytest.mark.parametrize("kind", ["text/plain", None])
def test_content_type_is_not_enforced(account, make_note, kind):
    """§2: absent or text/plain work."""
    body = json.dumps({"ops": [make_op(make_note())]}).encode()
    headers = {"Content_Type": kind} if kind else {}
    assert account.post_bytes(body, **headers).status == 200


def test_chunked_body(account, make_note):
    """§6: a chunked upload is accepted."""
    note = make_note("in pieces")
    body = json.dumps({"ops": [make_op(note)]}).encode()
    pieces = [body[start:start + 50] for start in range(0, len(body), 50)]
    headers = {**account.headers, "Content-Type": "application/json"}
    answer = account.server.request("POST", "/api/notesync", pieces, headers)
    account.remember(answer)
    assert answer.status == 200
    assert answer.json()["results"][0]["result"] == "applied"


# MARK: what is wrong with a whole request


@pytest.mark.parametrize("value", [{}, {"ops": None}, {"ops": 5}, {"ops": {}}, []], ids=str)
def test_request_without_operations(account, value):
    """§3.1, §5: `ops` is a required array: 400 `invalid_request` with details, which say so."""
    answer = account.post(value)
    assert (answer.status, answer.error) == (400, "invalid_request")
    [detail] = answer.json()["details"]
    assert {"loc", "type", "msg"} <= detail.keys()
    assert detail["loc"] == ["ops"] or isinstance(value, list)


@pytest.mark.tl_only("5", "the original takes the last of two; what stands in the first would be lost")
def test_operations_named_twice(account):
    """§5: a request with two arrays `ops` is none."""
    answer = account.post_bytes(b'{"ops": [], "ops": []}', Content_Type="application/json")
    assert (answer.status, answer.error) == (400, "invalid_request")


@pytest.mark.tl_only("5", "what the original answers was not measured")
def test_malformed_chunk(account, server):
    """§5: a chunk whose length is no number is 400."""
    connection = server.connection()
    connection.putrequest("POST", server.target("/api/notesync"))
    for name, value in {**account.headers, "Transfer-Encoding": "chunked"}.items():
        connection.putheader(name, value)
    connection.endheaders()
    connection.send(b"5\r\n{\"ops\r\nno number\r\n")
    assert connection.getresponse().status == 400
    connection.close()


BODIES = {
    "empty": b"",
    "cut": b'{"ops": [',
    "no JSON": b"hello",
    "byte order mark": b'\xef\xbb\xbf{"ops": []}',
    "not UTF-8": b'{"ops": [], "x": "\xff\xfe"}',
}


@pytest.mark.parametrize("name", BODIES)
def test_body_that_is_no_json(account, original, name):
    """§5: 500 with HTML. Another server says 400; it may read what only has a byte order mark."""
    answer = account.post_bytes(BODIES[name], Content_Type="application/json")
    not_understood(answer, original, may_pass=name == "byte order mark")


def test_gzip_is_not_unpacked(account, original):
    """§5, §7.38: a packed body is no JSON. Another server may say so with a 4xx of its own, or unpack it."""
    import gzip
    answer = account.post_bytes(
        gzip.compress(b'{"ops": []}'), Content_Type="application/json", Content_Encoding="gzip")
    not_understood(answer, original, may_pass=True)


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_form_types(account, original, kind):
    """§2, §5: a form type makes the body read as empty: 500. Another server may read the JSON."""
    answer = account.post_bytes(b'{"ops": []}', Content_Type=kind)
    not_understood(answer, original, may_pass=True)


def not_understood(answer, original, may_pass):
    if original:
        assert (answer.status, answer.is_html) == (500, True)
    elif not (may_pass and answer.status == 200):
        assert 400 <= answer.status < 500, str(answer)
        assert answer.status != 401
    assert b"token_expired" not in answer.body


# MARK: what is wrong with one operation


def bad_ops(make_note):
    """Name, an operation with one fault, and the place of the fault within it."""
    op = make_op(make_note("bad"), media=[make_media(b"bad")])
    cases = {}
    for place in (["opId"], ["opType"], ["note"]):
        cases[f"no {place[-1]}"] = without(op, *place), place
    for name in ("id", "text", "isPinned", "tags", "createdAt", "updatedAt"):
        cases[f"no note.{name}"] = without(op, "note", name), ["note", name]
    for name in op["media"][0]:
        cases[f"no media.{name}"] = without(op, "media", 0, name), ["media", 0, name]
    for new, place in (
        ("Create", ["opType"]), ("remove", ["opType"]), (5, ["opId"]), (None, ["media"]), (5, ["note", "text"]),
        (None, ["note", "text"]), ("a,b", ["note", "tags"]), ([5], ["note", "tags"]),
        ("yesterday", ["note", "updatedAt"]), ("2026-02-30T10:00:00Z", ["note", "createdAt"]),
        ("", ["note", "deletedAt"]), ("file", ["media", 0, "kind"]), ("video", ["media", 0, "kind"]),
        ("Image", ["media", 0, "kind"]), (None, ["media", 0, "dataBase64"]),
    ):
        cases[f"{'.'.join(str(part) for part in place if part != 0)} {new!r}"] = changed(op, new, *place), place
    for name in ("text", "isPinned", "tags", "createdAt", "updatedAt"):  # a delete has the whole note too
        cases[f"delete, no note.{name}"] = without({**op, "opType": "delete"}, "note", name), ["note", name]
    return cases


BAD_OPS = list(bad_ops(lambda text: {
    "id": "", "text": text, "isPinned": False, "tags": [], "createdAt": "", "updatedAt": "", "deletedAt": None}))


@pytest.fixture
def around(make_note):
    """Two good operations, between which a bad one is sent."""
    return make_op(make_note("before")), make_op(make_note("after"))


@pytest.mark.original_only("5", "§9.11 asks other servers to skip the bad operation alone")
@pytest.mark.parametrize("name", BAD_OPS)
def test_bad_operation_refuses_the_request(account, make_note, around, state, name):
    """§5, §3.5: 400 with the place of the fault; nothing is stored and no opId is used up."""
    op, place = bad_ops(make_note)[name]
    before, after = around
    answer = account.post_ops(before, op, after)
    assert (answer.status, answer.error) == (400, "invalid_request")
    places = [detail["loc"] for detail in answer.json()["details"]]
    assert any(loc[:2 + len(place)] == ["ops", 1, *place] for loc in places), places
    for detail in answer.json()["details"]:
        assert {"loc", "type", "msg", "input", "url"} <= detail.keys()
    assert [result.result for result in account.sync(before, after)] == ["applied"] * 2


@pytest.mark.tl_only("9.11", "the original refuses the whole request")
@pytest.mark.parametrize("name", BAD_OPS)
def test_bad_operation_fails_alone(account, make_note, around, state, name):
    """§9.11: the bad operation is `skipped`, the others are carried out."""
    op, _ = bad_ops(make_note)[name]
    answer = account.post_ops(around[0], op, around[1])
    assert answer.status == 200, str(answer)
    results = answer.json()["results"]
    assert [result["result"] for result in results] == ["applied", "skipped", "applied"]
    for good in around:
        assert state(good["note"]["id"])["text"] == good["note"]["text"]
    id = op.get("note", {}).get("id")
    if isinstance(id, str):
        assert results[1]["noteId"] == id, "an unknown one makes Android's result loop throw (§9.6)"
        assert NOTE_FIELDS - {"deletedAt"} <= results[1]["note"].keys()
        assert state(id) is None, "nothing of a bad operation is stored"


@pytest.mark.tl_only("9.11", "the original refuses the whole request")
@pytest.mark.parametrize("fault", ["time", "media"])
def test_bad_operation_does_not_use_up_its_op_id(account, make_note, fault):
    """§3.5, §9.11: as with a request that failed as a whole: sent again in good order it is applied."""
    good = make_op(make_note("mended"), media=[make_media(b"mended")])
    bad = changed(good, *{
        "time": ("2026-02-30T10:00:00Z", "note", "updatedAt"), "media": ("***", "media", 0, "dataBase64")}[fault])
    assert account.post_ops(bad).json()["results"][0]["result"] == "skipped"
    [result] = account.sync(good)
    assert result.applied and result.note["text"] == "mended"
    assert len(account.media_of(good["note"]["id"])) == 1


@pytest.mark.tl_only("9.11", "the original refuses the whole request")
@pytest.mark.parametrize("op", [None, 5, "x", [], {}], ids=repr)
def test_operation_that_is_none(account, around, op):
    """§9.11: even what is no operation at all is skipped alone."""
    answer = account.post_ops(around[0], op, around[1])
    assert answer.status == 200, str(answer)
    results = [result["result"] for result in answer.json()["results"]]
    assert results == ["applied", "skipped", "applied"]


@pytest.mark.original_only("5", "a better server does not send back what is wrong")
def test_error_repeats_the_input(account, make_note):
    """§5: `details[].input` repeats the offending part of the request."""
    op = make_op(make_note("long " * 50_000))
    del op["opId"]
    answer = account.post_ops(op)
    assert answer.status == 400
    assert len(answer.body) > 250_000


BASE64 = {
    "no padding": "QQ",
    "letters of the URL alphabet": "-_-_",
    "line break": "QUFB\nQUFB",
    "blank": "QUFB QUFB",
    "data URL": "data:image/jpeg;base64,QUFB",
    "other characters": "****",
}


@pytest.mark.parametrize("name", BASE64)
def test_data_that_are_no_base64(account, make_note, around, state, original, name):
    """§3.1, §5: standard alphabet, padded, no blanks, no prefix. The original refuses the request
    without saying which operation it was, and stores nothing; ours skips it alone (§9.11)."""
    op = make_op(make_note(), media=[make_media(b"AAA", base64_text=BASE64[name])])
    answer = account.post_ops(around[0], op, around[1])
    if original:
        assert answer.status == 400
        assert answer.json() == {"error": "invalid_base64"}
        assert state(around[0]["note"]["id"]) is None
        assert [result.result for result in account.sync(*around)] == ["applied"] * 2, "no opId is used up (§3.5)"
    else:
        assert answer.status == 200, str(answer)
        results = [result["result"] for result in answer.json()["results"]]
        assert results == ["applied", "skipped", "applied"]
        assert state(op["note"]["id"]) is None


@pytest.mark.parametrize(
    "place", [{"text": "a\0b"}, {"tags": ["a\0b"]}, {"id": "a\0" + fresh_id()}], ids=["text", "tag", "id"])
def test_nul(account, make_note, around, state, original, place):
    """§3.7, §5: on PostgreSQL 400 with these words; on SQLite accepted. Ours skips it or keeps it, and
    fails nothing else."""
    answer = account.post_ops(around[0], make_op({**make_note(), **place}), around[1])
    if original and answer.status != 200:
        assert answer.status == 400
        assert answer.json() == {"error": "A string literal cannot contain NUL (0x00) characters."}
        assert state(around[0]["note"]["id"]) is None
        assert [result.result for result in account.sync(*around)] == ["applied"] * 2, "no opId is used up (§3.5)"
    else:
        assert answer.status == 200
        results = [result["result"] for result in answer.json()["results"]]
        assert results[0] == results[2] == "applied"


def test_lone_surrogate(account, make_note, around, state, original):
    """§3.7, §5: 500, and nothing is stored. Ours fails nothing else."""
    body = json.dumps({"ops": [around[0], make_op(make_note("a\ud800b")), around[1]]}).encode()
    answer = account.post_bytes(body, Content_Type="application/json")
    if original:
        assert (answer.status, answer.is_html) == (500, True)
        assert state(around[0]["note"]["id"]) is None
        assert [result.result for result in account.sync(*around)] == ["applied"] * 2, "no opId is used up (§3.5)"
    else:
        assert answer.status == 200, str(answer)
        results = [result["result"] for result in answer.json()["results"]]
        assert results[0] == results[2] == "applied"


# MARK: the form of answers


def test_answers_are_ascii_or_name_their_charset(account, make_note):
    """§1, §9.14: without a charset older Dart libraries read Latin-1, so that escapes are needed."""
    note = make_note("Grüße 🌱 日本", tags=["säen"])
    for answer in (account.post_ops(make_op(note)), account.restore_answer("?limit=100")):
        if "utf-8" not in answer.headers["Content-Type"].lower():
            assert answer.body.isascii()


@pytest.mark.original_only("1", "another server may keep connections open")
def test_connections_are_closed(account):
    """§1: `Connection: close`. A proxy in front has connections of its own."""
    for answer in (account.post_ops(), account.restore_answer("?limit=1"), account.restore_answer("?limit=0")):
        if not is_direct(account.server, answer):
            pytest.skip("a proxy seems to be in front of the server")
        assert (answer.headers["Connection"] or "").lower() == "close"


def is_direct(server, answer) -> bool:
    """Whether gunicorn or the model answered, which speak http alone."""
    names = " ".join(answer.headers.get_all("Server", []))
    return server.parts.scheme == "http" and "Via" not in answer.headers and names.startswith(
        ("gunicorn", "BaseHTTP"))


@pytest.mark.original_only("1", "no client depends on it")
def test_form_of_answers(account, make_note):
    """§1: keys sorted, no charset, no compression, no ETag, no CORS headers."""
    account.sync(make_op(make_note()))
    headers = {**account.headers, "Accept-Encoding": "gzip", "Origin": "https://example.org"}
    answer = account.server.get("/api/notes?limit=1", headers)
    assert answer.headers["Content-Type"] == "application/json"
    assert list(answer.json()["notes"][0]) == sorted(answer.json()["notes"][0])
    for name in ("Content-Encoding", "ETag", "Access-Control-Allow-Origin"):
        assert answer.headers.get(name) is None
