"""Books: a list, a book put in order, its pages."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def vault(vault):
    for name in ["apples", "bread", "cheese"]:
        vault.note(name, f"# {name.title()}", created="2026-05-10T10:00:00+02:00")
        vault.picture(f"{name}.media/{name}.png")
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
    page.get_by_role("button", name="Move later: Apples").focus()
    page.keyboard.press("Enter")
    expect(titles(page)).to_have_text(["Bread", "Apples"])
    expect(page.locator("[role=status]").filter(has_text="Apples, 2 of 2")).to_have_count(1)
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(titles(page)).to_have_text(["Apples", "Bread"])
    assert vault.text("year.md") == before
    rows = page.locator("#ordered > .entry")
    rows.nth(1).drag_to(rows.nth(0), target_position={"x": 60, "y": 4})
    expect(titles(page)).to_have_text(["Bread", "Apples"])


def test_a_note_is_added_and_gets_a_caption_without_script(no_script, vault):
    open_book(no_script)
    no_script.get_by_role("button", name="Add: Cheese").click()
    expect(titles(no_script)).to_have_text(["Apples", "Bread", "Cheese"])
    no_script.locator("summary").filter(has_text="Photos and text").last.click()
    no_script.get_by_label("Caption").last.fill("A wheel of it")
    no_script.locator("#ordered details[open]").get_by_role("button", name="Save").click()
    assert "- [Cheese](cheese.md) {caption: A wheel of it}" in vault.text("year.md")


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
