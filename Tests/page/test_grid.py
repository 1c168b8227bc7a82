"""The wall of photos: full rows by months, three sizes, keys, fingers, and the slider to another month."""

import base64
import re

import pytest
from playwright.sync_api import expect

from states import until
from touch import Fingers, pinch

SIZES = [(160, 120), (120, 160), (300, 100), (60, 600), (900, 60), (128, 127), (1, 1), (400, 260)]


@pytest.fixture
def vault(vault):
    for number in range(24):
        name = f"walk-{number:02}"
        vault.note(
            name, f"![[{name}.png]]", created=f"2026-05-{28 - number // 3:02}T10:00:00+02:00",
            place=["Berlin", "Berlin", "Trondheim", "Rome", "Oslo", "Berlin", "Rome", "Trondheim"][number % 8])
        vault.picture(f"{name}.media/{name}.png", *SIZES[number % len(SIZES)], colour=(40 + number, 90, 120))
    vault.note("winter", "# Winter", created="2025-12-10T10:00:00+01:00")
    for number in range(3):
        vault.picture(f"winter.media/{number}.png")
    return vault


#: Where each photo and each month is, in pixels.
BOXES = """[...document.querySelectorAll('#feed .photo, #feed section')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y + scrollY, width, height].map(Math.round).join();
})"""

#: How much of the wall's width each row fills but the last one of a month.
ROWS = """[...document.querySelectorAll('.grid')].flatMap((grid) => {
  const rows = Map.groupBy(grid.children, (photo) => Math.round(photo.getBoundingClientRect().y));
  return [...rows.values()].slice(0, -1).map((row) =>
    (row.at(-1).getBoundingClientRect().right - row[0].getBoundingClientRect().x) / grid.clientWidth);
})"""

#: The photos of the wall, by the names of their files.
NAMES = "() => [...document.querySelectorAll('#feed .photo')].map((a) => a.pathname.split('/').at(-1))"
FOCUSED = "document.activeElement.pathname?.split('/').at(-1)"


@pytest.mark.expects_errors
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_no_height_depends_on_a_picture_that_is_loaded(open_page, width):
    # What a service worker loads is not held back by the route.
    page = open_page(width, service_workers="block")
    page.route("**/*.png", lambda route: route.abort())
    page.goto("/photos")
    assert page.evaluate("[...document.images].every((image) => !image.naturalWidth)")
    before = page.evaluate(BOXES)
    assert len(before) == 27 + 2
    page.unroute("**/*.png")
    page.reload()
    # All of them, also those that are below what is seen.
    page.evaluate("""Promise.all([...document.querySelectorAll('#feed img')].map((image) => {
      image.loading = 'eager';
      return image.decode();
    }))""")
    assert page.evaluate(BOXES) == before


@pytest.mark.parametrize("width", [390, 820, 1100, 1440, 2000])
@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_rows_are_full(open_page, width, size):
    page = open_page(width)
    page.goto(f"/photos?size={size}")
    expect(page.locator("#feed")).to_have_class(size)
    rows = page.evaluate(ROWS)
    assert rows or size == "small"
    assert all(0.8 <= row <= 1.01 for row in rows), rows


def test_a_month_has_its_most_frequent_places_and_each_day_its_date(vault, no_script):
    no_script.goto("/photos")
    expect(no_script.locator("#feed h2")).to_have_text(["May 2026 Berlin Rome Trondheim", "December 2025"])
    dates = no_script.locator("#feed time").evaluate_all("l => l.map((e) => e.dateTime)")
    assert dates == [f"2026-05-{day:02}" for day in range(28, 20, -1)] + ["2025-12-10"]


def test_the_size_is_chosen_without_script_and_kept(vault, no_script):
    no_script.goto("/photos?t=")
    no_script.get_by_role("link", name="Large photos").click()
    expect(no_script).to_have_url(re.compile("/photos$"))
    expect(no_script.locator("#feed")).to_have_class("large")
    no_script.goto("/photos")
    expect(no_script.locator("#feed")).to_have_class("large")
    expect(no_script.locator(".sizes [aria-current]")).to_have_attribute("aria-label", "Large photos")


