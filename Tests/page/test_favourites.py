"""Favourites: a key, a button, a filter, and a quiet mark."""

import re

import pytest
from playwright.sync_api import expect

from states import open_more, retry, until


@pytest.fixture
def vault(vault):
    vault.note("bread", "# Bread", created="2026-05-17T10:00:00+02:00")
    vault.note("salt", "# Salt", created="2026-05-16T10:00:00+02:00", starred=True)
    vault.note("rain", "# Rain", created="2026-05-15T10:00:00+02:00")
    return vault


def test_a_key_makes_a_favourite_and_none_again(vault, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    card = page.locator("[data-id=bread]")
    card.locator("h3 a").focus()
    page.keyboard.press("f")
    expect(card.locator(".foot")).to_have_text("Favourite")
    assert "favorite: true" in vault.text("bread.md")
    page.keyboard.press("f")
    expect(card.locator(".foot")).to_have_count(0)
    assert "favorite: false" in vault.text("bread.md")


def test_the_button_of_a_note_works_without_script(vault, no_script):
    no_script.goto("/n/bread")
    open_more(no_script)
    no_script.get_by_role("button", name="Add to favourites").click()
    expect(no_script).to_have_url(re.compile(r"/n/bread\?done=favourite,\d+!\w+$"))
    assert "favorite: true" in vault.text("bread.md")
    open_more(no_script)
    no_script.get_by_role("button", name="Take out of favourites").click()
    open_more(no_script)
    expect(no_script.get_by_role("button", name="Add to favourites")).to_be_visible()


def test_the_other_name_of_the_key_is_kept(vault, no_script):
    no_script.goto("/n/salt")
    open_more(no_script)
    no_script.get_by_role("button", name="Take out of favourites").click()
    assert "starred: false" in vault.text("salt.md")


def test_a_filter_shows_favourites_alone_and_has_an_address(vault, no_script):
    page = no_script
    page.goto("/")
    page.get_by_text("Filter", exact=True).click()
    page.get_by_label("Only favourites").check()
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"[?&]fav=1"))
    expect(page.locator(".card h3")).to_have_text(["Salt"])
    expect(page.locator(".chip")).to_have_text(re.compile("favourites"))
    page.locator(".chip").click()
    expect(page.locator(".card")).to_have_count(3)


def test_a_filter_knows_what_was_changed_a_moment_ago(vault, page):
    page.goto("/?fav=1")
    expect(page.locator(".card h3")).to_have_text(["Salt"])
    page.goto("/n/rain")
    page.keyboard.press("f")
    expect(page.locator('[formaction$="/unfav"]')).to_be_attached()
    page.goto("/?fav=1")
    expect(page.locator(".card h3")).to_have_text(["Salt", "Rain"])
    vault.note("bread", "# Bread", created="2026-05-17T10:00:00+02:00", favourite=True)
    until(page, "async () => (await (await fetch('/?fav=1')).text()).includes('Bread')")


def test_a_favourite_is_found_with_other_conditions(vault, open_page):
    vault.note("soup", "# Soup with salt", created="2026-05-18T10:00:00+02:00", favorite=True, tags=["kitchen"])
    page = open_page()
    page.goto("/?fav=1&t=kitchen")
    expect(page.locator(".card h3")).to_have_text(["Soup with salt"])
    page.goto("/?fav=1&q=salt")
    expect(page.locator(".card h3")).to_have_text(["Soup with salt", "Salt"])


@pytest.mark.expects_errors
def test_a_favourite_without_the_server_waits(vault, server, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    server.kill()
    page.locator("[data-id=bread] h3 a").focus()
    page.keyboard.press("f")
    expect(page.locator("#bar")).to_contain_text("Saved in this browser")
    server.start()
    retry(page)
    expect(page.locator("#bar")).to_contain_text("What waited is saved in the vault.")
    assert "favorite: true" in vault.text("bread.md")
