"""§3.4: which write wins; deletes, tombstones, resurrection."""

import pytest

from client import fresh_id, make_media, make_op
from times import microseconds_of


@pytest.fixture
def stored(account, make_note):
    """A note that the server has, updated at `at()`."""
    note = make_note("stored", tags=["old"])
    account.sync(make_op(note))
    return note


def delete(note, *, updated=None, deleted="same"):
    """A delete operation; `deleted` is left out where it is None."""
    gone = {**note, "updatedAt": updated or note["updatedAt"]}
    gone["deletedAt"] = gone["updatedAt"] if deleted == "same" else deleted
    if deleted is None:
        del gone["deletedAt"]
    return make_op(gone, "delete")


# MARK: edits


def test_newer_wins(account, stored, at):
    """§3.4: text, pin, the whole tag set and `updatedAt` are replaced."""
    new = {**stored, "text": "new", "isPinned": True, "tags": ["new"], "updatedAt": at(1)}
    [result] = account.sync(make_op(new))
    assert result.applied
    assert result.note == new


def test_older_loses(account, stored, at, state):
    """§3.4: skipped, and the answer is what the server has."""
    [result] = account.sync(make_op({**stored, "text": "older", "updatedAt": at(-1)}))
    assert result.skipped
    assert result.note == stored
    assert state(stored["id"]) == stored


def test_equal_time(account, stored, original):
    """§3.4: an equal time loses. §9.10 lets another server decide for the update; the answer then says
    so, and shows what is stored."""
    [result] = account.sync(make_op({**stored, "text": "equal"}))
    if original:
        assert result.skipped
    assert result.note["text"] == ("equal" if result.applied else "stored")


def test_a_microsecond_wins(account, make_note, at, state):
    """§3.4, §9.7: strictly greater, by as little as 1 µs; nothing is compared in whole seconds."""
    note = make_note("first", updated=at(0, 123_000))
    account.sync(make_op(note))
    [later] = account.sync(make_op({**note, "text": "later", "updatedAt": at(0, 123_001)}))
    assert later.applied and later.note["text"] == "later"
    [earlier] = account.sync(make_op({**note, "text": "earlier", "updatedAt": at(0, 123_000)}))
    assert earlier.skipped
    assert state(note["id"])["text"] == "later"


def test_what_android_sends_twice(account, make_note, at):
    """§8.1: first without media at a millisecond, then with media a fraction later: both applied, media
    stored."""
    note = make_note("photo", updated=at(0, 123_000))
    account.sync(make_op(note, "update", id=f"{note['id']}_1772359200123"))
    photo = make_media(b"photo" + note["id"].encode())
    [result] = account.sync(make_op({**note, "updatedAt": at(0, 123_456)}, "update", media=[photo]))
    assert result.applied
    assert [entry["id"] for entry in account.media_of(note["id"])] == [photo["id"]]


def test_order_within_a_request(account, make_note, at):
    """§3.4: operations of one request are compared one after another."""
    note = make_note("middle", updated=at(5))
    results = account.sync(
        make_op(note), make_op({**note, "text": "older", "updatedAt": at(1)}),
        make_op({**note, "text": "newest", "updatedAt": at(9)}))
    assert [result.result for result in results] == ["applied", "skipped", "applied"]
    assert results[0].note["text"] == "newest"


def test_created_at_never_changes(account, stored, at):
    """§3.4: not after the first insert."""
    [result] = account.sync(make_op({**stored, "createdAt": at(-999), "updatedAt": at(1)}))
    assert result.applied
    assert result.note["createdAt"] == stored["createdAt"]


def test_future_times_are_accepted(account, passing, at):
    """§3.4, §7.6: any future time; a client that stamps the present loses against it."""
    note = passing("2099", updated="2099-01-01T00:00:00Z")
    [made] = account.sync(make_op(note))
    [edit] = account.sync(make_op({**note, "text": "now", "updatedAt": at()}))
    assert (made.result, edit.result) == ("applied", "skipped")
    assert account.listed(note["id"])["text"] == "2099"


def test_tags_and_media_of_a_skipped_operation(account, stored, at, original):
    """§3.4: a skipped operation is skipped whole. §9.10 lets another server take its media."""
    photo = make_media(b"late" + stored["id"].encode())
    account.sync(make_op({**stored, "tags": ["other"], "updatedAt": at(-1)}, media=[photo]))
    restored = account.restore(stored["id"])
    assert restored.note(stored["id"])["tags"] == ["old"]
    kept = [entry["id"] for entry in restored.media_of(stored["id"])]
    assert kept == [] if original else kept in ([], [photo["id"]])


