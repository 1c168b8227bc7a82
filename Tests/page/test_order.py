"""The order by hand: dragging, keys, a menu, and without script."""

import pytest
from playwright.sync_api import expect

from states import until
from touch import Fingers, drag, middle


@pytest.fixture
def vault(vault):
    for number, name in enumerate(["apples", "bread", "cheese"]):
        vault.note(name, f"# {name.title()}", created=f"2026-05-1{number}T10:00:00+02:00", order=1000 * (number + 1))
    vault.note("dates", "# Dates", created="2026-05-20T10:00:00+02:00")
    return vault


def titles(page):
    return page.locator("#ordered li a")


def handle(page, name):
    return page.get_by_role("button", name=f"Move: {name}")


def choose(page, name, what):
    """From the menu of a note."""
    page.locator(f"summary[aria-label='More: {name}']").click()
    page.get_by_role("button", name=f"{what}: {name}").click()


def test_a_note_is_moved_by_keys_and_keeps_the_focus(page, vault, axe):
    page.goto("/order")
    expect(titles(page)).to_have_text(["Apples", "Bread", "Cheese"])
    axe(page)
    handle(page, "Apples").focus()
    page.keyboard.press("ArrowDown")
    expect(titles(page)).to_have_text(["Bread", "Apples", "Cheese"])
    expect(page.locator("[role=status]").filter(has_text="Apples, 2 of 3")).to_have_count(1)
    expect(page.locator("#bar")).to_contain_text("Saved.")
    expect(handle(page, "Apples")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(titles(page)).to_have_text(["Bread", "Cheese", "Apples"])
    until(page, "!document.querySelector('#ordered').order")
    assert "order: 4000" in vault.text("apples.md")
    assert "order: 2000" in vault.text("bread.md")


def test_a_note_is_moved_and_taken_out_by_its_menu(page, vault, axe):
    page.goto("/order")
    choose(page, "Cheese", "First")
    expect(titles(page)).to_have_text(["Cheese", "Apples", "Bread"])
    expect(page.locator("summary[aria-label='More: Cheese']")).to_be_focused()
    page.locator("summary[aria-label='More: Bread']").click()
    axe(page)
    page.get_by_role("button", name="Take out: Bread").click()
    expect(titles(page)).to_have_text(["Cheese", "Apples"])
    assert "order" not in vault.text("bread.md")
    page.locator("#bar").get_by_role("button", name="Undo").click()
    expect(titles(page)).to_have_text(["Cheese", "Apples", "Bread"])


def test_a_note_is_dragged_to_another_place(page, vault):
    page.goto("/order")
    box = page.locator("#ordered li").first.bounding_box()
    drag(page, handle(page, "Cheese"), box["x"] + box["width"] - 30, box["y"] + 4)
    expect(titles(page)).to_have_text(["Cheese", "Apples", "Bread"])
    expect(page.locator("#bar")).to_contain_text("Saved.")
    assert "order: 1000" in vault.text("apples.md")


def test_escape_puts_back_what_is_dragged(page, vault):
    page.goto("/order")
    page.mouse.move(*middle(handle(page, "Apples")))
    page.mouse.down()
    page.mouse.move(*middle(handle(page, "Cheese")), steps=8)
    expect(titles(page)).not_to_have_text(["Apples", "Bread", "Cheese"])
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(titles(page)).to_have_text(["Apples", "Bread", "Cheese"])
    expect(page.locator(".dragged")).to_have_count(0)
    assert "order: 1000" in vault.text("apples.md")


def test_a_finger_drags_by_the_handle_and_scrolls_nothing(phone, vault):
    phone.goto("/order")
    fingers = Fingers(phone)
    fingers.down(middle(handle(phone, "Apples")))
    x, y = middle(handle(phone, "Cheese"))
    fingers.move((x, y + 20))
    fingers.up()
    expect(titles(phone)).to_have_text(["Bread", "Cheese", "Apples"])
    assert phone.evaluate("scrollY") == 0


@pytest.mark.expects_errors
def test_without_the_server_the_order_is_as_it_was(page, vault):
    page.goto("/order")
    page.context.set_offline(True)
    handle(page, "Apples").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#bar")).to_contain_text("The server does not answer.")
    expect(titles(page)).to_have_text(["Apples", "Bread", "Cheese"])
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(titles(page)).to_have_text(["Bread", "Apples", "Cheese"])


def test_a_note_is_found_put_into_the_order_and_taken_out_without_script(no_script, vault):
    vault.note("eggs", "# Eggs", created="2026-05-21T10:00:00+02:00")
    no_script.goto("/order")
    expect(handle(no_script, "Apples")).to_be_hidden()
    expect(no_script.get_by_label("Find a note")).to_have_count(0)
    no_script.get_by_role("link", name="Add notes").click()
    no_script.get_by_label("Find a note").fill("dates")
    no_script.get_by_label("Find a note").press("Enter")
    expect(no_script.get_by_role("button", name="Add: Eggs")).to_have_count(0)
    no_script.get_by_role("button", name="Add: Dates").click()
    expect(titles(no_script)).to_have_text(["Apples", "Bread", "Cheese", "Dates"])
    choose(no_script, "Dates", "First")
    expect(titles(no_script)).to_have_text(["Dates", "Apples", "Bread", "Cheese"])
    choose(no_script, "Bread", "Take out")
    expect(titles(no_script)).to_have_text(["Dates", "Apples", "Cheese"])
    assert "order" not in vault.text("bread.md")
    choose(no_script, "Cheese", "Move earlier")
    expect(titles(no_script)).to_have_text(["Dates", "Cheese", "Apples"])


def test_the_list_fits_a_narrow_screen(open_page, vault):
    vault.note("long", "# " + "Donaudampfschifffahrt" * 6, created="2026-05-20T10:00:00+02:00", order=1)
    page = open_page(320, 640)
    page.goto("/order")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
