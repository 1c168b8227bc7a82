"""The viewer goes on through all photos of the list from which it was opened, in its order."""

import re

import pytest
from playwright.sync_api import expect

from states import until


@pytest.fixture
def vault(vault):
    """Seven photos of four notes in the order of the grid: walk, sea (3), plain without one, bread, old (2)."""
    vault.note("walk", "# Walk", created="2026-05-18T10:00:00+02:00", tags=["out"])
    vault.picture("walk.media/walk.png")
    vault.note("sea", "# Sea", created="2026-05-17T10:00:00+02:00", tags=["out"])
    for number in (1, 2, 10):
        vault.picture(f"sea.media/sea {number}.png")
    vault.note("plain", "# No photo", created="2026-05-16T12:00:00+02:00", tags=["out"])
    vault.sound("plain.media/bell.wav", 0.1)
    vault.note("bread", "# Bread", created="2026-05-16T10:00:00+02:00", tags=["kitchen"])
    vault.picture("bread.media/bread.png")
    vault.note("old", "# Old", created="2026-04-02T10:00:00+02:00", tags=["out"])
    for number in (1, 2):
        vault.picture(f"old.media/old {number}.png")
    return vault


ORDER = ["walk.png", "sea 1.png", "sea 2.png", "sea 10.png", "bread.png", "old 1.png", "old 2.png"]


def name(page):
    """The file of the photo that is shown, by its address."""
    return page.evaluate("decodeURIComponent(location.pathname.split('/').at(-1))")


def walk(page, key):
    """The files from the one that is shown to the last one in a direction."""
    dialog = page.locator("dialog.viewer")
    seen = [name(page)]
    button = {"ArrowRight": ".next", "ArrowLeft": ".prev"}[key]
    while dialog.locator(button).count():
        page.keyboard.press(key)
        until(page, "last => decodeURIComponent(location.pathname.split('/').at(-1)) !== last", seen[-1])
        seen.append(name(page))
        assert len(seen) <= len(ORDER), seen
    return seen


def open_photo(page, number):
    page.locator("a.photo").nth(number).click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    expect(page).to_have_url(re.compile("/p/"))


def test_from_the_grid_it_goes_through_all_photos_in_both_directions(vault, page):
    page.goto("/photos")
    expect(page.locator("a.photo")).to_have_count(len(ORDER))
    open_photo(page, 0)
    assert walk(page, "ArrowRight") == ORDER
    assert walk(page, "ArrowLeft") == ORDER[::-1]


def test_two_quick_presses_go_two_photos_on(vault, page):
    page.goto("/photos")
    open_photo(page, 0)
    page.evaluate("""() => {
      for (const _ of "ab") {
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      }
    }""")
    expect(page).to_have_url(re.compile("sea%202.png"))


def test_it_says_which_photo_of_which_note_it_shows(vault, page):
    page.goto("/photos")
    open_photo(page, 2)
    dialog = page.locator("dialog.viewer")
    expect(dialog).to_have_attribute("aria-label", "2 of 3 · Sun 17 May 2026, 10:00")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_have_attribute("aria-label", "3 of 3 · Sun 17 May 2026, 10:00")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_have_attribute("aria-label", "1 of 1 · Sat 16 May 2026, 10:00")


def test_closed_it_leaves_the_focus_on_the_photo_that_was_seen_last(vault, page):
    page.goto("/photos")
    open_photo(page, 3)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("bread.png"))
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/photos$"))
    expect(page.locator("a.photo").nth(4)).to_be_focused()


def test_a_filter_of_the_grid_holds_in_the_viewer(vault, page):
    page.goto("/photos?t=out&since=2026-05-01")
    expect(page.locator("a.photo")).to_have_count(4)
    open_photo(page, 0)
    assert walk(page, "ArrowRight") == ORDER[:4]


def test_from_a_note_it_shows_the_photos_of_that_note(vault, page):
    page.goto("/n/sea")
    open_photo(page, 0)
    expect(page.locator("dialog.viewer")).to_have_attribute("aria-label", "1 of 3")
    assert walk(page, "ArrowRight") == ORDER[1:4]


@pytest.mark.parametrize("scope, wanted", [
    ("note", ORDER[1:4]), ("month", ORDER[:5]), ("tag:out", ORDER[:4] + ORDER[5:]), ("photos", ORDER),
    ("nonsense", ORDER[1:4])])
def test_its_address_says_among_which_photos_it_goes_on(vault, no_script, scope, wanted):
    page = no_script

    def follow(selector):
        """Whether there is such a link; its page is whole when this ends."""
        if not page.locator(selector).count():
            return False
        with page.expect_navigation():
            page.locator(selector).click()
        return True

    page.goto(f"/p/sea.media/sea%202.png?in={scope}")
    while follow("a.prev"):
        pass
    seen = [name(page)]
    while follow("a.next"):
        seen.append(name(page))
    assert seen == wanted
    page.get_by_role("link", name="Close").click()
    here = {"note": "/n/sea", "month": "/m/2026-05", "tag:out": "/?t=out", "photos": "/photos"}.get(scope, "/n/sea")
    # The last photo of a tag or a grid is in another month, but its list is the same.
    assert page.url.endswith(here)
