"""§3.7: text comes back exactly, tags as a set."""

import pytest

from client import fresh_id, make_op

TEXTS = {
    "empty": "",
    "emoji": "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇩🇪",
    "composed": "caf\u00e9",
    "combining": "cafe\u0301 a\u0323\u0307 \u1100\u1161",
    "right to left": "\u202bשלום\u202c \u200fعربي\u200e",
    "byte order mark": "\ufeffbegin \ufeff within",
    "control characters": "".join(chr(code) for code in range(1, 32)) + "\x7f\x80\x85\x9f",
    "line separators": "a\u2028b\u2029c\x0bd\x0ce",
    "CRLF": "one\r\ntwo\r\n\r\nthree\r\n",
    "mixed line ends": "one\rtwo\nthree\r\nfour\r",
    "leading blanks": "  \t two blanks and a tab",
    "trailing blanks": "text  \t ",
    "one blank": " ",
    "leading lines": "\n\nafter two empty lines",
    "one line end": "a\n",
    "three line ends": "a\n\n\n",
    "only line ends": "\n\n\n",
    "one empty line": "\n",
    "only CRLF": "\r\n",
    "front matter": "---\nid: other\ntags: [x]\n---\n\nbody\n",
    "unclosed front matter": "---\nid: other\n",
    "rule": "---",
    "end of document": "...\n---\n...",
    "conflict markers": "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n",
    "replacement character": "\ufffd",
    "astral": "𝒜𐍈𠜎",
    "quotes": "\"' \\ \\n \\u0041 ${x} %s {{x}} `",
    "markup": "<script>alert(1)</script> &amp; [a](b) ![c](d.jpg) #tag",
}


@pytest.fixture(scope="module")
def exact(account, at):
    """All texts sent in one request: what was answered and what is restored, by name."""
    notes = {name: {
        "id": fresh_id(), "text": text, "isPinned": False, "tags": [], "createdAt": at(-60),
        "updatedAt": at(), "deletedAt": None} for name, text in TEXTS.items()}
    results = account.sync(*[make_op(note) for note in notes.values()])
    restored = account.restore(*[note["id"] for note in notes.values()])
    return {name: (result.note["text"], restored.note(note["id"])["text"])
            for (name, note), result in zip(notes.items(), results)}


@pytest.mark.parametrize("name", TEXTS)
def test_text_comes_back_exactly(exact, name):
    """§3.7: in the answer and in a restore."""
    assert exact[name] == (TEXTS[name], TEXTS[name])


def test_same_text_again(account, make_note, at):
    """§3.4, §3.7: each text replaces another exactly."""
    note = make_note("start")
    account.sync(make_op(note))
    for second, text in enumerate(TEXTS.values(), 1):
        [result] = account.sync(make_op({**note, "text": text, "updatedAt": at(second)}))
        assert (result.result, result.note["text"]) == ("applied", text)


@pytest.mark.tl_only("3.7", "nobody asked the original for noncharacters")
def test_noncharacters(account, make_note):
    """§3.7: code points that mean nothing are text all the same."""
    note = make_note("a\ufffeb\uffffc\U0010ffffd\ufdd0e")
    [result] = account.sync(make_op(note))
    assert (result.result, result.note["text"]) == ("applied", note["text"])
    assert account.listed(note["id"])["text"] == note["text"]


@pytest.mark.tl_only("9.5", "the original writes the word as it came")
def test_no_answer_holds_the_word_of_an_expired_token(account, make_note):
    """§9.5, §8.2: iOS refreshes its token on any status whose body holds it."""
    word = "token_expired"
    note = make_note(f"{word}, a{word}s", tags=[word])
    answer = account.post_ops(make_op(note))
    assert answer.status == 200, str(answer)
    restored = account.restore(note["id"]).answer
    for body in (answer.body, restored.body):
        assert word.encode() not in body
    [result] = answer.json()["results"]
    [listed] = [each for each in restored.json()["notes"] if each["id"] == note["id"]]
    for each in (result["note"], listed):
        assert (each["text"], each["tags"]) == (note["text"], note["tags"])


# MARK: tags

TAGS = {
    "plain": (["garden", "first steps"], {"garden", "first steps"}),
    "blanks": (["  garden ", " seeds", "beans   "], {"garden", "seeds", "beans"}),
    "empty ones": (["", "  ", "garden"], {"garden"}),
    "repeats": (["garden", "garden", " garden"], {"garden"}),
    "case": (["Work", "work", "WORK"], {"Work", "work", "WORK"}),
    "number sign": (["#garden", "seeds"], {"#garden", "seeds"}),
    "composed and not": (["caf\u00e9", "cafe\u0301"], {"caf\u00e9", "cafe\u0301"}),
    "any characters": (["a,b", "[x]", "a: b", "'q'", '"p"', "- c", "日本", "🌱", "a|b", "true", "12", "~", "!x"],
                       {"a,b", "[x]", "a: b", "'q'", '"p"', "- c", "日本", "🌱", "a|b", "true", "12", "~", "!x"}),
}


def folded(tags):
    """What tl takes for the same tags: without `#`, lower case, composed."""
    import unicodedata
    return {unicodedata.normalize("NFC", tag.strip().lstrip("#").strip()).lower() for tag in tags} - {""}


@pytest.mark.parametrize("name", TAGS)
def test_tags(account, make_note, original, name):
    """§3.7: blanks trimmed, empty ones and exact repeats dropped, case and `#` kept, no normalisation,
    order not kept. A server of tl folds them, which is a deviation of our own: the tags of a vault are
    sets of folded tags."""
    sent, meant = TAGS[name]
    note = make_note(tags=sent)
    [result] = account.sync(make_op(note))
    for tags in (result.note["tags"], account.listed(note["id"])["tags"]):
        assert len(tags) == len(set(tags))
        assert all(tag and tag == tag.strip() for tag in tags)
        if original:
            assert set(tags) == meant
        else:
            assert folded(tags) == folded(meant)


def test_tags_are_replaced(account, make_note, at):
    """§3.4: the whole set."""
    note = make_note(tags=["one", "two"])
    account.sync(make_op(note))
    account.sync(make_op({**note, "tags": ["two", "three"], "updatedAt": at(1)}))
    assert set(account.listed(note["id"])["tags"]) == {"two", "three"}
    account.sync(make_op({**note, "tags": [], "updatedAt": at(2)}))
    assert account.listed(note["id"])["tags"] == []


def test_many_and_long_tags(account, make_note):
    """§3.7: 500 tags and tags of 5,000 characters are accepted."""
    tags = [f"tag-{number}" for number in range(500)] + ["x" * 5000]
    [result] = account.sync(make_op(make_note(tags=tags)))
    assert result.applied
    assert set(result.note["tags"]) == set(tags)


def test_pin_changes(account, make_note, at):
    """§3.4: the pin is replaced."""
    note = make_note(isPinned=True)
    account.sync(make_op(note))
    assert account.listed(note["id"])["isPinned"] is True
    account.sync(make_op({**note, "isPinned": False, "updatedAt": at(1)}))
    assert account.listed(note["id"])["isPinned"] is False
