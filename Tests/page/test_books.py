"""Books: a list, a book put in order, its pages."""

import pytest
from playwright.sync_api import expect

from touch import drag


@pytest.fixture
def vault(vault):
    for number, name in enumerate(["apples", "bread", "cheese"]):
        vault.note(name, f"# {name.title()}", created="2026-05-10T10:00:00+02:00")
        vault.picture(f"{name}.media/{name}.png", colour=(60 * number, 110, 150))
    vault.note("year", "## Spring\n\n- [Apples](apples.md)\n- [Bread](bread.md)", tl="book", title="First year")
    return vault


def titles(page):
    return page.locator("#ordered li a")


def open_book(page):
    page.goto("/books")
    page.get_by_role("link", name="First year").click()
    expect(titles(page)).to_have_text(["Apples", "Bread"])


def test_a_note_is_moved_by_keys_and_dragged_and_that_is_undone(page, vault, axe):
    open_book(page)
    axe(page)
    before = vault.text("year.md")
    page.get_by_role("button", name="Move: Apples").focus()
    page.keyboard.press("ArrowDown")
    expect(titles(page)).to_have_text(["Bread", "Apples"])
    expect(page.locator("[role=status]").filter(has_text="Apples, 3 of 3")).to_have_count(1)
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(titles(page)).to_have_text(["Apples", "Bread"])
    assert vault.text("year.md") == before
    box = page.locator("#ordered > .entry").first.bounding_box()
    drag(page, page.get_by_role("button", name="Move: Bread"), box["x"] + box["width"] - 30, box["y"] + 4)
    expect(titles(page)).to_have_text(["Bread", "Apples"])


def test_a_note_is_added_and_gets_a_caption_without_script(no_script, vault):
    open_book(no_script)
    no_script.get_by_role("button", name="Add: Cheese").click()
    expect(titles(no_script)).to_have_text(["Apples", "Bread", "Cheese"])
    no_script.locator("summary[aria-label='More: Cheese']").click()
    no_script.locator("#ordered details[open]").get_by_label("Caption").fill("A wheel of it")
    no_script.locator("#ordered details[open]").get_by_role("button", name="Save").click()
    assert "- [Cheese](cheese.md) {caption: A wheel of it}" in vault.text("year.md")


def parts(page):
    return page.locator("#ordered > li :is(h2, p, a)")


def test_a_heading_is_moved_by_keys_and_changed(page, vault, axe):
    open_book(page)
    page.get_by_role("button", name="Move: Spring").focus()
    page.keyboard.press("ArrowDown")
    expect(parts(page)).to_have_text(["Apples", "Spring", "Bread"])
    expect(page.locator("[role=status]").filter(has_text="Spring, 2 of 3")).to_have_count(1)
    expect(page.locator("#bar")).to_contain_text("Saved.")
    expect(page.get_by_role("button", name="Move: Spring")).to_be_focused()
    page.locator("summary[aria-label='More: Spring']").click()
    page.get_by_role("textbox", name="Heading", exact=True).fill("Early summer")
    axe(page)
    page.keyboard.press("Enter")
    expect(parts(page)).to_have_text(["Apples", "Early summer", "Bread"])
    assert vault.text("year.md").endswith("- [Apples](apples.md)\n\n## Early summer\n\n- [Bread](bread.md)\n")


def test_keys_in_a_field_move_nothing(page, vault):
    open_book(page)
    page.locator("summary[aria-label='More: Spring']").click()
    page.get_by_role("textbox", name="Heading", exact=True).focus()
    page.keyboard.press("Alt+ArrowDown")
    expect(parts(page)).to_have_text(["Spring", "Apples", "Bread"])


def test_text_is_added_and_changed_without_script(no_script, vault):
    open_book(no_script)
    no_script.get_by_label("Heading or text", exact=True).fill("Blossom.\n\nEverywhere.")
    no_script.get_by_label("As", exact=True).select_option("Text")
    no_script.get_by_label("Before", exact=True).select_option("Bread")
    no_script.locator("section", has_text="Add a heading or text").get_by_role("button", name="Add").click()
    expect(parts(no_script)).to_have_text(["Spring", "Apples", "Blossom.\n\nEverywhere.", "Bread"])
    no_script.locator("summary[aria-label^='More: Blossom']").click()
    no_script.get_by_role("textbox", name="Text", exact=True).fill("Blossom")
    no_script.locator("#ordered details[open]").get_by_role("button", name="Save").click()
    assert "- [Apples](apples.md)\n\nBlossom\n\n- [Bread](bread.md)" in vault.text("year.md")
    no_script.locator("summary[aria-label='More: Blossom']").click()
    no_script.get_by_role("button", name="Take out: Blossom").click()
    expect(parts(no_script)).to_have_text(["Spring", "Apples", "Bread"])


def test_title_and_cover_are_changed_without_script(no_script, vault):
    open_book(no_script)
    no_script.locator("summary").filter(has_text="Title and look").click()
    no_script.get_by_label("Title", exact=True).fill("Two years")
    no_script.get_by_label("Layout").select_option("Modern")
    no_script.get_by_role("radio", name="Photo 2").check()
    no_script.locator("details[open]").get_by_role("button", name="Save").click()
    expect(no_script.get_by_role("heading", level=1)).to_have_text("Two years")
    text = vault.text("year.md")
    assert "title: Two years" in text and "layout: modern" in text and "cover: bread.png" in text


def test_the_pages_stand_in_a_frame_and_load_only_their_own(page, vault, axe):
    open_book(page)
    page.get_by_role("link", name="See its pages").click()
    frame = page.frame_locator("iframe")
    expect(frame.locator(".cover img")).to_have_count(1)
    expect(frame.locator(".cover img")).to_have_js_property("complete", True)
    assert frame.locator(".cover img").evaluate("image => image.naturalWidth") > 0
    assert frame.locator(".cover").evaluate("cover => getComputedStyle(cover).position") == "relative"
    assert not page.context.errors


@pytest.mark.parametrize("address", ["/books", "/books/year", "/books/year/preview"])
def test_the_rooms_fit_a_narrow_screen(open_page, vault, address):
    page = open_page(320, 640)
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
