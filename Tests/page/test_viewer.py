"""The viewer goes on through all photos of the list from which it was opened, in its order."""

import re
import time

import pytest
from playwright.sync_api import expect

from states import until
from touch import Fingers, pinch, tap


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
    vault.note("bread", "# Bread", created="2026-05-16T10:00:00+02:00", tags=["kitchen"], place="Berlin")
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
    expect(dialog).to_have_attribute("aria-label", "Photo 2 of 3, 17 May 2026")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_have_attribute("aria-label", "Photo 3 of 3, 17 May 2026")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_have_attribute("aria-label", "Photo 1 of 1, 16 May 2026, Berlin")


def test_it_counts_the_photos_of_a_note_where_the_strip_has_no_others(vault, page):
    page.goto("/photos")
    open_photo(page, 2)
    caption = page.locator("dialog.viewer .caption")
    expect(caption).not_to_contain_text(" of 3")
    page.keyboard.press("Escape")
    expect(caption).to_have_count(0)
    page.goto("/")
    note = page.locator(".card:has(a.photo)").first
    count = note.locator("a.photo").count()
    note.locator("a.photo").first.click()
    expect(page.locator("dialog.viewer .strip a")).to_have_count(count)
    expect(caption).to_contain_text(f"1 of {count}")


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
    expect(page.locator("dialog.viewer")).to_have_attribute("aria-label", "Photo 1 of 3, 17 May 2026")
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


def shift(page):
    """How far the photo is moved to the side, in pixels."""
    return page.locator(".stage:not(.before, .after)").evaluate("(stage) => stage.getBoundingClientRect().x")


def test_a_photo_follows_the_finger_and_the_next_one_is_seen_at_the_edge(vault, phone):
    phone.goto("/photos")
    open_photo(phone, 1)
    until(phone, "document.querySelector('.viewer .next')")
    phone.wait_for_load_state("networkidle")
    fingers = Fingers(phone)
    fingers.down((300, 400))
    fingers.move((180, 402))
    assert -125 <= shift(phone) <= -105
    after = phone.locator(".stage.after").bounding_box()
    assert 200 < after["x"] < 390
    # Back where it was, it stays.
    fingers.move((296, 400), steps=30)
    phone.evaluate("new Promise((done) => setTimeout(done, 500))")
    fingers.up()
    until(phone, "document.querySelectorAll('.stage').length === 1")
    assert (name(phone), shift(phone)) == ("sea 1.png", 0)
    fingers.down((300, 400))
    fingers.move((100, 402))
    fingers.up()
    until(phone, "decodeURIComponent(location.pathname).endsWith('sea 2.png')")
    until(phone, "document.querySelectorAll('.stage').length === 1")
    assert shift(phone) == 0


def test_pulled_down_it_closes_and_pulled_a_little_it_stays(vault, phone):
    phone.goto("/photos")
    open_photo(phone, 0)
    fingers = Fingers(phone)
    fingers.down((200, 300))
    fingers.move((200, 360), steps=5)
    phone.evaluate("new Promise((done) => setTimeout(done, 500))")
    fingers.up()
    until(phone, "!document.querySelector('.viewer').style.getPropertyValue('--y')")
    fingers.down((200, 300))
    fingers.move((205, 600))
    fingers.up()
    expect(phone.locator("dialog.viewer")).to_have_count(0)
    expect(phone).to_have_url(re.compile("/photos$"))


SCALE = "new DOMMatrix(getComputedStyle(document.querySelector('.stage > img')).transform).a"


def test_two_fingers_and_a_double_tap_zoom_and_one_finger_moves_then(vault, phone):
    phone.goto("/photos")
    open_photo(phone, 1)
    pinch(phone, (195, 420), 80, 200)
    assert 2.2 < phone.evaluate(SCALE) < 2.8
    assert phone.evaluate("visualViewport.scale") == 1
    first = phone.url
    x = "document.querySelector('.stage > img').getBoundingClientRect().x"
    before = phone.evaluate(x)
    fingers = Fingers(phone)
    fingers.down((200, 400))
    fingers.move((150, 400))
    fingers.up()
    assert abs(phone.evaluate(x) - before + 50) <= 10
    assert phone.url == first
    pinch(phone, (195, 420), 300, 60)
    assert phone.evaluate(SCALE) == 1
    for _ in "ab":
        tap(phone, 195, 420)
    assert phone.evaluate(SCALE) == 2.5
    for _ in "ab":
        tap(phone, 195, 420)
    assert phone.evaluate(SCALE) == 1


