from playwright.sync_api import expect


def test_the_printed_address_shows_the_timeline(vault, open_page, axe):
    vault.note("bread", "# Bread")
    page = open_page()
    page.goto("/")
    expect(page.locator(".card h3")).to_have_text("Bread")
    axe(page)


def test_a_new_note_waits_behind_a_bar(vault, open_page, live_page):
    vault.note("bread", "# Bread")
    page = live_page(open_page())
    vault.note("salt", "# Salt")
    expect(page.locator("#newer a")).to_have_text("1 newer note")
