"""§3.5: operations that come again; §11: the probe that leans on it."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from client import fresh_id, make_media, make_op


def test_same_request_twice(account, make_note):
    """§3.5: a repeat is skipped and shows what is stored."""
    ops = [make_op(make_note(f"number {number}")) for number in range(3)]
    first = account.sync(*ops)
    second = account.sync(*ops)
    assert [result.result for result in first] == ["applied"] * 3
    assert [result.result for result in second] == ["skipped"] * 3
    assert [result.note for result in second] == [result.note for result in first]


def test_whole_request_again(account, make_note, at):
    """§3.5: what a client whose connection was lost sends again, after it was answered: all of it is
    skipped, shows the state as it is, and changes nothing; the media are there once."""
    kept, gone = make_note("kept", tags=["one"], isPinned=True), make_note("gone")
    ops = [make_op(kept, media=[make_media(b"again" + kept["id"].encode())]), make_op(gone),
           make_op({**gone, "updatedAt": at(3), "deletedAt": at(3)}, "delete")]
    first = account.sync(*ops)
    before = account.restore(kept["id"])
    for _ in range(2):
        again = account.sync(*ops)
        assert [result.result for result in again] == ["skipped"] * 3
        assert [result.note for result in again] == [result.note for result in first]
    after = account.restore()
    assert after.note(kept["id"]) == before.note(kept["id"]) == kept
    assert after.note(gone["id"]) is None
    assert after.media_of(kept["id"]) == before.media_of(kept["id"])
    assert len(after.media_of(kept["id"])) == 1


def test_repeat_with_another_payload(account, make_note, at, state):
    """§3.5: never looked at again, even with a newer time."""
    op = make_op(make_note("first"))
    account.sync(op)
    newer = {**op["note"], "text": "second", "updatedAt": at(99)}
    [result] = account.sync({**op, "note": newer, "media": [make_media(b"second")]})
    assert result.skipped and result.note["text"] == "first"
    assert state(op["note"]["id"])["text"] == "first"
    assert account.media_of(op["note"]["id"]) == []


def test_repeat_with_another_note(account, make_note):
    """§3.5, §3.2: even with another note id; of an unknown note the request's own note is echoed."""
    op = make_op(make_note("first"))
    account.sync(op)
    other = make_note("other")
    [result] = account.sync(make_op(other, id=op["opId"]))
    assert result.skipped
    assert result.note["text"] == "other"
    assert account.listed(other["id"]) is None


def test_repeat_within_a_request(account, make_note, at):
    """§3.5: also within one request."""
    note = make_note("first")
    op = make_op(note)
    results = account.sync(op, {**op, "note": {**note, "text": "second", "updatedAt": at(9)}})
    assert [result.result for result in results] == ["applied", "skipped"]
    assert [result.note["text"] for result in results] == ["first"] * 2


def test_a_skip_uses_up_the_op_id(account, make_note, at):
    """§3.5: whatever the result; a retry needs a new opId."""
    note = make_note("first")
    account.sync(make_op(note))
    lost = make_op({**note, "updatedAt": at(-1)})
    account.sync(lost)
    better = {**note, "text": "better", "updatedAt": at(5)}
    [same] = account.sync({**lost, "note": better})
    assert same.skipped
    [new] = account.sync(make_op(better))
    assert new.applied


def test_repeated_delete(account, make_note, at):
    """§3.5: a delete that comes again after the note came back does not delete it."""
    note = make_note()
    account.sync(make_op(note))
    gone = make_op({**note, "updatedAt": at(9), "deletedAt": at(9)}, "delete")
    account.sync(gone)
    account.sync(make_op({**note, "updatedAt": at(10)}))
    [result] = account.sync(gone)
    assert result.skipped
    assert account.listed(note["id"])


