"""§3.6: photos and recordings."""

import base64
import hashlib

import pytest

from client import fresh_id, make_media, make_op


@pytest.fixture
def bytes_of_its_own():
    """Bytes that no other note of the server holds."""
    return lambda name="": b"\xff\xd8\xff\xe0 " + name.encode() + fresh_id().encode()


@pytest.fixture
def upload(account, make_note):
    """Stores a note with these media; gives the note."""

    def store(*media, **fields):
        note = make_note("with media", **fields)
        [result] = account.sync(make_op(note, media=media))
        assert result.applied
        return note

    return store


@pytest.fixture
def ids(account):
    """The ids of the media that a note has on the server."""
    return lambda note: {entry["id"] for entry in account.media_of(note["id"])}


# MARK: what comes back


@pytest.mark.parametrize("kind, content_type, ending, head", [
    ("image", "image/jpeg", "jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0"),
    ("image", "image/png", "png", b"\x89PNG\r\n\x1a\n"),
    ("audio", "audio/m4a", "m4a", b"\0\0\0\x20ftypM4A \0\0\0\0"),
    ("audio", "audio/mpeg", "mp3", b"ID3\x04\0\0\0\0\0\0"),
    ("audio", "audio/wav", "wav", b"RIFF\x24\x01\0\0WAVEfmt "),
    ("image", "image/jpeg", "jpg", b"no picture "), ("audio", "audio/m4a", "m4a", b"no sound ")])
def test_media_come_back(account, upload, kind, content_type, ending, head):
    """§3.1, §4: bytes, id, kind and checksum, below the note they were sent with, whether or not the
    bytes are what they are said to be."""
    data = head + fresh_id().encode() + bytes(range(256))
    id = fresh_id()
    sent = make_media(data, id=id, kind=kind, content_type=content_type, filename=f"{id}.{ending}")
    note = upload(sent)
    [entry] = account.media_of(note["id"])
    assert base64.b64decode(entry["dataBase64"], validate=True) == data
    assert (entry["id"], entry["noteId"], entry["kind"]) == (id, note["id"], kind)
    assert entry["checksum"] == hashlib.sha256(data).hexdigest()
    assert isinstance(entry["contentType"], str) and isinstance(entry["filename"], str)


@pytest.mark.original_only("3.6", "§9.13 asks for names that are plain and unique, and a server may look at the bytes")
def test_name_and_type_come_back(account, upload, bytes_of_its_own):
    """§4: `filename` and `contentType` as they were sent."""
    note = upload(make_media(bytes_of_its_own(), filename="kitchen.jpg", content_type="image/jpeg"))
    [entry] = account.media_of(note["id"])
    assert (entry["filename"], entry["contentType"]) == ("kitchen.jpg", "image/jpeg")


def test_base64_in_answers(account, upload, bytes_of_its_own):
    """§9.13: padded, without line breaks, of the standard alphabet; iOS reads nothing else."""
    sent = [make_media(bytes_of_its_own() + b"\xff" * length) for length in (100, 101, 102, 1000)]
    note = upload(*sent)
    for entry in account.media_of(note["id"]):
        base64.b64decode(entry["dataBase64"], validate=True)
        assert len(entry["dataBase64"]) % 4 == 0


def test_several_media(upload, ids, bytes_of_its_own):
    """§3.1: any number on one note."""
    media = [make_media(bytes_of_its_own()) for _ in range(10)]
    assert ids(upload(*media)) == {entry["id"] for entry in media}


def test_empty_file(account, upload):
    """§3.1: empty data are a valid empty file."""
    note = upload(make_media(b""))
    [entry] = account.media_of(note["id"])
    assert entry["dataBase64"] == ""


def test_note_id_of_media_is_ignored(account, upload, ids, bytes_of_its_own):
    """§3.1: the media goes to the note of the operation."""
    entry = make_media(bytes_of_its_own(), note_id=fresh_id())
    note = upload(entry)
    assert ids(note) == {entry["id"]}
    assert account.media_of(entry["noteId"]) == []


def test_upper_case_ids(upload, ids, bytes_of_its_own):
    """§8.1: iOS makes upper-case UUIDs, for media as well."""
    entry = make_media(bytes_of_its_own(), id=fresh_id().upper())
    assert ids(upload(entry)) == {entry["id"]}


# MARK: additive


def test_update_without_media_keeps_them(account, upload, ids, bytes_of_its_own, at):
    """§3.6, §9.10: iOS sends only new files, so that nothing may be replaced."""
    entry = make_media(bytes_of_its_own())
    note = upload(entry)
    [result] = account.sync(make_op({**note, "text": "edited", "updatedAt": at(1)}))
    assert result.applied
    assert ids(note) == {entry["id"]}


