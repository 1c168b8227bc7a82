"""Where the reader is, stays: back, jumps, and what grows above and below."""

import re

import pytest
from playwright.sync_api import expect

from gallery import RICH
from states import expect_shown, until

TOP = "id => document.querySelector(`[data-id='${id}']`)?.getBoundingClientRect().top"


def top(page, id):
    return page.evaluate(TOP, id)


def expect_top(page, id, wanted):
    """Waits until the card stands there, and stays for some frames."""
    until(page, """async ([id, wanted]) => {
          for (let frame = 0; frame < 5; frame++) {
            await new Promise(requestAnimationFrame);
            const card = document.querySelector(`[data-id='${id}']`);
            if (!card || Math.abs(card.getBoundingClientRect().top - wanted) > 2) return false;
          }
          return true;
        }""", [id, wanted])


def scroll_to(page, id):
    page.wait_for_selector(f"[data-id='{id}']")
    page.evaluate("id => document.querySelector(`[data-id='${id}']`).scrollIntoView({block: 'center'})", id)
    page.evaluate("async () => { for (let i = 0; i < 10; i++) await new Promise(requestAnimationFrame) }")
    return top(page, id)


def load_older(page):
    """Follows the link at the end until the card count grows."""
    count = page.locator(".card").count()
    page.locator(".pager.older a").evaluate("link => link.scrollIntoView()")
    until(page, "count => document.querySelectorAll('.card').length > count", count)


def go_back(page, address):
    page.evaluate("setTimeout(() => history.back())")
    expect(page).to_have_url(address)


@pytest.mark.parametrize("is_cached", [True, False])
def test_back_from_a_note_is_at_the_same_card_at_the_same_height(
        open_page, gallery, browser, browser_with_back_cache, is_cached):
    page = open_page(server=gallery, browser=browser_with_back_cache if is_cached else browser)
    page.goto("/")
    load_older(page)
    id = "note-0070"
    before = scroll_to(page, id)
    page.evaluate("document.documentElement.dataset.mark = 'same document'")
    page.locator(f"[data-id='{id}'] h3 a").click()
    expect(page.locator("article.note h1")).to_have_text("Note 70")
    page.evaluate("setTimeout(() => history.back())")
    expect(page.locator(f"[data-id='{id}'].card")).to_be_visible()
    assert (page.locator("html").get_attribute("data-mark") is not None) == is_cached
    expect_top(page, id, before)


def test_a_reload_after_coming_back_stays_there_too(gallery_page):
    page = gallery_page
    page.goto("/")
    id = "note-0033"
    before = scroll_to(page, id)
    page.locator(f"[data-id='{id}'] h3 a").click()
    expect(page).to_have_url(re.compile(f"/n/{id}$"))
    go_back(page, re.compile("/$"))
    expect_top(page, id, before)
    page.reload()
    expect_top(page, id, before)


def test_after_an_edit_the_timeline_is_where_it_was(vault, open_page):
    vault.notes(60)
    page = open_page()
    page.goto("/")
    id = "note-0030"
    before = scroll_to(page, id)
    page.locator(f"[data-id='{id}'] h3 a").focus()
    page.keyboard.press("e")
    # Before its script runs the form does not know the keys.
    expect(page.locator("#tray")).to_be_visible()
    page.locator("#title").fill("Note 30, edited")
    page.locator("#words").fill("shorter")
    page.keyboard.press("Control+Enter")
    expect(page.locator("article.note h1")).to_have_text("Note 30, edited")
    page.evaluate("setTimeout(() => history.go(-2))")
    expect(page.locator(f"[data-id='{id}'].card h3")).to_have_text("Note 30, edited")
    expect_top(page, id, before)


def test_back_from_a_photo_of_the_grid_is_at_the_same_photo(gallery_page):
    page = gallery_page
    page.goto("/photos")
    photo = page.locator("a.photo").last
    photo.scroll_into_view_if_needed()
    before = photo.bounding_box()["y"]
    photo.click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.viewer")).to_have_count(0)
    expect(page).to_have_url(re.compile("/photos$"))
    assert abs(photo.bounding_box()["y"] - before) <= 1
    expect(photo).to_be_focused()


def test_the_focus_after_the_viewer_is_on_the_photo_seen_last(gallery_page):
    page = gallery_page
    page.goto(f"/n/{RICH}")
    photos = page.locator("a.photo")
    photos.nth(1).click()
    dialog = page.locator("dialog.viewer")
    expect(dialog).to_be_visible()
    counter = dialog.get_attribute("aria-label")
    page.keyboard.press("ArrowRight")
    expect(dialog).not_to_have_attribute("aria-label", counter)
    page.evaluate("setTimeout(() => history.back())")
    expect(dialog).to_have_count(0)
    expect(page.locator("a.photo:focus")).to_have_count(1)
    expect(photos.nth(1)).not_to_be_focused()


