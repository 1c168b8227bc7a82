"""§4: what a restore lists."""

import pytest

from client import MEDIA_FIELDS, NOTE_FIELDS, fresh_id, make_media, make_op
from times import microseconds_of, text_of


@pytest.fixture(scope="module")
def twelve(account, at):
    """Twelve notes of the present, each a second apart: the newest that anyone made in earnest."""
    start = at.now(-12)
    times = [text_of(microseconds_of(start) + number * 1_000_000) for number in range(12)]
    notes = [{
        "id": fresh_id(), "text": f"number {number}", "isPinned": False, "tags": [], "createdAt": start,
        "updatedAt": time, "deletedAt": None} for number, time in enumerate(times)]
    account.sync(*[make_op(note) for note in notes])
    return notes


def test_default_limit(account, twelve):
    """§4: 10."""
    answer = account.restore_answer()
    assert answer.status == 200
    assert len(answer.json()["notes"]) == 10


@pytest.mark.parametrize("limit", [1, 3, 10, 12])
def test_limit(account, twelve, limit):
    """§4: that many, and the rest is cut silently."""
    restored = account.restore(limit=limit)
    assert len(restored.notes) == limit


@pytest.mark.parametrize("limit", ["1000", "9223372036854775807"])
def test_no_upper_bound(account, twelve, limit):
    """§4: any limit up to the largest 64-bit number."""
    answer = account.restore_answer(f"?limit={limit}")
    assert answer.status == 200
    listed = {note["id"] for note in answer.json()["notes"]}
    assert {note["id"] for note in twelve} <= listed


def test_larger_than_64_bits(account, original):
    """§4, §5: 500 with HTML; another server says what is wrong, or lists all."""
    answer = account.restore_answer("?limit=9223372036854775808")
    if original:
        assert (answer.status, answer.is_html) == (500, True)
    elif answer.status != 200:
        assert (answer.status, answer.error) == (400, "invalid_limit")


@pytest.mark.parametrize("limit", ["0", "-1", "", "2.5", "1e3", "ten"])
def test_bad_limits(account, limit):
    """§4: 400 `invalid_limit`."""
    answer = account.restore_answer(f"?limit={limit}")
    assert answer.status == 400
    assert answer.json() == {"error": "invalid_limit"}


@pytest.mark.parametrize("limit, meant", [("%203%20", 3), ("%2B3", 3), ("1_1", 11), ("%D9%A3", 3)])
def test_lenient_limits(account, twelve, original, limit, meant):
    """§4: blanks, a plus sign, underscores and other digits are read. Another server may refuse them."""
    answer = account.restore_answer(f"?limit={limit}")
    if original or answer.status == 200:
        assert len(answer.json()["notes"]) == meant
    else:
        assert (answer.status, answer.error) == (400, "invalid_limit")


def test_first_limit_counts(account, twelve):
    """§4: if it is repeated."""
    assert len(account.restore_answer("?limit=2&limit=5").json()["notes"]) == 2


def test_no_paging(account, twelve):
    """§4: `offset`, `page`, `since` and everything else are ignored. Abilities of another server stand
    behind names of their own (§9.17)."""
    ids = [note["id"] for note in reversed(twelve)]
    answer = account.restore_answer("?limit=30&offset=3&page=2&since=2099-01-01T00:00:00Z")
    assert [note["id"] for note in answer.json()["notes"] if note["id"] in ids] == ids


def test_newest_first(account, twelve):
    """§4: by `updatedAt`."""
    notes = account.restore().notes
    times = [microseconds_of(note["updatedAt"]) for note in notes]
    assert times == sorted(times, reverse=True)
    ids = {note["id"] for note in twelve}
    listed = [note["id"] for note in notes if note["id"] in ids]
    assert listed == [note["id"] for note in reversed(twelve)]


def test_an_edit_brings_a_note_up(account, make_note, at):
    """§4: the order follows `updatedAt`, not `createdAt`."""
    old = make_note("old", created=at(-900), updated=at(-300))
    new = make_note("new", created=at(-200), updated=at(-200))
    account.sync(make_op(old), make_op(new))
    account.sync(make_op({**old, "text": "edited", "updatedAt": at(-100)}))
    ids = [old["id"], new["id"]]
    assert [note["id"] for note in account.restore(*ids).notes if note["id"] in ids] == ids