def test_bad_base64_in_a_skipped_operation(account, stored, at):
    """§3.4: goes unnoticed."""
    broken = make_media(base64_text="***")
    [result] = account.sync(make_op({**stored, "updatedAt": at(-1)}, media=[broken]))
    assert result.skipped


# MARK: deletes


def test_delete(account, stored, at):
    """§3.4: only `updatedAt` and `deletedAt` change; text, pin and tags stay, those sent are ignored."""
    sent = {**stored, "text": "ignored", "isPinned": True, "tags": ["ignored"]}
    [result] = account.sync(delete(sent, updated=at(1)))
    assert result.applied
    assert result.note == {**stored, "updatedAt": at(1), "deletedAt": at(1)}
    assert account.listed(stored["id"]) is None


def test_delete_takes_the_later_of_both_times(account, stored, at):
    """§3.4: as the apps send it, with `updatedAt` as last sent: the later is compared and stored as
    `updatedAt`."""
    [result] = account.sync(delete(stored, deleted=at(7)))
    assert result.applied
    assert (result.note["updatedAt"], result.note["deletedAt"]) == (at(7), at(7))


def test_deleted_at_is_stored_as_given(account, stored, at):
    """§3.4: even if older than `updatedAt`."""
    [result] = account.sync(delete(stored, updated=at(9), deleted=at(-5)))
    assert result.applied
    assert (result.note["updatedAt"], result.note["deletedAt"]) == (at(9), at(-5))


@pytest.mark.parametrize("deleted", [None, "null"])
def test_delete_without_deleted_at(account, stored, at, deleted):
    """§3.4: the incoming time is used."""
    op = delete(stored, updated=at(3), deleted=None)
    if deleted == "null":
        op["note"]["deletedAt"] = None
    [result] = account.sync(op)
    assert result.applied
    assert (result.note["updatedAt"], result.note["deletedAt"]) == (at(3), at(3))


def test_older_delete_loses(account, stored, at, state):
    """§3.4: skipped, the note lives."""
    [result] = account.sync(delete(stored, updated=at(-1)))
    assert result.skipped
    assert result.note == stored
    assert state(stored["id"])["deletedAt"] is None


def test_delete_at_an_equal_time(account, stored, original, state):
    """§3.4: skipped, the note stays alive. §9.10 lets another server carry it out."""
    [result] = account.sync(delete(stored))
    if original:
        assert result.skipped
    assert (state(stored["id"])["deletedAt"] is None) == result.skipped


def test_delete_by_a_microsecond(account, make_note, at):
    """§3.4, §9.7: compared strictly, in microseconds."""
    note = make_note(updated=at(0, 500_000))
    account.sync(make_op(note))
    [result] = account.sync(delete(note, updated=at(0, 500_001)))
    assert result.applied


def test_deleting_again(account, stored, at):
    """§3.4: a newer time moves `deletedAt` forward, an older one is skipped."""
    account.sync(delete(stored, updated=at(5)))
    [older] = account.sync(delete(stored, updated=at(4)))
    assert older.skipped and older.note["deletedAt"] == at(5)
    [newer] = account.sync(delete(stored, updated=at(6)))
    assert newer.applied and newer.note["deletedAt"] == at(6)


def test_delete_is_compared_with_the_later_stored_time(account, stored, at):
    """§3.4: an upsert may have stored a `deletedAt` after its `updatedAt`."""
    account.sync(make_op({**stored, "updatedAt": at(1), "deletedAt": at(8)}))
    [between] = account.sync(delete(stored, updated=at(5)))
    assert between.skipped
    [after] = account.sync(delete(stored, updated=at(9)))
    assert after.applied


def test_edit_is_compared_with_updated_at_alone(account, stored, at):
    """§3.4: an edit between the stored `updatedAt` and `deletedAt` is later than the former, and brings
    the note back."""
    account.sync(make_op({**stored, "updatedAt": at(1), "deletedAt": at(8)}))
    [between] = account.sync(make_op({**stored, "text": "between", "updatedAt": at(5)}))
    assert between.applied
    assert between.note == {**stored, "text": "between", "updatedAt": at(5)}
    assert account.listed(stored["id"]) == between.note


def test_delete_of_an_unknown_note(account, make_note, at, state):
    """§3.4: applied; a tombstone with the text and dates that were sent, without tags and media."""
    note = make_note("never seen", tags=["gone"], updated=at(2))
    [result] = account.sync(make_op(
        {**note, "deletedAt": at(2)}, "delete", media=[make_media(b"gone" + note["id"].encode())]))
    assert result.applied
    assert result.note == {**note, "tags": [], "deletedAt": at(2)}
    assert state(note["id"])["deletedAt"] == at(2)
    assert account.listed(note["id"]) is None
    account.sync(make_op({**note, "text": "seen", "tags": [], "updatedAt": at(3)}))
    restored = account.restore(note["id"])
    assert restored.note(note["id"])["text"] == "seen"
    assert restored.media_of(note["id"]) == []