def test_the_viewer_goes_on_behind_the_photos_of_a_card(vault, open_page):
    vault.note("day", "# Day")
    for index in range(30):
        vault.picture(f"day.media/{index:02}.png", 8, 6)
    page = open_page()
    page.goto("/")
    count = page.locator("a.photo").count()
    assert 0 < count < 30, "the card holds all, so nothing is tried here"
    page.locator("a.photo").last.click()
    dialog = page.locator("dialog.viewer")
    expect(dialog).to_have_attribute("aria-label", f"Photo {count} of 30, 17 May 2026")
    page.keyboard.press("ArrowRight")
    expect(dialog).to_have_attribute("aria-label", f"Photo {count + 1} of 30, 17 May 2026")


def test_two_thousand_photos_on_one_day_are_all_reached_page_by_page(vault, open_page):
    for number in range(20):
        vault.note(f"walk-{number:02}", "# Walk", created=f"2026-05-17T10:{number:02}:00+02:00")
        for index in range(100):
            vault.picture(f"walk-{number:02}.media/{index:03}.png", 8, 6)
    page = open_page()
    page.goto("/photos")
    assert page.evaluate("document.querySelectorAll('*').length") <= 1_500
    seen = page.evaluate(
        """async () => {
          const seen = new Set();
          let page = document;
          for (let turns = 0; turns < 100; turns++) {
            for (const photo of page.querySelectorAll("a.photo")) seen.add(photo.getAttribute("href"));
            const next = page.querySelector(".pager.older a")?.getAttribute("href");
            if (!next) break;
            page = new DOMParser().parseFromString(await (await fetch(next)).text(), "text/html");
          }
          return seen.size;
        }""")
    assert seen == 2_000
    page.goto("/d/2026-05-17")
    assert page.evaluate("document.querySelectorAll('*').length") <= 1_500


def test_a_jump_shows_that_month_and_goes_on_in_both_directions(gallery_page):
    page = gallery_page
    page.goto("/?at=2024-03")
    expect(page.locator(".card h3").first).to_have_text("The year 2024")
    expect(page.locator("#feed .card h3")).to_contain_text(["The year 2024", "The year 2016", "The year 1998"])
    newer = page.locator("#newer a")
    expect(newer).to_be_visible()
    newer.click()
    expect(page.locator("#feed .card").last).to_contain_text("Summer 2025")
    expect(page.locator("#feed .pager.older a")).to_have_count(1)
    page.evaluate("setTimeout(() => history.back())")
    expect(page.locator(".card h3").first).to_have_text("The year 2024")


def test_every_way_through_time_leads_to_the_same_page(gallery_page):
    page = gallery_page
    page.goto("/")
    link = page.locator("#scrubber a", has_text="2016").get_attribute("href")
    page.goto(link)
    expect(page.locator("#feed .card h3").first).to_have_text("The year 2016")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    option = page.locator("#at option", has_text="2016")
    page.locator("#at").select_option(option.first.get_attribute("value"))
    expect(page.locator("#feed .card h3").first).to_have_text("The year 2016")


def test_the_slider_leads_by_keys_to_a_month(gallery_page):
    page = gallery_page
    page.goto("/")
    slider = page.get_by_role("slider", name="Time")
    slider.focus()
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"\w+ \d{4} \(\d+\)"))
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "March 1101 (1)")
    page.keyboard.press("Enter")
    expect(page.locator("#feed .card h3").first).to_have_text("The year 1101")


@pytest.mark.parametrize("year", [1101, 9999])
def test_a_wrong_year_neither_fills_the_strip_nor_hides_its_note(gallery_page, year):
    page = gallery_page
    page.goto("/")
    assert page.locator("#scrubber a").count() < 40
    assert page.locator("#at option").count() < 40
    page.goto(f"/?at={year}-03")
    expect(page.locator(".card", has_text=f"The year {year}")).to_be_visible()
    page.goto(f"/calendar/{year}")
    expect(page.locator("main h1")).to_contain_text(str(year))


def test_any_year_is_two_taps_from_the_calendar(gallery_page):
    page = gallery_page
    page.goto("/calendar/2026")
    page.locator(".turnover summary").click()
    page.get_by_role("navigation", name="Year").get_by_role("link", name="1101").click()
    expect(page.locator("main h1")).to_contain_text("1101")