def test_the_size_changes_by_keys_and_buttons(vault, page):
    page.goto("/photos")
    wall = page.locator("#feed")
    page.keyboard.press("-")
    expect(wall).to_have_class("small")
    page.keyboard.press("-")
    expect(wall).to_have_class("small")
    page.keyboard.press("+")
    expect(wall).to_have_class("medium")
    with page.expect_response(lambda answer: "size=large" in answer.url):
        page.get_by_role("link", name="Large photos").click()
    expect(wall).to_have_class("large")
    page.reload()
    expect(wall).to_have_class("large")


def test_two_fingers_change_the_size(vault, phone):
    phone.goto("/photos")
    pinch(phone, (195, 400), 100, 160)
    expect(phone.locator("#feed")).to_have_class("large")
    pinch(phone, (195, 400), 260, 120)
    expect(phone.locator("#feed")).not_to_have_class("large")
    assert phone.evaluate("visualViewport.scale") == 1


def test_on_a_phone_photos_go_from_edge_to_edge_three_or_so_in_a_row(vault, phone):
    phone.goto("/photos")
    rows = phone.evaluate("""Object.values(Object.groupBy(document.querySelectorAll('.grid:first-of-type .photo'),
      (photo) => Math.round(photo.getBoundingClientRect().y))).map((row) => row.length)""")
    assert all(2 <= count <= 5 for count in rows[:-2]), rows
    box = phone.locator(".grid").first.bounding_box()
    assert (box["x"], box["width"]) == (0, 390)


def test_keys_walk_along_the_wall(vault, page):
    page.goto("/photos")
    names = page.evaluate(NAMES)
    page.keyboard.press("ArrowRight")
    until(page, f"{FOCUSED} === '{names[0]}'")
    page.keyboard.press("ArrowRight")
    until(page, f"{FOCUSED} === '{names[1]}'")
    y = page.evaluate("document.activeElement.getBoundingClientRect().y + scrollY")
    page.keyboard.press("ArrowDown")
    below = page.evaluate("document.activeElement.getBoundingClientRect().y + scrollY")
    assert below > y
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.getBoundingClientRect().y + scrollY") == y
    page.keyboard.press("m")
    until(page, f"{FOCUSED} === '0.png'")
    page.keyboard.press("M")
    until(page, f"{FOCUSED} === '{names[23]}'")
    page.keyboard.press("Enter")
    expect(page.locator("dialog.viewer")).to_be_visible()


@pytest.fixture
def years(vault):
    """A wall of several parts, with photos of several months in one part and several parts in one month."""
    for year in range(2019, 2025):
        for month in (2, 9):
            vault.note(f"y{year}-{month}", "# Y", created=f"{year}-{month:02}-03T10:00:00+02:00")
            for index in range(120 if year == 2021 else 9):
                vault.picture(f"y{year}-{month}.media/{index:03}.png", *SIZES[index % 3])
    return vault


@pytest.mark.parametrize("touch", [False, True])
def test_the_slider_shows_a_month_with_a_photo_and_goes_there(years, open_page, touch):
    page = open_page(*((390, 844) if touch else (1440, 900)), touch=touch)
    page.goto("/photos")
    if touch:
        page.evaluate("scrollTo(0, 200)")
    slider = page.locator("[role=slider]")
    expect(slider).to_be_visible()
    box, track = slider.bounding_box(), page.locator(".track").bounding_box()
    x, y = box["x"] + box["width"] - 8, box["y"] + box["height"] / 2
    end = track["y"] + track["height"] * 0.8
    if touch:
        fingers = Fingers(page)
        fingers.down((x, y))
        # The page has stood still meanwhile.
        expect(page.locator(".track.seen")).to_have_count(0)
        fingers.move((x, end))
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, end, steps=5)
    label = page.locator(".thumb-label")
    expect(label).to_be_visible()
    until(page, "document.querySelector('.thumb-label img').naturalWidth > 0")
    expect(label).to_have_text(re.compile("(February|September) 20(19|20|21)"))
    wanted = label.inner_text().strip()
    fingers.up() if touch else page.mouse.up()
    expect(label).to_be_hidden()
    expect(page).to_have_url(re.compile("at=20"))
    first = "[...document.querySelectorAll('#feed section')].find((e) => e.getBoundingClientRect().bottom > 100)"
    until(page, f"{first}.querySelector('h2 a').textContent === '{wanted}'")
    # What is newer is above.
    until(page, "scrollY > 0")
    assert page.evaluate("document.querySelector('#feed section h2 a').textContent") != wanted
    until(page, f"{first}.querySelector('h2 a').textContent === '{wanted}'")


