"""Notifications of trackers that are due, while a page is open."""

from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

CATCH = """
  window.told = [];
  window.Notification = class extends EventTarget {
    static permission = "granted";
    static requestPermission = async () => (window.asked = true, "granted");
    constructor(title, options) { super(); told.push([title, options.body]); }
  };
"""


def ago(**span):
    return (datetime.now(timezone.utc) - timedelta(**span)).strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.fixture
def vault(vault):
    for name, title, days in [("water", "Water", 3), ("hair", "Hair", 1)]:
        vault.note(f"trackers/{name}", f"## Log\n\n- {ago(days=days)}\n", created="2026-01-01T10:00:00+01:00",
                   tl="tracker", title=title, every="2 days")
    return vault


def switch_on(page):
    page.goto("/settings")
    page.get_by_role("switch", name="Notifications").check()
    expect(page.locator("#bar")).to_contain_text("Saved.")
    expect(page.get_by_role("switch", name="Notifications")).to_be_checked()


def test_what_is_due_is_told_once_and_counted_in_the_title(page):
    # A page that has no worker yet: the constructor tells.
    page.add_init_script(CATCH + "delete Navigator.prototype.serviceWorker;")
    page.goto("/")
    assert page.evaluate("document.title").startswith("(") is False
    switch_on(page)
    page.goto("/")
    page.wait_for_function("() => document.title.startsWith('(1) ')")
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('tl-told'))")
    page.goto("/photos")
    page.wait_for_function("() => document.title.startsWith('(1) ')")
    assert page.evaluate("told") == []


def test_the_first_page_tells_the_name_and_how_long_ago(page):
    page.add_init_script(CATCH + "delete Navigator.prototype.serviceWorker;")
    switch_on(page)
    page.wait_for_function("() => told.length > 0")
    assert page.evaluate("told") == [["Water", "3.0 d ago"]]


def test_nothing_is_asked_for_unless_it_is_switched_on(page):
    page.add_init_script(CATCH.replace('"granted";', '"default";', 1))
    page.goto("/settings")
    assert page.evaluate("window.asked") is None
    page.get_by_role("switch", name="Notifications").check()
    expect(page.locator("#bar")).to_contain_text("Saved.")
    expect(page.get_by_role("switch", name="Notifications")).to_be_checked()
