"""§3.3: times as they are read and answered."""

import pytest

from client import fresh_id, make_op
from times import ECHO, WHOLE, microseconds_of

READ = {
    "2026-03-01T10:00:00Z": "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00z": "2026-03-01T10:00:00Z",
    "2026-03-01t10:00:00Z": "2026-03-01T10:00:00Z",
    "2026-03-01 10:00:00Z": "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00": "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00+00:00": "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00+0000": "2026-03-01T10:00:00Z",
    "2026-03-01T10:00Z": "2026-03-01T10:00:00Z",
    "2026-03-01": "2026-03-01T00:00:00Z",
    "2026-03-01T10:00:00.5Z": "2026-03-01T10:00:00.500000Z",
    "2026-03-01T10:00:00,5Z": "2026-03-01T10:00:00.500000Z",
    "2026-03-01T10:00:00.000Z": "2026-03-01T10:00:00Z",
    "2026-03-01T10:00:00.123": "2026-03-01T10:00:00.123000Z",
    "2026-03-01T10:00:00.123456": "2026-03-01T10:00:00.123456Z",
    "2026-03-01T10:00:00.123456789Z": "2026-03-01T10:00:00.123456Z",
    1772359200: "2026-03-01T10:00:00Z",
    1772359200000: "2026-03-01T10:00:00Z",
    "1772359200": "2026-03-01T10:00:00Z",
    "1772359200000": "2026-03-01T10:00:00Z",
}
OFFSETS = {
    "2026-03-01T10:00:00+09:00": "2026-03-01T01:00:00Z",
    "2026-03-01T10:00:00-05:30": "2026-03-01T15:30:00Z",
    "2026-03-01T10:00:00-0530": "2026-03-01T15:30:00Z",
}
REFUSED = [
    "2026-03-01T24:00:00Z", "2026-03-01T10:00:60Z", "20260301T100000Z", "2026-03-01T10:00:00+09",
    "Sun, 01 Mar 2026 10:00:00 GMT", "", True, "2026-02-30T10:00:00Z", "2026-13-01T10:00:00Z",
]


def created_as(account, make_note, forms):
    """Makes a note for each form of `createdAt`, in one request; gives the answers by form."""
    results = account.sync(*[make_op({**make_note(), "createdAt": form}) for form in forms])
    assert all(result.applied for result in results)
    return {form: result.note["createdAt"] for form, result in zip(forms, results)}


def test_forms_that_are_read(account, make_note, shown):
    """§3.3, §9.8: zones, separators, fractions, dates, Unix times; the echo has six digits or none, and
    ours no fraction (§9.7)."""
    assert created_as(account, make_note, list(READ)) == {form: shown(echo) for form, echo in READ.items()}


def test_years(account, make_note):
    """§3.3: 1 to 9999, and they come back."""
    ends = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"]
    assert created_as(account, make_note, ends) == {end: end for end in ends}


def test_offsets(account, make_note, original):
    """§3.3: the original drops an offset without converting; another server may convert. Clients send
    none (§7.1)."""
    dropped = {form: "2026-03-01T10:00:00Z" for form in OFFSETS}
    answered = created_as(account, make_note, list(OFFSETS))
    assert answered == dropped if original else answered in (dropped, OFFSETS)


@pytest.mark.original_only("3.3", "another server may convert offsets, which turns these round")
def test_offsets_are_dropped_in_comparisons(account, make_note, at):
    """§3.3: wall-clock values are compared: 09:59-05:00 loses against 10:00Z, 10:01+09:00 wins."""
    earlier, later = at(-60).replace("Z", "-05:00"), at(60).replace("Z", "+09:00")
    note = make_note("start", updated=at())
    account.sync(make_op(note))
    [lost] = account.sync(make_op({**note, "updatedAt": earlier}))
    [won] = account.sync(make_op({**note, "updatedAt": later}))
    assert (lost.result, won.result) == ("skipped", "applied")
    gone = make_note("gone", updated=at())
    account.sync(make_op(gone))
    [lost] = account.sync(make_op({**gone, "deletedAt": earlier}, "delete"))
    [won] = account.sync(make_op({**gone, "deletedAt": later}, "delete"))
    assert (lost.result, won.result) == ("skipped", "applied")


