"""Categories: their order by keys and by dragging, and every form without script."""

import re

import pytest
from playwright.sync_api import expect

from states import editing, until
from touch import drag

CONFIG = "format: 1\ntimezone: Europe/Berlin\ncategories:\n  Day: ☀️ yellow\n  Book: 📖 green # mine\n  Music:\n  Art:\n"


@pytest.fixture
def vault(vault):
    vault.write(".tl/config.yaml", CONFIG)
    vault.note("bread", "# Bread", category="Day")
    vault.note("book", "# A book", category="book", created="2026-05-16T10:00:00+02:00")
    vault.note("train", "# A train", category="Travel", created="2026-05-15T10:00:00+02:00")
    return vault


def names(page):
    return page.locator("#categories .kinds").first.locator(".name")


def stored(vault):
    return re.findall(r"^  (\w+):", vault.text(".tl/config.yaml"), re.M)


def row(page, name):
    return page.locator(f"li[data-name='{name}']")


def test_the_list_says_what_there_is_and_leads_to_the_notes(page, axe):
    page.goto("/")
    page.get_by_text("Find", exact=True).click()
    page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Categories").click()
    expect(names(page)).to_have_text(["Day", "Book", "Music", "Art"])
    expect(page.locator(".kinds").nth(1).locator(".name")).to_have_text(["Travel"])
    axe(page)
    page.get_by_role("link", name="Book", exact=True).click()
    expect(page.locator(".card h3")).to_have_text("A book")
    expect(page.locator(".card .tag")).to_have_text(re.compile(r"📖\s*Book|📖\s*book"))
    axe(page)
    page.get_by_role("link", name=re.compile("category Book")).click()
    expect(page.locator(".card")).to_have_count(3)


def handle(page, name):
    return page.get_by_role("button", name=f"Move: {name}")


def test_a_category_is_moved_by_its_handle_and_keeps_the_focus(page, vault):
    editing(page, "/categories")
    page.evaluate("document.body.dataset.same = 'yes'")
    expect(page.get_by_role("button", name="Move later: Day")).to_be_hidden()
    handle(page, "Day").focus()
    for expected in (["Book", "Day", "Music", "Art"], ["Book", "Music", "Day", "Art"], ["Book", "Music", "Art", "Day"]):
        page.keyboard.press("ArrowDown")
        expect(names(page)).to_have_text(expected)
    expect(page.locator("#bar")).to_contain_text("Moved.")
    expect(handle(page, "Day")).to_be_focused()
    until(page, "!document.querySelector('.kinds').order")
    assert stored(vault) == ["Book", "Music", "Art", "Day"]
    assert "  Book: 📖 green # mine\n" in vault.text(".tl/config.yaml")
    assert page.evaluate("document.body.dataset.same") == "yes"


def test_buttons_move_a_category_without_script(no_script, vault):
    no_script.goto("/categories")
    expect(handle(no_script, "Day")).to_be_hidden()
    no_script.get_by_role("button", name="Move later: Day").click()
    expect(names(no_script)).to_have_text(["Book", "Day", "Music", "Art"])
    assert stored(vault) == ["Book", "Day", "Music", "Art"]


def test_keys_move_the_category_that_has_the_focus(page, vault):
    page.goto("/categories")
    page.get_by_role("link", name="Music", exact=True).focus()
    page.keyboard.press("Alt+ArrowUp")
    expect(names(page)).to_have_text(["Day", "Music", "Book", "Art"])
    page.keyboard.press("Alt+ArrowUp")
    expect(names(page)).to_have_text(["Music", "Day", "Book", "Art"])
    page.keyboard.press("Alt+ArrowDown")
    expect(names(page)).to_have_text(["Day", "Music", "Book", "Art"])
    until(page, "!document.querySelector('.kinds').order")
    assert stored(vault) == ["Day", "Music", "Book", "Art"]


@pytest.mark.parametrize("dragged, over, upper, expected", [
    ("Art", "Day", True, ["Art", "Day", "Book", "Music"]),
    ("Day", "Art", False, ["Book", "Music", "Art", "Day"]),
    ("Day", "Music", True, ["Book", "Day", "Music", "Art"]),
])
def test_dragging_moves_a_category(page, vault, dragged, over, upper, expected):
    editing(page, "/categories")
    box = row(page, over).bounding_box()
    drag(page, handle(page, dragged), box["x"] + box["width"] - 20, box["y"] + (4 if upper else box["height"] - 4))
    expect(names(page)).to_have_text(expected)
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator("#bar")).to_contain_text("Moved.")
    assert stored(vault) == expected


@pytest.mark.expects_errors
def test_without_the_server_the_order_stays_and_it_can_be_tried_again(page, vault, server):
    editing(page, "/categories")
    page.context.set_offline(True)
    handle(page, "Day").press("ArrowDown")
    expect(page.locator("#bar")).to_contain_text("That did not work. The server does not answer.")
    expect(names(page)).to_have_text(["Day", "Book", "Music", "Art"])
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(names(page)).to_have_text(["Book", "Day", "Music", "Art"])


@pytest.mark.parametrize("script", [True, False])
def test_a_category_is_added_changed_and_removed(open_page, vault, script, axe):
    page = open_page(390, 844, script=script)
    page.goto("/categories")
    page.locator(".make summary").click()
    form = page.locator(".make form")
    form.get_by_label("Name").fill("Trains")
    form.get_by_label("House").check(force=True)
    form.get_by_label("Teal").check(force=True)
    form.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Added.")).to_be_visible()
    assert "  Trains: 🏠 teal\n" in vault.text(".tl/config.yaml")
    editing(page, "/categories")
    page.get_by_role("link", name="Edit: Book").click()
    if script:
        axe(page)
    page.locator(".asked").get_by_label("Name").fill("Novels")
    page.locator(".asked").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert "category: Novels" in vault.text("book.md")
    editing(page, "/categories")
    page.get_by_role("link", name="Edit: Trains").click()
    page.get_by_label("Put it before").select_option("Novels")
    page.get_by_role("button", name="Move", exact=True).click()
    expect(names(page)).to_have_text(["Day", "Trains", "Novels", "Music", "Art"])
    editing(page, "/categories")
    page.get_by_role("link", name="Edit: Novels").click()
    page.get_by_role("link", name="Remove").click()
    page.get_by_label("Its notes get").select_option("Day")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Removed.")).to_be_visible()
    assert "category: Day" in vault.text("book.md")
    assert stored(vault) == ["Day", "Trains", "Music", "Art"]
