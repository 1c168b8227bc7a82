"""The map and its list of places: without script, with the keyboard, by dragging, and without a network."""

import re

import pytest
from playwright.sync_api import expect

from states import expect_shown


@pytest.fixture
def vault(vault):
    for index, (name, town, position) in enumerate([
            ("Louvre", "Paris", "[48.8606, 2.3376]"), ("Louvre", "Paris", "[48.8606, 2.3376]"),
            ("Prospect Park", "Brooklyn", "[40.66, -73.97]"), ("Mỹ Khê", "Đà Nẵng", "[16.061, 108.247]")]):
        vault.note(f"note-{index}", f"# Note {index}", created=f"2026-05-1{index}T10:00:00+02:00", place=name,
                   locality=town, coordinates=position)
    vault.note("unnamed", "# Unnamed", created="2026-04-01T10:00:00+02:00", coordinates="[-36.85, 174.76]")
    vault.note("sealed", "# Sealed", created="2026-04-01T10:00:00+02:00", place="Secret", coordinates="[1, 1]",
               open_after="2999-01-01")
    return vault


def marks(page):
    return page.locator("#marks a")


def mark(page, name):
    return page.locator(f"#marks a[aria-label^='{name}']")


def center(page):
    found = re.search(r"z=([\d.-]+)&lat=([\d.-]+)&lon=([\d.-]+)", page.url)
    return [float(number) for number in found.groups()] if found else None


def open_map(page, query=""):
    """With what the server has drawn for the height of the window."""
    page.goto("/map" + query)
    expect(page.locator("#world")).to_have_attribute("data-reach", re.compile(r"\d"))


def part(page):
    """Of the outline that is shown: left, top, width, height."""
    return [round(float(number), 3) for number in page.locator("#land").get_attribute("viewBox").split()]


def test_without_script_the_map_is_a_picture_with_links(no_script):
    page = no_script
    page.goto("/places")
    expect(page).to_have_url(re.compile(r"/map$"))
    expect(marks(page)).to_have_count(4)
    expect(page.locator("#here-title")).to_have_text("4 places, 5 notes")
    expect(page.locator("#map-west")).to_be_visible()
    expect(page.locator("#here .name")).to_have_text(["Louvre", "Mỹ Khê", "Prospect Park", "near Auckland"])
    expect(page.locator("#map-me")).to_be_hidden()
    page.locator("#map-in").click()
    expect(page).to_have_url(re.compile(r"/map\?z=[\d.]+&lat="))
    page.locator("#map-fit").click()
    expect(page).to_have_url(re.compile(r"/map$"))
    box = mark(page, "Louvre").locator(".hit").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".card h3")).to_have_text(["Note 1", "Note 0"])


def test_the_list_of_places_leads_to_notes_and_to_the_map(page, axe):
    open_map(page)
    axe(page)
    page.get_by_role("link", name="Newest").click()
    expect(page.locator(".spots .name")).to_have_text(["Mỹ Khê", "Prospect Park", "Louvre", "near Auckland"])
    page.get_by_label("Name of a place").fill("da nang")
    page.keyboard.press("Enter")
    expect(page.locator(".spots .name")).to_have_text(["Mỹ Khê"])
    expect(marks(page)).to_have_count(1)
    page.get_by_role("link", name="Map: Mỹ Khê").click()
    expect(page).to_have_url(re.compile("z=6.*q=da"))
    expect(page.locator("#here .name")).to_have_text(["Mỹ Khê"])
    page.get_by_role("link", name="Mỹ Khê", exact=True).click()
    expect(page.locator(".card h3")).to_have_text(["Note 3"])


def test_keys_move_the_map_and_leave_the_page_alone(page):
    open_map(page)
    page.locator("#chart").focus()
    before = part(page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(page).to_have_url(re.compile(r"z=\d"))
    zoom, lat, lon = center(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.wait_for_url(lambda url: f"lon={lon:g}" not in url)
    moved = center(page)
    assert moved[0] == zoom and moved[1] > lat and moved[2] > lon
    assert part(page) != before
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("0")
    expect(page).to_have_url(re.compile(r"/map$"))
    assert part(page) == before
    expect(page.locator("#chart")).to_be_focused()


def test_buttons_keep_the_focus_and_end_where_the_map_ends(page):
    open_map(page, "?z=1&lat=0&lon=0")
    button = page.locator("#map-out")
    button.focus()
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile(r"z=0&lat=0&lon=0"))
    expect(page.locator("#map-out")).to_have_attribute("aria-disabled", "true")
    page.locator("#map-in").click()
    expect(page).to_have_url(re.compile(r"z=1"))
    expect(page.locator("#map-out")).not_to_have_attribute("aria-disabled", "true")
    west = page.locator("#map-west")
    assert west.evaluate("element => getComputedStyle(element.parentElement).opacity") == "0"
    page.locator("#map-me").focus()
    page.keyboard.press("Tab")
    expect(west).to_be_focused()
    assert west.evaluate("element => getComputedStyle(element.parentElement).opacity") == "1"


def test_dragging_moves_the_map_and_opens_no_circle(page):
    open_map(page, "?z=3&lat=48&lon=10")
    box = mark(page, "Louvre").locator(".dot").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=4)
    moved = mark(page, "Louvre").locator(".dot").bounding_box()
    assert abs(moved["x"] - box["x"] - 60) < 12 and abs(moved["y"] - box["y"] - 30) < 12
    page.mouse.up()
    page.wait_for_url(lambda url: "lon=10" not in url)
    assert "/map" in page.url
    zoom, lat, lon = center(page)
    assert zoom == 3 and lat > 48 and lon < 10
    box = mark(page, "Louvre").locator(".dot").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".card h3")).to_have_text(["Note 1", "Note 0"])