@pytest.mark.second_account
def test_op_ids_of_two_users(account, other_account, make_note):
    """§3.5: the same opId of another user is independent."""
    id = fresh_id()
    [mine] = account.sync(make_op(make_note(), id=id))
    [theirs] = other_account.sync(make_op(make_note(), id=id))
    assert (mine.result, theirs.result) == ("applied", "applied")


@pytest.mark.second_account
@pytest.mark.parametrize("what", ["note", "media"])
def test_ids_of_another_user(account, other_account, make_note, at, original, what):
    """§3.1, §3.6, §5: the id of a foreign note or media is 500 with HTML for the whole request, of which
    nothing is stored and no opId used up (§3.5). Another server may keep accounts apart. In no case is
    anything of the first user changed or shown."""
    note = make_note("private", tags=["private"])
    photo = make_media(b"private" + note["id"].encode())
    account.sync(make_op(note, media=[photo]))
    intruder = make_note("intruder", id=note["id"] if what == "note" else None, updated=at(50))
    entry = make_media(b"intruder", id=photo["id"] if what == "media" else None)
    good = make_op(make_note("good"))
    answer = other_account.post_ops(good, make_op(intruder, media=[entry]))
    assert (answer.status, answer.is_html) == ((500, True) if original else (200, False)), str(answer)
    assert b"private" not in answer.body
    [again] = other_account.sync(good)
    assert again.result == ("applied" if original else "skipped")
    restored = account.restore(note["id"])
    assert restored.note(note["id"]) == note
    [kept] = restored.media_of(note["id"])
    assert (kept["id"], kept["dataBase64"]) == (photo["id"], photo["dataBase64"])


@pytest.mark.tl_only("3.5", "in the original one of four was a 500")
def test_same_operation_four_times_at_once(account, make_note):
    """§3.5: sent at once from four connections, it is applied once and never fails."""
    op = make_op(make_note("at once"), media=[make_media(b"at once")])
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: account.post_ops(op), range(4)))
    assert [answer.status for answer in answers] == [200] * 4
    results = sorted(answer.json()["results"][0]["result"] for answer in answers)
    assert results == ["applied", "skipped", "skipped", "skipped"]
    assert len(account.media_of(op["note"]["id"])) == 1


@pytest.mark.tl_only("3.5", "in the original the older one won in 41 of 60 rounds")
def test_two_updates_at_once(account, make_note, at, state):
    """§3.5: of two different updates sent together the newer one is what stays."""
    for _ in range(10):
        note = make_note("start")
        account.sync(make_op(note))
        ops = [make_op({**note, "text": f"at {second}", "updatedAt": at(second)}) for second in (1, 2)]
        with ThreadPoolExecutor(2) as pool:
            assert all(answer.status == 200 for answer in pool.map(account.post_ops, ops))
        assert state(note["id"])["text"] == "at 2"


# MARK: the probe


def test_probe(account, make_note, at, state):
    """§11: a burnt opId asks for the state of many notes without writing anything: the sentinel comes
    back for an unknown note, and a deleted one tells when."""
    alive, deleted = make_note("alive", tags=["a"]), make_note("deleted")
    account.sync(make_op(alive), make_op(deleted))
    account.sync(make_op({**deleted, "updatedAt": at(3), "deletedAt": at(3)}, "delete"))
    probe, unknown = fresh_id(), fresh_id()
    asked = [make_note("sentinel", id=id, updated="0001-01-01T00:00:00Z", created="0001-01-01T00:00:00Z")
             for id in (fresh_id(), alive["id"], deleted["id"], unknown)]
    results = account.sync(
        make_op(asked[0], "delete", id=probe), *[make_op(note, id=probe) for note in asked[1:]])
    assert [result.result for result in results[1:]] == ["skipped"] * 3
    assert results[1].note == alive
    assert (results[2].note["text"], results[2].note["deletedAt"]) == ("deleted", at(3))
    assert results[3].note["text"] == "sentinel"
    assert account.listed(alive["id"]) == alive
    assert state(unknown) is None