def test_update_adds_media(account, upload, ids, bytes_of_its_own, at):
    """§3.6: added to those that are there."""
    first, second = make_media(bytes_of_its_own()), make_media(bytes_of_its_own())
    note = upload(first)
    account.sync(make_op({**note, "updatedAt": at(1)}, media=[second]))
    assert ids(note) == {first["id"], second["id"]}


def test_equal_bytes_under_a_new_id(account, upload, ids, bytes_of_its_own, at):
    """§3.6: a checksum that the note has is ignored; Android sends all files again with each edit."""
    data = bytes_of_its_own()
    first = make_media(data)
    note = upload(first)
    account.sync(make_op({**note, "updatedAt": at(1)}, media=[make_media(data)]))
    assert ids(note) == {first["id"]}


def test_equal_bytes_twice_in_one_operation(upload, ids, bytes_of_its_own):
    """§3.6: also earlier in the same operation."""
    data = bytes_of_its_own()
    first, second = make_media(data), make_media(data)
    assert ids(upload(first, second)) == {first["id"]}


def test_equal_bytes_on_two_notes(upload, ids, bytes_of_its_own):
    """§3.6: the comparison is within one note."""
    data = bytes_of_its_own()
    first, second = make_media(data), make_media(data)
    one, two = upload(first), upload(second)
    assert (ids(one), ids(two)) == ({first["id"]}, {second["id"]})


@pytest.mark.parametrize("form", ["upper case", "prefix"])
def test_other_spellings_of_a_checksum(account, upload, ids, bytes_of_its_own, at, original, form):
    """§3.6: raw strings are compared, so that another spelling is another file. A server that looks at
    the bytes finds the repeat."""
    data = bytes_of_its_own()
    first = make_media(data)
    spelled = first["checksum"].upper() if form == "upper case" else "sha256:" + first["checksum"]
    again = make_media(data, checksum=spelled)
    note = upload(first)
    account.sync(make_op({**note, "updatedAt": at(1)}, media=[again]))
    if original:
        assert ids(note) == {first["id"], again["id"]}
    else:
        assert ids(note) in ({first["id"]}, {first["id"], again["id"]})


@pytest.mark.parametrize("data", ["other bytes", "equal bytes"])
def test_empty_checksums(upload, ids, bytes_of_its_own, original, data):
    """§3.6: empty ones are never taken for equal. A server that looks at the bytes finds a repeat."""
    one = bytes_of_its_own()
    other = one if data == "equal bytes" else bytes_of_its_own()
    first, second = make_media(one, checksum=""), make_media(other, checksum="")
    kept = ids(upload(first, second))
    if original or one != other:
        assert kept == {first["id"], second["id"]}
    else:
        assert kept in ({first["id"]}, {first["id"], second["id"]})


def test_checksum_that_does_not_match(account, upload, bytes_of_its_own, original):
    """§3.6: accepted and handed out again as declared. §9.13: ours says the hash of the bytes. The
    bytes come back in both."""
    data, wrong = bytes_of_its_own(), "0" * 64
    note = upload(make_media(data, checksum=f" {wrong} "))
    [entry] = account.media_of(note["id"])
    assert base64.b64decode(entry["dataBase64"]) == data
    assert entry["checksum"] == (wrong if original else hashlib.sha256(data).hexdigest())


# MARK: known ids


@pytest.fixture
def replacement(bytes_of_its_own):
    """Makes a recording in the place of a picture, under the same id; all that is said of it is new."""
    return lambda id: make_media(
        b"\0\0\0\x20ftypM4A " + bytes_of_its_own("new"), id=id, kind="audio", content_type="audio/m4a",
        filename=f"{fresh_id()}.m4a")


def assert_replaced(kept, sent, original):
    """Ours names files itself and looks at their bytes (§9.13)."""
    names = ("id", "kind", "checksum", "dataBase64") + ("filename", "contentType") * original
    assert {name: kept[name] for name in names} == {name: sent[name] for name in names}


def test_known_id_with_other_bytes(account, upload, bytes_of_its_own, replacement, at, original):
    """§3.6: its bytes and metadata are replaced."""
    entry = make_media(bytes_of_its_own("old"))
    note = upload(entry)
    sent = replacement(entry["id"])
    account.sync(make_op({**note, "updatedAt": at(1)}, media=[sent]))
    [kept] = account.media_of(note["id"])
    assert_replaced(kept, sent, original)