def test_a_tap_hides_everything_but_the_photo(vault, phone):
    phone.goto("/photos")
    open_photo(phone, 0)
    bar = phone.locator(".viewer .viewbar")
    tap(phone, 195, 420)
    expect(bar).to_have_css("opacity", "0")
    tap(phone, 195, 420)
    expect(bar).to_have_css("opacity", "1")


def test_everything_by_keys(vault, page):
    page.goto("/photos")
    open_photo(page, 1)
    page.keyboard.press("z")
    assert page.evaluate(SCALE) == 2.5
    page.keyboard.press("-")
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.evaluate(SCALE) == 1
    page.keyboard.press("+")
    assert page.evaluate(SCALE) == 1.5
    page.keyboard.press("i")
    expect(page.locator(".viewer .info p")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("sea%202.png"))
    assert page.evaluate(SCALE) == 1
    expect(page.locator(".viewer .info p")).to_contain_text("sea 2.png")
    page.keyboard.press("f")
    expect(page.locator(".viewer .fav")).to_have_attribute("aria-pressed", "true")
    until_text(vault, "sea.md", "favorite: true")
    page.keyboard.press("f")
    expect(page.locator(".viewer .fav")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.viewer")).to_have_count(0)


def until_text(vault, name, text):
    for _ in range(600):
        if text in vault.text(name):
            return
        time.sleep(0.1)
    raise AssertionError(vault.text(name))


def test_the_wheel_zooms(vault, page):
    page.goto("/photos")
    open_photo(page, 1)
    page.mouse.move(700, 450)
    page.mouse.wheel(0, -300)
    until(page, f"{SCALE} > 2")
    page.mouse.wheel(0, 900)
    until(page, f"{SCALE} === 1")


def test_the_strip_has_the_neighbours_and_goes_to_them(vault, page):
    page.goto("/photos")
    open_photo(page, 2)
    strip = page.locator(".viewer .strip a")
    expect(strip).to_have_count(len(ORDER))
    expect(page.locator(".viewer .strip [aria-current]")).to_have_attribute("href", re.compile("sea%202.png"))
    strip.nth(5).click()
    expect(page).to_have_url(re.compile("old%201.png"))
    page.set_viewport_size({"width": 900, "height": 400})
    expect(page.locator(".viewer .strip")).to_be_hidden()


def test_share_is_there_only_where_the_browser_shares_files(vault, open_page):
    page = open_page()
    page.goto("/photos")
    open_photo(page, 0)
    expect(page.locator(".viewer .share")).to_be_hidden()
    page = open_page()
    page.add_init_script("""navigator.canShare = () => true;
      navigator.share = async ({ files: [file] }) => (window.shared = [file.name, file.type, file.size > 0].join());""")
    page.goto("/photos")
    open_photo(page, 0)
    page.get_by_role("button", name="Share").click()
    until(page, "window.shared === 'walk.png,image/png,true'")


def test_without_script_a_favourite_is_made_and_the_facts_are_read(vault, no_script):
    no_script.goto("/p/walk.media/walk.png?in=photos")
    no_script.get_by_role("button", name="Favourite").click()
    expect(no_script).to_have_url(re.compile("/p/walk.media/walk.png"))
    expect(no_script.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "true")
    assert "favorite: true" in vault.text("walk.md")
    no_script.locator(".info summary").click()
    expect(no_script.locator(".info p")).to_contain_text("160 × 120")
    no_script.locator(".strip a").nth(2).click()
    expect(no_script).to_have_url(re.compile("sea%202.png"))


def test_the_page_of_a_photo_has_the_same_fingers_and_keys(vault, phone):
    phone.goto("/p/sea.media/sea%202.png?in=photos")
    phone.keyboard.press("ArrowRight")
    expect(phone).to_have_url(re.compile("sea%2010.png"))
    expect(phone.locator(".viewer h1 .vh")).to_have_text("Photo 3 of 3, 17 May 2026")
    phone.keyboard.press("Escape")
    expect(phone).to_have_url(re.compile("/photos$"))


@pytest.mark.parametrize("width, is_opened", [(390, True), (1440, True), (390, False)])
def test_nothing_is_wrong_for_screen_readers(vault, open_page, axe, width, is_opened):
    page = open_page(width)
    if is_opened:
        page.goto("/photos")
        open_photo(page, 4)
        page.keyboard.press("i")
    else:
        page.goto("/p/bread.media/bread.png")
    axe(page)
