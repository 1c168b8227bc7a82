"""What axe and a screen reader find, and what a reader's own settings do: size, colours, direction, paper."""

import re

import pytest
from playwright.sync_api import expect

from gallery import ARABIC, PAGES, RICH
from states import field


@pytest.mark.parametrize("width, dark", [(390, False), (390, True), (1440, False), (1440, True)])
def test_axe_finds_nothing(open_page, gallery, axe, width, dark):
    page = open_page(width, 844, dark=dark, touch=width == 390, server=gallery)
    # Fifty cards have nothing that five do not have.
    pages = {**PAGES, "timeline": "/?at=2016-03", "month": "/m/2016-03"}
    # Every page in the two that differ most, and in the others those that hold every kind of element.
    names = pages if dark == (width == 390) else ["timeline", "note", "viewer", "edit", "calendar"]
    for name in names:
        page.goto(pages[name])
        axe(page)


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_in_what_opens(open_page, gallery, axe, dark):
    page = open_page(dark=dark, server=gallery)
    page.goto("/d/2026-05-17")
    page.get_by_role("link", name="Actions for Market day").click()
    expect(page.get_by_role("button", name="Edit")).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    page.locator("a.photo").first.click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    axe(page)


def test_axe_finds_nothing_at_the_door(open_page, gallery, axe):
    page = open_page(server=gallery, signed_in=False)
    page.goto("/login")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    axe(page)


def test_a_screen_reader_is_told_what_a_timeline_is(gallery_page):
    gallery_page.goto("/d/2026-05-17")
    expect(gallery_page.locator("body")).to_match_aria_snapshot("""
        - link "Skip to the notes"
        - banner:
          - link "notes"
          - search:
            - searchbox "Search the notes"
        - navigation "Sections":
          - link "New"
          - button "More to add"
          - link "Timeline"
          - link "Photos"
          - link "Calendar"
          - link "Me"
        - navigation "Rooms":
          - group:
            - text: Look back
            - link "Today"
            - link "People"
          - group: Find
          - group: Put in order
          - group: Share
          - group: Sync and settings
        - status
        - main:
          - heading "Sunday, 17 May 2026" [level=1]
          - heading "Sun 17 May 2026" [level=2]
          - article "Market day":
            - link "18:00"
            - link /Photo, .*17 May 2026/
            - figure /bells/
            - heading "Market day" [level=3]:
              - link "Market day"
            - paragraph: /Seven stalls, one of them.*/
            - paragraph:
              - link "#market"
            - link "Actions for Market day"
          - article "Tasks"
        """)


def test_a_screen_reader_is_told_what_a_note_is(gallery_page):
    gallery_page.goto(f"/n/{RICH}")
    expect(gallery_page.locator("main")).to_match_aria_snapshot("""
        - main:
          - article "Market day":
            - link "Edit"
            - link /Photo, .*17 May 2026/
            - paragraph:
              - time: Sunday, 17 May 2026, 18:00
            - paragraph:
              - link "Lyon"
            - heading "Market day" [level=1]
            - paragraph:
              - text: Seven stalls,
              - strong: one
            - heading "What we bought" [level=2]
            - table
            - blockquote
            - list
            - link /Photo, .*17 May 2026/
            - figure /bells/:
              - button /Back 10 seconds/
              - button /Forward 10 seconds/
              - combobox /Speed/
            - link /list.pdf/
            - paragraph:
              - link "#market"
            - group: Details
          - region "Comments":
            - form "Reactions"
            - group: Write a comment
          - navigation "Neighbouring notes"
        """)


@pytest.mark.parametrize("id, wanted", [
    (RICH, ["Market day"]), ("untitled", ["Saturday, 16 May 2026, 18:00"]), ("pinned", ["What matters"])])
def test_a_note_has_one_heading_of_the_first_level_which_is_seen(gallery_page, id, wanted):
    gallery_page.goto(f"/n/{id}")
    headings = gallery_page.get_by_role("heading", level=1)
    expect(headings).to_have_text(wanted)
    # Nothing of it is there once more for the ears alone.
    expect(gallery_page.locator("main .vh").filter(has_text=wanted[0])).to_have_count(0)
    assert headings.first.bounding_box()["height"] > 10
    everywhere = gallery_page.locator("article.note").inner_text().count(wanted[0])
    assert everywhere == 1


def test_a_screen_reader_is_told_what_the_form_is(gallery_page):
    gallery_page.goto("/new")
    expect(gallery_page.locator("main")).to_match_aria_snapshot("""
        - main:
          - heading "New note" [level=1]
          - link "Cancel"
          - status
          - button "Preview"
          - button "Save"
          - textbox "Title"
          - textbox "Text"
          - list "Details":
            - listitem:
              - button "Now"
          - region "Recording"
          - toolbar "Add":
            - button "Photos, recordings, files"
            - button "Record"
            - button "Where"
            - button "About"
            - button "Tags"
            - button "When"
            - button "Formatting"
            - button "More"
        """)