@pytest.mark.original_only("3.6", "a server that looks at the bytes reads them always")
def test_known_id_with_the_same_checksum(account, upload, bytes_of_its_own, at):
    """§3.6: metadata replaced, the data not even decoded."""
    data = bytes_of_its_own()
    entry = make_media(data)
    note = upload(entry)
    again = {**entry, "filename": "renamed.jpg", "dataBase64": "***"}
    [result] = account.sync(make_op({**note, "updatedAt": at(1)}, media=[again]))
    assert result.applied
    [kept] = account.media_of(note["id"])
    assert kept["filename"] == "renamed.jpg"
    assert base64.b64decode(kept["dataBase64"]) == data


def test_known_id_in_another_note(upload, ids, bytes_of_its_own, original):
    """§3.6: the media moves there. Another server may leave the first note its picture."""
    data = bytes_of_its_own()
    entry = make_media(data)
    first = upload(entry)
    second = upload(entry)
    if original:
        assert (ids(first), ids(second)) == (set(), {entry["id"]})
    else:
        assert len(ids(second)) == 1
        assert ids(first) <= {entry["id"]}


def test_known_id_in_another_note_with_other_bytes(account, upload, bytes_of_its_own, replacement, original):
    """§3.6: the media moves there, with the new bytes and metadata. Another server may leave the first
    note its picture; it is the old one then."""
    entry = make_media(bytes_of_its_own("old"))
    first = upload(entry)
    sent = replacement(entry["id"])
    second = upload(sent)
    restored = account.restore(first["id"], second["id"])
    [moved] = restored.media_of(second["id"])
    left = restored.media_of(first["id"])
    if original:
        assert left == []
        assert_replaced(moved, sent, original)
    else:
        assert moved["dataBase64"] == sent["dataBase64"]
        assert [each["dataBase64"] for each in left] in ([], [entry["dataBase64"]])


# MARK: what is unchecked


@pytest.mark.parametrize("filename", ["../../x", "", "/etc/passwd", "a\\b.jpg", "x" * 300], ids=repr)
def test_names_of_files(account, upload, bytes_of_its_own, original, filename):
    """§3.6: unchecked, they come back. §9.13 asks other servers for a plain name with an extension."""
    data = bytes_of_its_own()
    note = upload(make_media(data, filename=filename))
    [entry] = account.media_of(note["id"])
    assert base64.b64decode(entry["dataBase64"]) == data
    if original:
        assert entry["filename"] == filename
    else:
        assert_plain(entry["filename"])


@pytest.mark.tl_only("9.13", "the original hands out what it was given")
def test_equal_names_on_two_notes(account, upload, bytes_of_its_own):
    """§9.13: unique across notes: iOS overwrites an equal name."""
    notes = [upload(make_media(bytes_of_its_own(), filename="photo.jpg")) for _ in range(2)]
    restored = account.restore(*[note["id"] for note in notes])
    names = [entry["filename"] for note in notes for entry in restored.media_of(note["id"])]
    assert len(set(names)) == 2
    for name in names:
        assert_plain(name)


def assert_plain(name):
    assert name and not set("/\\\0") & set(name) and not name.startswith("."), repr(name)
    stem, dot, extension = name.rpartition(".")
    assert stem and dot and extension, repr(name)


def test_content_type_may_contradict_the_kind(account, upload, bytes_of_its_own, original):
    """§3.6, §7.33: text/html for an image passes and comes back; the kind stays. Another server may look
    at the bytes."""
    note = upload(make_media(bytes_of_its_own(), content_type="text/html"))
    [entry] = account.media_of(note["id"])
    assert entry["kind"] == "image"
    assert entry["contentType"] == "text/html" or not original


def test_media_of_a_delete_are_ignored(account, upload, ids, bytes_of_its_own, at):
    """§3.4: both apps send them all; after the note came back it has its old ones only."""
    entry = make_media(bytes_of_its_own())
    note = upload(entry)
    extra = make_media(bytes_of_its_own())
    account.sync(make_op({**note, "updatedAt": at(1), "deletedAt": at(1)}, "delete", media=[extra]))
    account.sync(make_op({**note, "updatedAt": at(2)}))
    assert ids(note) == {entry["id"]}


@pytest.mark.tl_only("9.12", "the original hands out `file` for what its web page made")
def test_kinds_in_answers(account, upload, bytes_of_its_own):
    """§9.12: `image` and `audio` only."""
    note = upload(
        make_media(bytes_of_its_own()), make_media(bytes_of_its_own(), kind="audio", content_type="audio/m4a"))
    assert {entry["kind"] for entry in account.restore(note["id"]).media} <= {"image", "audio"}