@pytest.mark.parametrize("digits", [0, 3, 6])
def test_times_without_a_zone_are_compared(account, make_note, at, shown, digits):
    """§3.3, §8.1, §9.8: Android sends no zone, in seconds, milliseconds or microseconds. Both of its times
    are taken for UTC and compared with those that end in `Z`, down to the last digit."""
    step = 10 ** (6 - digits)

    def zoned(steps):
        return at(0, steps * step)

    def bare(steps):
        seconds, _, fraction = zoned(steps).rstrip("Z").partition(".")
        return f"{seconds}.{fraction.ljust(6, '0')[:digits]}".rstrip(".")

    note = make_note("with a zone", updated=zoned(5))
    account.sync(make_op(note))
    [older] = account.sync(make_op({**note, "text": "older", "updatedAt": bare(4)}))
    [newer] = account.sync(make_op({**note, "text": "newer", "updatedAt": bare(6)}))
    assert (older.result, newer.result) == ("skipped", "applied")
    assert (newer.note["text"], newer.note["updatedAt"]) == ("newer", shown(zoned(6)))
    [behind] = account.sync(make_op({**note, "updatedAt": zoned(5)}))
    [ahead] = account.sync(make_op({**note, "updatedAt": zoned(7)}))
    assert (behind.result, ahead.result) == ("skipped", "applied")
    [early] = account.sync(make_op({**note, "updatedAt": bare(5), "deletedAt": bare(6)}, "delete"))
    [late] = account.sync(make_op({**note, "updatedAt": bare(6), "deletedAt": bare(8)}, "delete"))
    assert (early.result, late.result) == ("skipped", "applied")
    assert late.note["updatedAt"] == late.note["deletedAt"] == shown(zoned(8))


@pytest.mark.parametrize("form", REFUSED, ids=repr)
@pytest.mark.parametrize("name", ["createdAt", "updatedAt"])
def test_forms_that_are_refused(account, make_note, original, form, name):
    """§3.3: 400; ours skips the operation alone (§9.11), or reads more forms than the original."""
    note = {**make_note(), name: form}
    answer = account.post_ops(make_op(note))
    if original:
        assert (answer.status, answer.error) == (400, "invalid_request")
        assert ["ops", 0, "note", name] in [detail["loc"] for detail in answer.json()["details"]]
    else:
        assert answer.status == 200, str(answer)


@pytest.mark.tl_only("9.11", "the original refuses the request")
@pytest.mark.parametrize("form", ["", True, "2026-02-30T10:00:00Z", "2026-13-01T10:00:00Z", "yesterday"], ids=repr)
def test_impossible_times_are_skipped(account, make_note, form):
    """§3.3, §9.11: what is no time in any reading."""
    answer = account.post_ops(make_op({**make_note(), "updatedAt": form}))
    assert answer.json()["results"][0]["result"] == "skipped"


def test_form_of_echoes(account, make_note, at, original):
    """§3.3, §9.7: always `Z`; six digits or none, ours none; cut, not rounded up."""
    note = make_note(created=at(-9, 999_999), updated=at(0, 999_999))
    [made] = account.sync(make_op(note))
    [gone] = account.sync(make_op({**note, "deletedAt": at(1, 999_999)}, "delete"))
    echoes = [made.note["createdAt"], made.note["updatedAt"], gone.note["deletedAt"], gone.note["updatedAt"]]
    for echo in echoes:
        assert (ECHO if original else WHOLE).fullmatch(echo), echo
    exact = [at(-9, 999_999), at(0, 999_999), at(1, 999_999), at(1, 999_999)]
    cut = [each[:19] + "Z" for each in exact]
    assert echoes == (exact if original else cut)


def test_times_of_a_restore(account, make_note, at, shown):
    """§3.3, §9.7: the same form in both endpoints."""
    note = make_note(created=at(-9, 250_000), updated=at(0, 125_000))
    account.sync(make_op(note))
    listed = account.listed(note["id"])
    assert listed["createdAt"] == shown(at(-9, 250_000))
    assert listed["updatedAt"] == shown(at(0, 125_000))


def test_echo_of_an_unknown_note_is_converted(account, make_note):
    """§3.2: a known opId naming a note that the server does not have echoes the request's own note, and
    there offsets are converted to UTC."""
    op = make_op(make_note())
    account.sync(op)
    unknown = make_note(id=fresh_id(), updated="2026-03-01T10:00:00+09:00")
    [result] = account.sync(make_op(unknown, id=op["opId"]))
    assert result.skipped
    assert microseconds_of(result.note["updatedAt"]) == microseconds_of("2026-03-01T01:00:00Z")
