"""The setting by which a browser keeps nothing for reading without the server."""

import pytest
from playwright.sync_api import expect
from test_offline import ready, until

#: What a service worker has, by the name of the cache.
NAMES = "caches.keys().then((names) => names.filter((name) => name.startsWith('tl-')).length)"
REGISTRATIONS = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"


@pytest.fixture
def vault(vault):
    vault.note("bread", "# Bread\n\nFlour and water", created="2026-05-17T10:00:00+02:00")
    vault.note("sea", "![[sea.png]]", created="2026-05-15T10:00:00+02:00")
    vault.picture("sea.media/sea.png", 300, 200)
    return vault


def choose(page, value):
    page.goto("/settings")
    form = page.locator("form[action='/settings/device/copies']")
    with page.expect_navigation():
        form.get_by_role("switch").set_checked(value == "on")


def draft(page):
    """Leaves a text in this browser that was not sent."""
    page.goto("/new")
    page.fill("#words", "not sent yet")
    until(page, "import(document.body.dataset.outbox).then((o) => o.database('readonly', ({ drafts }) => drafts.count()))")


@pytest.mark.expects_errors
def test_all_that_is_kept_goes_at_once_and_stays_away(vault, server, page):
    ready(page)
    draft(page)
    choose(page, "off")
    expect(page.locator(".notice")).to_contain_text("keeps no notes any more")
    until(page, f"{NAMES}.then((n) => n === 0)")
    until(page, f"{REGISTRATIONS}.then((n) => n === 0)")
    for address in ["/", "/n/bread", "/photos", "/drafts"]:
        page.goto(address)
        expect(page.locator("main")).to_be_visible()
    # The script of the page, which would keep something, has run.
    until(page, f"{REGISTRATIONS}.then((n) => n === 0)")
    assert page.evaluate(NAMES) == 0
    # What was not sent is still here.
    expect(page.locator("#local li")).to_contain_text("not sent yet")
    expect(page.locator("#kept")).to_be_hidden()
    server.kill()
    with pytest.raises(Exception, match="ERR_CONNECTION_REFUSED"):
        page.goto("/n/bread")
    server.start()
    page.goto("/n/bread")
    expect(page.locator("h1")).to_have_text("Bread")


@pytest.mark.expects_errors
def test_another_tab_that_is_open_keeps_nothing_either(vault, page):
    ready(page)
    other = page.context.new_page()
    other.goto("/")
    choose(page, "off")
    until(page, f"{NAMES}.then((n) => n === 0)")
    # The worker still answers for this tab until it is left.
    other.evaluate("fetch('/n/bread?fragment=1').then((a) => a.text())")
    other.evaluate("fetch(document.querySelector('.card img').src).then((a) => a.blob())")
    other.goto("/n/bread")
    expect(other.locator("h1")).to_have_text("Bread")
    assert other.evaluate(NAMES) == 0


def test_it_can_be_switched_on_again(vault, page):
    ready(page)
    choose(page, "off")
    until(page, f"{REGISTRATIONS}.then((n) => n === 0)")
    choose(page, "on")
    expect(page.locator(".notice")).to_have_text("Saved.")
    page.goto("/")
    until(page, "caches.open('tl-pages-local').then((c) => c.match('/m/2026-05'))")