def test_a_month_of_several_parts_goes_on_in_full_rows_without_a_second_head(years, page):
    page.goto("/photos?at=2021-09")
    until(page, """() => {
      scrollTo(0, document.body.scrollHeight);
      return document.querySelector('[data-month="2019-02"]');
    }""")
    heads = page.locator("#feed h2:not([hidden])").evaluate_all("l => l.map((e) => e.textContent)")
    assert len(heads) == len(set(heads))
    names = page.evaluate("""[...document.querySelectorAll('[data-month="2021-09"] .photo')].map((a) => a.id)""")
    assert len(names) == len(set(names)) == 120
    rows = page.evaluate(ROWS)
    assert all(0.8 <= row <= 1.01 for row in rows), rows
    # Each part but the last of its month ends with a full row.
    ends = page.evaluate("""[...document.querySelectorAll('.part:has(+ .part section:first-child > h2[hidden]) .grid')]
      .filter((grid) => grid.closest('.part').querySelector('section:last-of-type > .grid') === grid)
      .map((grid) => grid.lastElementChild.getBoundingClientRect().right - grid.getBoundingClientRect().right)""")
    assert ends and all(abs(end) <= 2 for end in ends), ends


def test_each_photo_is_reached_without_script_in_both_directions(years, no_script):
    names = "l => l.map((a) => a.getAttribute('href'))"
    no_script.goto("/photos")
    down = []
    while True:
        down.append(no_script.locator("#feed .photo").evaluate_all(names))
        if not no_script.locator(".pager.older a").count():
            break
        with no_script.expect_navigation():
            no_script.locator(".pager.older a").click()
    assert len(sum(down, [])) == len(set(sum(down, []))) == 27 + 10 * 9 + 240
    up = []
    while True:
        up.insert(0, no_script.locator("#feed .photo").evaluate_all(names))
        if not no_script.locator("#newer a").is_visible():
            break
        with no_script.expect_navigation():
            no_script.locator("#newer a").click()
    assert sum(up, []) == sum(down, [])


def test_a_jump_does_not_shift_what_is_seen(years, page):
    page.add_init_script("""window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
      }).observe({type: "layout-shift", buffered: true});""")
    page.goto("/photos?at=2021-09")
    until(page, "scrollY > 0")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert page.evaluate("shift") <= 0.01


FILM = """async () => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [160, 90];
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
  const parts = [];
  recorder.ondataavailable = (event) => parts.push(event.data);
  recorder.start();
  for (let frame = 0; frame < 12; frame++) {
    context.fillStyle = `hsl(${frame * 20} 60% 50%)`;
    context.fillRect(0, 0, 160, 90);
    await new Promise((next) => setTimeout(next, 50));
  }
  await new Promise((done) => (recorder.onstop = done, recorder.stop()));
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}"""


def test_a_film_is_in_the_wall_and_plays_in_the_viewer(vault, page):
    page.goto("/photos")
    vault.write("walk-00.media/zoo.webm", base64.b64decode(page.evaluate(FILM)))
    page.goto("/photos")
    film = page.locator("a.photo:has(video)")
    expect(film).to_have_accessible_name(re.compile("^Film, .*Thursday, 28 May 2026$"))
    expect(film.locator(".length")).to_be_visible()
    film.click()
    video = page.locator("dialog.viewer .stage video")
    expect(video).to_be_visible()
    expect(page.locator("dialog.viewer")).to_have_attribute("aria-label", re.compile("^Film 2 of 2, 28 May 2026"))
    video.evaluate("(video) => (video.muted = true, video.play())")
    until(page, "document.querySelector('dialog.viewer video').currentTime > 0")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("dialog.viewer .stage img")).to_be_visible()


@pytest.mark.parametrize("width, dark", [(390, False), (820, True), (1440, False)])
def test_nothing_is_wrong_for_screen_readers(vault, open_page, axe, width, dark):
    page = open_page(width, dark=dark)
    page.goto("/photos")
    axe(page)