@pytest.mark.parametrize("seconds", [-1, 0])
def test_create_after_the_tombstone(account, make_note, at, seconds, state, original):
    """§3.4: an older create is skipped, and one of an equal time. For the latter §9.10 lets another
    server decide otherwise."""
    note = make_note("late", updated=at())
    account.sync(delete(note))
    [result] = account.sync(make_op({**note, "updatedAt": at(seconds)}, "create"))
    if original or seconds < 0:
        assert result.skipped
        assert result.note["deletedAt"] == at()
    assert (state(note["id"])["deletedAt"] is None) == result.applied


def test_created_at_of_a_tombstone_stays(account, make_note, at):
    """§7.10: `createdAt` is frozen by whoever inserts first, even by a delete of an unknown id."""
    note = make_note(created=at(-500))
    account.sync(delete(note))
    [result] = account.sync(make_op({**note, "createdAt": at(-100), "updatedAt": at(5)}, "create"))
    assert result.applied
    assert result.note["createdAt"] == at(-500)


# MARK: resurrection


def test_resurrection(account, make_note, at):
    """§3.4: a newer upsert with `deletedAt` null brings the note back, with its old media."""
    note = make_note("again")
    photo = make_media(b"kept" + note["id"].encode())
    account.sync(make_op(note, media=[photo]))
    account.sync(delete(note, updated=at(5)))
    assert account.media_of(note["id"]) == []
    [result] = account.sync(make_op({**note, "text": "back", "updatedAt": at(6)}))
    assert result.applied
    assert (result.note["text"], result.note["deletedAt"]) == ("back", None)
    restored = account.restore(note["id"])
    assert restored.note(note["id"])["text"] == "back"
    assert [entry["id"] for entry in restored.media_of(note["id"])] == [photo["id"]]
    assert restored.media_of(note["id"])[0]["dataBase64"] == photo["dataBase64"]


def test_older_edit_does_not_resurrect(account, stored, at):
    """§3.4: an edit before the delete stays lost."""
    account.sync(delete(stored, updated=at(5)))
    [result] = account.sync(make_op({**stored, "text": "edit", "updatedAt": at(4)}))
    assert result.skipped
    assert result.note["deletedAt"] == at(5)
    assert account.listed(stored["id"]) is None


def test_upsert_with_deleted_at_deletes(account, stored, at):
    """§3.4: one with `deletedAt` set deletes the note, and its other fields are stored."""
    [result] = account.sync(make_op({**stored, "text": "last words", "updatedAt": at(2), "deletedAt": at(2)}))
    assert result.applied
    assert (result.note["text"], result.note["deletedAt"]) == ("last words", at(2))
    assert account.listed(stored["id"]) is None


def test_upsert_with_deleted_at_of_an_unknown_note(account, make_note, at, state):
    """§3.4: makes a note that is deleted already; an older upsert does not bring it back, a newer one
    does."""
    note = make_note("last words", updated=at(2), deletedAt=at(3))
    [made] = account.sync(make_op(note))
    assert made.applied
    assert made.note == note
    assert account.listed(note["id"]) is None
    [older] = account.sync(make_op({**note, "text": "older", "updatedAt": at(1), "deletedAt": None}))
    assert older.skipped
    assert state(note["id"]) == note
    [newer] = account.sync(make_op({**note, "text": "newer", "updatedAt": at(4), "deletedAt": None}))
    assert newer.applied
    assert account.listed(note["id"])["text"] == "newer"


def test_create_and_delete_in_one_request(account, make_note, at):
    """§3.2, §3.4: both are applied, and both results show the deleted note."""
    note = make_note()
    results = account.sync(make_op(note, "create"), delete(note, updated=at(1)))
    assert [result.result for result in results] == ["applied"] * 2
    assert [result.note["deletedAt"] for result in results] == [at(1)] * 2


def test_times_of_tombstones_come_back(account, stored, at):
    """§3.2: for a skipped operation the winner is shown, tombstones with their `deletedAt` included."""
    account.sync(delete(stored, updated=at(5)))
    [result] = account.sync(make_op({**stored, "updatedAt": at(1)}))
    assert result.skipped
    assert microseconds_of(result.note["deletedAt"]) == microseconds_of(at(5))
