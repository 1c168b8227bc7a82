"""The keyboard alone is enough, and single letters are never taken from who writes."""

import re

import pytest
from playwright.sync_api import expect

from gallery import PAGES
from states import field, open_more


@pytest.fixture
def vault(vault):
    vault.notes(12, hours=30)
    vault.note("rich", "# Rich\n\n- [ ] task\n\n[link](note-0001.md)", created="2026-05-18T10:00:00+02:00", tags=["kaia"])
    vault.picture("rich.media/one.png")
    vault.picture("rich.media/two.png")
    vault.sound("rich.media/bell.wav")
    return vault


FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 20)];
  const top = document.elementFromPoint(x, y);
  const framed = [element, element.parentElement].some((e) => {
    const s = getComputedStyle(e);
    return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) > 0;
  });
  window.reached ??= new Set();
  // Players and fields for a time have several stops inside of them.
  const isInside = reached.has(element) && element.matches("audio, video, input[type^=date], input[type=time]");
  const isNew = !reached.has(element) || isInside;
  reached.add(element);
  return {
    html: element.outerHTML.slice(0, 120), isNew,
    // A change of the border says it for fields.
    isMarked: framed || isInside || style.borderColor !== "" && element.matches("input, textarea, select"),
    isSeen: box.width > 0 && (element.contains(top) || Boolean(top?.contains(element))),
  };
}"""

REACHABLE = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex='0'], summary")]
  .filter((e) => e.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true }) && e.tabIndex >= 0
    && !e.disabled && !e.closest("[hidden], [popover]:not(:popover-open)") && e.type !== "hidden")
  // Of radio buttons of one name Tab reaches one, and arrow keys the others.
  .filter((e) => ![...(e.type === "radio" && e.form ? e.form.elements : [e])].some(
    (other) => other.name === e.name && window.reached?.has(other)))
  .map((e) => e.outerHTML.slice(0, 160))"""


@pytest.mark.parametrize("width", [390, 1440])
def test_tab_reaches_everything_and_shows_where_it_is(gallery, open_page, width):
    page = open_page(width, 844, server=gallery)
    # The timeline of fifty notes has nothing that a shorter one does not have.
    addresses = {**PAGES, "timeline": "/?at=2016-03"}
    for name, address in addresses.items():
        if name == "month":
            continue
        page.goto(address)
        if page.locator("#words").count():
            # The form puts the focus there when it has looked for a draft.
            expect(page.locator("#words")).to_be_focused()
        # Tab goes on from where the focus was: from the body on it begins anew.
        page.evaluate(
            "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex') }")
        hidden, unmarked = [], []
        for _ in range(400):
            page.keyboard.press("Tab")
            focus = page.evaluate(FOCUS)
            if focus is None or not focus["isNew"]:
                break
            if not focus["isSeen"]:
                hidden.append(focus["html"])
            if not focus["isMarked"]:
                unmarked.append(focus["html"])
        else:
            raise AssertionError(f"{name}: Tab comes to no end")
        assert not hidden, f"{name}: the focus is covered or has no size:\n" + "\n".join(hidden)
        assert not unmarked, f"{name}: the focus is not shown:\n" + "\n".join(unmarked)
        missed = page.evaluate(REACHABLE)
        assert not missed, f"{name}: Tab does not reach:\n" + "\n".join(missed)


