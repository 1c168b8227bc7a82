"""The first steps in a vault without notes: each is a form or a link, with script and without."""

import pytest
from playwright.sync_api import expect


def title(page, name):
    return page.get_by_role("heading", name=name)


@pytest.mark.parametrize("script, width", [(True, 1440), (False, 390), (True, 320)])
def test_a_vault_begins(open_page, vault, script, width, axe):
    page = open_page(width, 800, script=script)
    page.goto("/")
    expect(title(page, "First steps")).to_be_visible()
    if script:
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Skip: Photos").click()
    expect(title(page, "Photos")).to_have_count(0)
    page.get_by_label("Name").fill("Kaia")
    page.get_by_label("Born").fill("2025-05-17")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("li.who.done").get_by_role("heading")).to_contain_text("Done")
    expect(page.get_by_role("main").get_by_role("link", name="Kaia")).to_be_visible()
    page.get_by_role("button", name="Add these").click()
    expect(page.locator("li.kinds.done").get_by_role("heading")).to_contain_text("Done")
    if script:
        axe(page)
    assert "  Book: 📖 green\n" in vault.text(".tl/config.yaml")
    assert "person: kaia\n" in vault.text(".tl/config.yaml")
    page.get_by_role("button", name="Show what was skipped").click()
    expect(page.get_by_role("main").get_by_role("link", name="Import photos")).to_be_visible()
    page.get_by_role("link", name="Write the first note").click()
    page.locator("#words").fill("It begins.")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_be_visible()
    page.goto("/")
    expect(page.locator(".card")).to_have_count(1)
    expect(title(page, "First steps")).to_have_count(0)


def test_a_birthday_that_is_no_date_is_said_in_the_form(page, vault):
    page.goto("/")
    page.get_by_label("Name").fill("Kaia")
    page.get_by_label("Born").fill("yesterdayish")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("is no date")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("Kaia")
    assert vault.files() == []