def test_a_screen_reader_is_told_what_the_viewer_is(gallery_page):
    page = gallery_page
    page.goto(f"/n/{RICH}")
    page.locator("a.photo").nth(1).click()
    expect(page.locator("dialog.viewer")).to_match_aria_snapshot("""
        - dialog "Photo 2 of 5, 17 May 2026, Lyon":
          - status: Photo 2 of 5, 17 May 2026, Lyon
          - link "Close"
          - heading "Photo 2 of 5, 17 May 2026, Lyon" [level=1]
          - img /Photo, .*17 May 2026/
          - link "Previous"
          - link "Next"
          - paragraph:
            - link "Market day"
          - button "Favourite"
        """)


def overflow(page):
    """The elements that stick out to the side; nothing if the page is as wide as the window."""
    return page.evaluate(
        """() => {
          const root = document.documentElement;
          if (root.scrollWidth <= root.clientWidth) return [];
          return [...document.querySelectorAll("body *")].filter((e) => {
            const box = e.getBoundingClientRect();
            return box.width && (box.right > root.clientWidth + 1 || box.left < -1) && e.checkVisibility();
          }).map((e) => e.outerHTML.slice(0, 120)).slice(0, 5).concat("wider than the window");
        }""")


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_320_px(open_page, gallery, name):
    page = open_page(320, 640, server=gallery)
    page.goto(PAGES[name])
    assert overflow(page) == []
    # WCAG 1.4.12: the reader's own spacing loses nothing.
    page.evaluate(
        """() => { for (const element of document.querySelectorAll("*")) {
          for (const [name, value] of [["line-height", "1.5"], ["letter-spacing", "0.12em"], ["word-spacing", "0.16em"]])
            element.style.setProperty(name, value, "important");
        } }""")
    assert overflow(page) == []


def test_a_right_to_left_note_is_set_from_the_right(gallery_page):
    page = gallery_page
    page.goto(f"/n/{ARABIC}")
    for element in [page.locator("article.note h1"), page.locator(".text p").first, page.locator(".text li").first]:
        assert element.evaluate("e => getComputedStyle(e).direction") == "rtl"
    title = page.locator("article.note h1")
    text = title.evaluate("e => { const r = document.createRange(); r.selectNodeContents(e); return r.getBoundingClientRect().right }")
    assert abs(text - title.evaluate("e => e.getBoundingClientRect().right")) < 2
    # The marker of an item is in the column of the text, on the side of the item's direction.
    item = page.locator(".text li").first
    gap = item.evaluate("e => e.parentElement.getBoundingClientRect().right - e.getBoundingClientRect().right")
    assert gap >= 16
    # A Latin note on the same page keeps its direction.
    assert page.locator(".turn a span").first.evaluate("e => getComputedStyle(e).direction") == "ltr"


@pytest.mark.parametrize("width", [390, 1440])
def test_a_page_in_a_right_to_left_language_keeps_together(open_page, gallery, width):
    page = open_page(width, 844, server=gallery)
    for address in ["/", f"/n/{RICH}", "/new", "/calendar/2026"]:
        page.goto(address)
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert overflow(page) == [], address


def test_forced_colours_leave_everything_visible(open_page, gallery, axe):
    page = open_page(server=gallery, forced_colors="active")
    page.goto("/d/2026-05-17")
    page.get_by_role("link", name="Market day", exact=True).focus()
    assert page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)") >= 2
    axe(page)
    page.goto("/new")
    expect(page.locator("form.live")).to_be_visible()
    for element in [page.get_by_role("button", name="Save"), field(page, "tags")]:
        assert element.evaluate("e => parseFloat(getComputedStyle(e).borderTopWidth)") >= 1
        assert element.evaluate("e => getComputedStyle(e).borderTopStyle") == "solid"
    axe(page)


def test_paper_gets_the_note_and_nothing_that_is_operated(open_page, gallery):
    page = open_page(dark=True, server=gallery)
    page.goto(f"/n/{RICH}")
    page.emulate_media(media="print")
    expect(page.locator("article.note h1")).to_be_visible()
    expect(page.locator(".text")).to_be_visible()
    for operated in [".top", ".tabs", ".notebar", ".turn", "#bar", ".back"]:
        for element in page.locator(operated).all():
            expect(element).to_be_hidden()
    ground, ink = page.evaluate("() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
    assert luminance(ground) > 0.9 and luminance(ink) < 0.1
    assert page.pdf().startswith(b"%PDF")


def luminance(colour):
    red, green, blue, *alpha = [float(part) for part in re.findall(r"[\d.]+", colour)]
    if alpha == [0]:
        return 1
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255


def test_no_page_moves_by_itself_for_who_does_not_want_it(gallery_page):
    gallery_page.goto("/")
    moving = gallery_page.evaluate(
        "() => document.getAnimations().length + [...document.querySelectorAll('*')].filter((e) => getComputedStyle(e).scrollBehavior === 'smooth').length")
    assert moving == 0