def test_nothing_jumps_on_the_way_up(gallery_page):
    page = gallery_page
    page.goto("/")
    load_older(page)
    jumps = page.evaluate(
        """async () => {
          const frames = async (n) => { for (let i = 0; i < n; i++) await new Promise(requestAnimationFrame) };
          scrollTo(0, document.body.scrollHeight);
          await frames(10);
          const jumps = [];
          while (scrollY > 0 && jumps.length < 400) {
            const seen = [...document.querySelectorAll(".card")].find((c) => c.getBoundingClientRect().top > 100);
            const before = seen.getBoundingClientRect().top;
            const step = Math.min(100, scrollY);
            scrollBy(0, -step);
            await frames(2);
            jumps.push(Math.abs(seen.getBoundingClientRect().top - before - step));
          }
          return jumps;
        }""")
    assert len(jumps) > 10
    assert max(jumps) <= 2, jumps


def test_at_most_400_cards_are_in_the_page_and_the_first_come_back(vault, open_page):
    vault.notes(520, hours=2)
    page = open_page()
    page.goto("/")
    # The page loads four parts by itself, and then by its link.
    while page.locator(".card[data-id='note-0519']").count() == 0:
        last = page.locator("#feed .card").last.get_attribute("data-id")
        page.locator(".pager.older a").evaluate("link => { link.scrollIntoView(); link.click() }")
        until(page, "last => [...document.querySelectorAll('#feed .card')].at(-1).dataset.id !== last", last)
        assert page.locator(".card").count() <= 400
    expect(page.locator(".gap").first).to_be_attached()
    expect(page.locator(".gap a").first).to_have_attribute("href", re.compile("."))
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("[data-id='note-0000']")).to_be_visible()
    assert page.locator(".card").count() <= 400


def test_the_browser_finds_text_that_is_far_below(gallery_page):
    page = gallery_page
    page.goto("/")
    assert page.evaluate("find('Note 40')")
    until(page, "scrollY > 1000")


def test_search_shows_hits_while_typing_and_all_on_enter(gallery_page):
    page = gallery_page
    page.goto("/")
    page.keyboard.press("/")
    page.keyboard.type("honey")
    hits = page.locator("#hits a")
    expect(hits).to_have_count(2)
    expect(hits.first).to_contain_text("Seven stalls, one of them with honey")
    # The words stay one text, with the word that was found in it.
    expect(hits.first.locator("> *")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"\?q=honey$"))
    expect(page.get_by_role("searchbox")).to_have_value("honey")
    expect(page.locator(".card")).to_have_count(2)


def test_the_last_searches_are_kept_by_the_browser_until_they_are_cleared(gallery_page, axe):
    page = gallery_page
    for words in ["honey", "lake", "Honey"]:
        page.goto(f"/search?q={words}")
    page.goto("/search")
    expect(page.locator("#recent .chip")).to_have_text(["Honey", "lake"])
    axe(page)
    page.get_by_role("button", name="Clear").click()
    expect(page.locator("#recent")).to_be_hidden()
    page.reload()
    expect(page.locator("#recent .chip")).to_have_count(0)


def test_no_match_and_no_notes_are_told_apart(gallery_page, open_page):
    gallery_page.goto("/?q=zzzz")
    expect(gallery_page.locator(".empty")).to_contain_text("match")
    page = open_page()
    page.goto("/")
    expect(page.get_by_role("heading", name="First steps")).to_be_visible()
    expect(page.get_by_role("link", name="Write the first note")).to_be_visible()


def test_the_local_day_of_the_note_decides_its_group(vault, open_page):
    vault.note("tokyo", "# Tokyo", created="2026-05-18T01:00:00+09:00")
    vault.note("hawaii", "# Hawaii", created="2026-05-17T23:00:00-10:00")
    vault.note("kathmandu", "# Kathmandu", created="2026-05-17T00:10:00+05:45")
    page = open_page()
    page.goto("/d/2026-05-17")
    expect(page.locator(".card h3")).to_have_text(["Hawaii", "Kathmandu"])


def test_of_a_long_text_only_what_is_seen_is_laid_out(vault, page):
    vault.note("long", "# Long\n\n" + "\n\n".join(f"**Line {number}.** " + "Snow on the roof. " * 20 for number in range(400)),
               created="2026-05-01T10:00:00Z")
    expect_shown(page, "/n/long", "Line 1.")
    last = page.locator(".text > :last-child strong")
    assert not last.evaluate("(e) => e.checkVisibility({ contentVisibilityAuto: true })")
    last.scroll_into_view_if_needed()
    until(page, "document.querySelector('.text > :last-child strong').checkVisibility({ contentVisibilityAuto: true })")