def test_the_first_stop_skips_to_the_content(vault, page):
    page.goto("/")
    page.keyboard.press("Tab")
    link = page.get_by_role("link", name="Skip to the notes")
    expect(link).to_be_focused()
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_single_letters_do_nothing_in_a_field(vault, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    search = page.get_by_role("searchbox")
    search.focus()
    page.keyboard.type("jkdmenpro#ug/?")
    expect(search).to_have_value("jkdmenpro#ug/?")
    expect(page).to_have_url(re.compile("/$"))
    expect(page.locator(".card.on")).to_have_count(0)
    page.goto("/new")
    words = page.locator("#words")
    words.focus()
    page.keyboard.type("jkdmenpro#ug/? gt gp")
    expect(words).to_have_value("jkdmenpro#ug/? gt gp")
    field(page, "tags").focus()
    page.keyboard.type("pin#")
    expect(page.locator("#tags")).to_have_value("pin#")
    expect(page).to_have_url(re.compile("/new$"))
    assert len(vault.files()) == 13


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_letters_with_a_modifier_are_left_to_the_browser(vault, page, modifier):
    page.goto("/")
    page.locator("[data-id=rich] h3 a").focus()
    page.keyboard.press(f"{modifier}+#")
    page.keyboard.press(f"{modifier}+j")
    expect(page.locator("[data-id=rich] h3 a")).to_be_focused()
    expect(page.locator("#bar")).to_be_hidden()
    assert "rich.md" in vault.files()


def test_j_and_k_walk_through_the_notes_and_o_opens(vault, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    page.keyboard.press("j")
    expect(page.locator("[data-id=rich] h3 a")).to_be_focused()
    page.keyboard.press("j")
    expect(page.locator("[data-id=note-0000] h3 a")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("[data-id=rich] h3 a")).to_be_focused()
    page.keyboard.press("k")
    expect(page.locator("#say")).to_have_text("This is the first note.")
    page.keyboard.press("d")
    expect(page.locator("[data-id=note-0000] h3 a")).to_be_focused()
    page.keyboard.press("D")
    expect(page.locator("[data-id=rich] h3 a")).to_be_focused()
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile("/n/rich$"))


def test_the_menu_of_a_card_is_used_by_keys(vault, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    opener = page.get_by_role("link", name="Actions for Rich")
    opener.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Edit")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("button", name="Pin")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Pin")).to_have_count(0)
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-id=rich] .foot")).to_contain_text("Pinned")
    assert "pinned: true" in vault.text("rich.md")


def test_the_viewer_keeps_the_focus_inside_and_answers_to_the_arrows(vault, page):
    page.goto("/n/rich")
    page.locator("a.photo").first.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog.viewer")
    expect(dialog).to_be_visible()
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "() => document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_have_attribute("aria-label", "Photo 2 of 2, 18 May 2026")
    page.keyboard.press("ArrowLeft")
    expect(dialog).to_have_attribute("aria-label", "Photo 1 of 2, 18 May 2026")
    page.keyboard.press("Escape")
    expect(page.locator("a.photo").first).to_be_focused()


@pytest.mark.parametrize("key", ["Control+z", "Meta+z", "u"])
def test_what_was_done_last_is_taken_back_by_a_key(vault, page, key):
    before = vault.text("rich.md")
    page.goto("/n/rich")
    open_more(page)
    page.get_by_role("button", name="Pin", exact=True).click()
    expect(page.locator("body > .notice")).to_have_text("Pinned. Undo")
    assert "pinned: true" in vault.text("rich.md")
    # The field has an undo of its own.
    page.get_by_role("searchbox").focus()
    page.keyboard.press("Control+z")
    page.locator("h1").click()
    expect(page.locator("body > .notice")).to_have_text("Pinned. Undo")
    page.keyboard.press(key)
    expect(page.locator("body > .notice")).to_have_text("Taken back.")
    assert vault.text("rich.md") == before


def test_without_a_notice_the_key_shows_recent_changes(vault, page):
    page.goto("/n/rich")
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile("/changes$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Recent changes")
    page.goto("/new")
    page.locator("#words").fill("One")
    page.get_by_role("button", name="Save").focus()
    # Chromium may take back the typing itself.
    page.keyboard.press("Control+z")
    expect(page).to_have_url(re.compile("/new"))


def test_what_is_written_without_script_is_taken_back_by_the_notice(vault, no_script):
    no_script.goto("/n/rich/edit")
    before = vault.text("rich.md")
    no_script.locator("#words").fill("# Poor")
    no_script.get_by_role("button", name="Save").click()
    notice = no_script.locator("body > .notice")
    expect(notice).to_contain_text("Saved.")
    notice.get_by_role("button", name="Undo").click()
    expect(notice).to_have_text("Taken back.")
    assert vault.text("rich.md") == before


def test_sections_are_reached_by_two_letters(vault, page):
    page.goto("/help/keys")
    for keys in page.locator(".keys tr").filter(has_text=re.compile(r"^\s*g\s")).all():
        letters = keys.locator("kbd").all_inner_texts()
        assert letters, "a row without a key"
    page.keyboard.press("g")
    page.keyboard.press("d")