@pytest.mark.tl_only("9.12", "in the original ties come in any order, another one with each limit")
def test_ties_by_id(account, make_note, at):
    """§9.12: equal times always come in the same order, whatever the limit."""
    moment = at.now(-5)
    notes = [make_note(updated=moment, created=moment) for _ in range(6)]
    ids = {note["id"] for note in notes}
    account.sync(*[make_op(note) for note in notes])
    orders = [[note["id"] for note in restored.notes if note["id"] in ids]
              for restored in (account.restore(*ids), account.restore(limit=100), account.restore(limit=40))]
    assert sorted(orders[0]) in (orders[0], orders[0][::-1])
    for order in orders[1:]:
        assert order == orders[0][:len(order)]


def test_shape(account, make_note):
    """§4: notes and media side by side, as they were sent."""
    note = make_note("Bought seeds 🌱", tags=["garden"], isPinned=True)
    entry = make_media(b"seeds" + note["id"].encode())
    account.sync(make_op(note, media=[entry]))
    answer = account.restore(note["id"]).answer
    assert answer.content_type == "application/json"
    value = answer.json()
    assert {"notes", "media"} <= value.keys()
    listed = next(each for each in value["notes"] if each["id"] == note["id"])
    assert {**listed, "deletedAt": listed.get("deletedAt")} == note
    [media] = [each for each in value["media"] if each["noteId"] == note["id"]]
    assert all(isinstance(media[name], str) for name in MEDIA_FIELDS), "all seven non-null (§9.12)"


def test_data_left_out(account, make_note, at, original):
    """§4: other parameters are ignored. §9.17: a server of tl leaves the data of media out with `data=no`."""
    note = make_note(updated=at.now())
    account.sync(make_op(note, media=[make_media(b"bare" + note["id"].encode())]))
    restored = account.restore(note["id"])
    answer = account.restore_answer(f"?limit={restored.limit}&data=no")
    whole = restored.media_of(note["id"])
    bare = [each for each in answer.json()["media"] if each["noteId"] == note["id"]]
    assert len(whole) == len(bare) == 1
    if original:
        assert bare == whole
    else:
        assert bare == [{name: value for name, value in whole[0].items() if name != "dataBase64"}]


@pytest.mark.original_only("4", "extra keys are allowed (§9.17)")
def test_keys(account, twelve):
    """§4: these and no other."""
    value = account.restore_answer("?limit=12").json()
    assert value.keys() == {"notes", "media"}
    assert all(note.keys() == NOTE_FIELDS for note in value["notes"])
    assert all(entry.keys() == MEDIA_FIELDS for entry in value["media"])


def test_deleted_notes_are_not_listed(account, make_note, at):
    """§4, §9.12: live notes only, and their media only."""
    note = make_note()
    account.sync(make_op(note, media=[make_media(b"gone" + note["id"].encode())]))
    account.sync(make_op({**note, "updatedAt": at(1), "deletedAt": at(1)}, "delete"))
    restored = account.restore()
    assert restored.note(note["id"]) is None
    assert restored.media_of(note["id"]) == []
    assert all(each.get("deletedAt") is None for each in restored.notes)


def test_media_of_the_listed_notes_only(account, twelve, make_note, at):
    """§4: media of notes beyond the limit do not come."""
    notes = [make_note("older", updated=at(number)) for number in range(2)]
    account.sync(*[make_op(note, media=[make_media(note["id"].encode())]) for note in notes])
    whole = account.restore(*[note["id"] for note in notes])
    assert all(len(whole.media_of(note["id"])) == 1 for note in notes)
    few = account.restore(limit=3)
    assert not {note["id"] for note in notes} & {note["id"] for note in few.notes}, "twelve are newer"
    assert {entry["noteId"] for entry in few.media} <= {note["id"] for note in few.notes}


def test_media_in_the_order_of_notes(account, make_note, at):
    """§4: grouped in note order."""
    notes = [make_note(updated=at(-500 - number)) for number in range(3)]
    ops = [make_op(note, media=[make_media(f"{note['id']} {number}".encode()) for number in range(2)])
           for note in notes]
    account.sync(*ops)
    restored = account.restore(*[note["id"] for note in notes])
    places = {note["id"]: place for place, note in enumerate(restored.notes)}
    order = [places[entry["noteId"]] for entry in restored.media]
    assert order == sorted(order)


def test_head(account, twelve, original):
    """§4: HEAD works. A length, where it tells one, is that of what GET sends; ours tells it. The newest
    notes have times of their own: of equal ones the original lists another one each time."""
    for _ in range(2):  # a note may have come in between the two, but hardly twice
        get, head = (account.restore_answer("?limit=5", method=method) for method in ("GET", "HEAD"))
        assert head.status == 200
        assert head.content_type == "application/json"
        length = head.headers.get("Content-Length")
        if length == str(len(get.body)) or (original and length is None):
            break
    else:
        pytest.fail(f"{length} by HEAD, {len(get.body)} by GET")