@pytest.mark.parametrize("with_keys", [False, True])
def test_what_is_joined_comes_apart_nearer_by(vault, open_page, with_keys):
    vault.note("nidaros", "# Nidaros", created="2026-05-01T10:00:00+02:00", place="Nidaros", coordinates="[63.43, 10.4]")
    page = open_page()
    open_map(page, "?z=0&lat=0&lon=0")
    expect(marks(page)).to_have_count(4)
    joined = marks(page).first
    expect(joined).to_have_attribute("aria-label", "Louvre, Nidaros: 3 notes; show nearer")
    if with_keys:
        joined.focus()
        page.keyboard.press("Enter")
    else:
        box = joined.locator(".hit").bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(marks(page)).to_have_count(2)
    expect(page.locator("#here-title")).to_have_text("2 of 5 places, 3 notes")
    expect(page).to_have_url(re.compile("z=3"))
    if with_keys:
        expect(page.locator("#chart")).to_be_focused()
    page.get_by_role("link", name="Notes around here").click()
    expect(page.locator(".card h3")).to_have_text(["Note 1", "Note 0", "Nidaros"])


def test_without_script_a_circle_of_places_leads_to_a_nearer_map(vault, no_script):
    vault.note("nidaros", "# Nidaros", created="2026-05-01T10:00:00+02:00", place="Nidaros", coordinates="[63.43, 10.4]")
    page = no_script
    expect_shown(page, "/map", "Nidaros")
    page.goto("/map?z=0&lat=0&lon=0")
    box = mark(page, "Louvre, Nidaros").locator(".hit").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page).to_have_url(re.compile("z=3"))
    expect(marks(page)).to_have_count(2)


def test_the_enter_key_opens_a_circle_after_dragging(page):
    open_map(page, "?z=3&lat=48&lon=10")
    box = page.locator("#chart").bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 40)
    page.mouse.down()
    page.mouse.move(box["x"] + 90, box["y"] + 70, steps=4)
    page.mouse.up()
    page.wait_for_url(lambda url: "lon=10" not in url)
    mark(page, "Louvre").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".card h3")).to_have_text(["Note 1", "Note 0"])


@pytest.mark.expects_errors
def test_without_a_network_the_circles_stay(page):
    open_map(page, "?z=2&lat=48&lon=10")
    count = marks(page).count()
    page.context.set_offline(True)
    page.locator("#map-in").click()
    page.wait_for_timeout(600)
    expect(marks(page)).to_have_count(count)
    page.context.set_offline(False)
    page.locator("#map-out").click()
    expect(page).to_have_url(re.compile("z=2"))


def test_where_i_am_is_asked_for_by_the_button_alone(open_page, axe):
    page = open_page(390, 844, touch=True, geolocation={"latitude": 40.66, "longitude": -73.97},
                     permissions=["geolocation"])
    page.add_init_script("""
        const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
        window.asked = 0;
        navigator.geolocation.getCurrentPosition = (...all) => { asked += 1; ask(...all); };""")
    open_map(page)
    axe(page)
    box = page.locator("#world").bounding_box()
    assert box["width"] == 390 and box["height"] >= 844 * 0.5
    assert page.evaluate("asked") == 0
    page.locator("#map-me").click()
    expect(page).to_have_url(re.compile(r"z=9&lat=40\.66&lon=-73\.97"))
    expect(page.locator("#here .name")).to_have_text(["Prospect Park"])
    assert page.evaluate("asked") == 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_nothing_is_wider_than_the_window(open_page, vault, width):
    vault.note("long", "# Long", created="2026-05-20T10:00:00+02:00", place="Donaudampfschifffahrt" * 12,
               locality="W" * 300, coordinates="[-90, 180]")
    page = open_page(width, 800)
    page.goto("/map")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def boxes(page, selector):
    return [box for part in page.locator(selector).all() if (box := part.bounding_box()) and box["width"]]


@pytest.mark.parametrize("address", ["?z=1&lat=20&lon=20", "?z=4&lat=48&lon=7", "?z=9&lat=48.86&lon=2.34"])
def test_names_on_the_ground_leave_room_for_circles_and_each_other(page, address):
    open_map(page, address)
    expect(page.locator("#countries text" if "z=1" in address else "#towns [display=inline]").first).to_be_attached()
    ground = boxes(page, "#countries text, #towns [display=inline] text")
    taken = boxes(page, "#marks .dot, #marks .name")
    for index, one in enumerate(ground):
        for other in ground[:index] + taken:
            assert (one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
                    or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"])
    assert page.locator("#countries, #towns").evaluate_all("all => all.every(part => part.ariaHidden === 'true')")


def test_the_script_and_the_outline_are_small(page):
    import gzip
    page.goto("/map")
    script = page.evaluate("async () => (await fetch(document.querySelector('script[src*=\"/map-\"]').src)).text()")
    assert len(gzip.compress(script.encode(), 9)) <= 4_000
    land = page.evaluate("async () => (await fetch(document.querySelector('#land use').getAttribute('href'))).text()")
    # With borders and the names of countries; only the map loads it, and its circles do not wait for it.
    assert len(land.encode()) <= 72_000
    assert len(gzip.compress(land.encode(), 9)) <= 30_000
    assert page.evaluate("document.querySelectorAll('#chart *').length") <= 500
