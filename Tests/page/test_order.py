"""The order by hand: dragging, buttons, keys, and without script."""

import pytest
from playwright.sync_api import expect


@pytest.fixture
def vault(vault):
    for number, name in enumerate(["apples", "bread", "cheese"]):
        vault.note(name, f"# {name.title()}", created=f"2026-05-1{number}T10:00:00+02:00", order=1000 * (number + 1))
    vault.note("dates", "# Dates", created="2026-05-20T10:00:00+02:00")
    return vault


def titles(page):
    return page.locator("#ordered li a")


def test_a_note_is_moved_by_its_buttons_and_keeps_the_focus(page, vault, axe):
    page.goto("/order")
    expect(titles(page)).to_have_text(["Apples", "Bread", "Cheese"])
    axe(page)
    page.get_by_role("button", name="Move later: Apples").focus()
    page.keyboard.press("Enter")
    expect(titles(page)).to_have_text(["Bread", "Apples", "Cheese"])
    expect(page.get_by_role("button", name="Move later: Apples")).to_be_focused()
    expect(page.locator("[role=status]").filter(has_text="Apples, 2 of 3")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(titles(page)).to_have_text(["Bread", "Cheese", "Apples"])
    assert "order: 4000" in vault.text("apples.md")
    assert "order: 2000" in vault.text("bread.md")


def test_a_note_is_dragged_to_another_place(page, vault):
    page.goto("/order")
    rows = page.locator("#ordered li")
    rows.nth(2).drag_to(rows.nth(0), target_position={"x": 60, "y": 4})
    expect(titles(page)).to_have_text(["Cheese", "Apples", "Bread"])
    assert "order: 1000" in vault.text("apples.md")


def test_a_note_is_put_into_the_order_and_taken_out_without_script(no_script, vault):
    no_script.goto("/order")
    no_script.get_by_role("button", name="First: Dates").click()
    expect(titles(no_script)).to_have_text(["Dates", "Apples", "Bread", "Cheese"])
    no_script.get_by_role("button", name="Take out: Bread").click()
    expect(titles(no_script)).to_have_text(["Dates", "Apples", "Cheese"])
    assert "order" not in vault.text("bread.md")
    no_script.get_by_role("button", name="Move earlier: Cheese").click()
    expect(titles(no_script)).to_have_text(["Dates", "Cheese", "Apples"])


def test_the_list_fits_a_narrow_screen(open_page, vault):
    vault.note("long", "# " + "Donaudampfschifffahrt" * 6, created="2026-05-20T10:00:00+02:00", order=1)
    page = open_page(320, 640)
    page.goto("/order")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
