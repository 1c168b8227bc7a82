"""Everything works by links and forms."""

import re

import pytest
from playwright.sync_api import expect

from states import field, open_more


@pytest.fixture
def vault(vault):
    vault.notes(60)
    vault.note("rich", "# Rich\n\n- [ ] task", created="2026-05-18T10:00:00+02:00", tags=["kaia"])
    vault.picture("rich.media/one.png")
    vault.picture("rich.media/two.png")
    return vault


def test_reading(vault, no_script):
    page = no_script
    page.goto("/")
    expect(page.locator(".card h3").first).to_have_text("Rich")
    page.get_by_role("link", name="Load older").click()
    expect(page.locator(".card h3").last).to_have_text("Note 59")
    page.goto("/")
    page.get_by_role("link", name="Rich", exact=True).click()
    expect(page.locator("article.note h1")).to_have_text("Rich")
    page.locator("a.photo").first.click()
    expect(page.locator("main.viewer img").first).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("2 of 2")
    page.get_by_role("link", name="Close").click()
    expect(page.locator("article.note h1")).to_have_text("Rich")
    page.get_by_role("link", name="#kaia").click()
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_role("searchbox").fill("Note 41")
    page.keyboard.press("Enter")
    expect(page.locator(".card h3").first).to_have_text("Note 41")


def test_every_section_is_a_link(vault, no_script):
    page = no_script
    page.goto("/")
    for section in ["Photos", "Calendar", "Me"]:
        page.get_by_role("navigation", name="Sections").get_by_role("link", name=re.compile(f"^{section}")).click()
        expect(page.locator("main h1")).to_contain_text(re.compile(f"{section}|2026"))
    rooms = page.get_by_role("navigation", name="Rooms")
    for group, names in [("Look back", ["Today", "Milestones", "Numbers"]), ("Find", ["Tags"]), ("Put in order", ["Recent changes", "Trash"])]:
        for name in names:
            if not rooms.get_by_role("link", name=name, exact=True).is_visible():
                rooms.get_by_text(group).click()
            rooms.get_by_role("link", name=name, exact=True).click()
            expect(page.locator("main h1")).to_have_text(name)
            # The group of the room stays open, and no other is.
            expect(rooms.locator("details[open] > summary")).to_have_text([group])
    for name in ["Import photos", "Map", "Settings"]:
        page.goto("/me")
        page.get_by_role("main").get_by_role("link", name=name.split()[0]).click()
        expect(page.locator("main h1")).to_have_text(name)


def test_writing_editing_pinning_trashing_and_restoring(vault, no_script):
    page = no_script
    page.goto("/")
    page.get_by_role("link", name="New", exact=True).click()
    page.get_by_label("Title").fill("Plain form")
    page.get_by_label("Text").fill("words")
    field(page, "tags").fill("form, plain")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text("Plain form")
    expect(page.get_by_role("link", name="#form")).to_be_visible()

    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_label("Title")).to_have_value("Plain form")
    page.get_by_label("Text").fill("other words")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("other words")

    open_more(page)
    page.get_by_role("button", name="Pin", exact=True).click()
    open_more(page)
    expect(page.get_by_role("button", name="Unpin")).to_be_visible()
    name = next(name for name in vault.files() if "plain-form" in name)
    assert "pinned: true" in vault.text(name)

    page.get_by_role("button", name="Move to the trash").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    assert name not in vault.files()
    page.goto("/trash")
    page.get_by_role("button", name="Restore Plain form").click()
    assert "other words" in vault.text(name)


def test_undo_after_the_trash(vault, no_script):
    page = no_script
    page.goto("/n/rich")
    open_more(page)
    page.get_by_role("button", name="Move to the trash").click()
    page.get_by_role("button", name="Undo").click()
    page.goto("/n/rich")
    expect(page.locator("article.note h1")).to_have_text("Rich")
