"""What somebody needs next is in sight, and stays where it was."""

import re

import pytest
from playwright.sync_api import expect

from states import until

TOP = "(element) => element.getBoundingClientRect().top"


@pytest.fixture
def vault(vault):
    """Notes of three months and two years, most with a photo; one of them is in conflict."""
    days = ["2026-05-17", "2026-05-16", "2026-05-02", "2026-04-20", "2026-04-03", "2025-12-24", "2025-12-01"]
    for number, day in enumerate(days * 4):
        vault.note(f"note-{number}", f"# Note {number}\n\n" + "Words. " * 120, created=f"{day}T10:{number:02}:00+02:00")
    vault.note("photo", created="2026-05-17T12:00:00+02:00")
    for number in (1, 2, 3):
        vault.picture(f"photo.media/{number}.png")
    vault.note("2026-05-17-list", "- 07:58 Fog\n- 08:10 Sun", created="2026-05-17T13:00:00+02:00")
    vault.note("long", "Hello", created="2026-05-17T14:00:00+02:00", place="Llanfairpwllgwyngyll" * 10)
    vault.note("note-0.conflict-phone-20260601T100000Z", "# Other", id="copy", conflict_of="note-0", conflict_from="phone")
    vault.note("water", "## Log\n\n- 2026-05-01T08:00:00+02:00\n", tl="tracker", title="Water", every="2 days")
    vault.note("walk", "## Log\n", tl="tracker", title="Walk")
    return vault


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_what_was_done_is_said_in_sight(vault, open_page, size):
    page = open_page(*size, touch=size[0] < 500)
    page.goto("/n/note-1")
    page.locator('button[data-key="#"]').click()
    notice = page.locator("body > .notice")
    expect(notice).to_contain_text("Undo")
    assert 0 <= notice.evaluate(TOP) < size[1] / 3


def test_on_a_phone_one_can_write_and_search_wherever_one_is(vault, phone):
    phone.goto("/")
    phone.evaluate("scrollTo(0, 2000)")
    for name in ("a.new", ".search input"):
        assert 0 <= phone.locator(name).evaluate(TOP) < 60


def test_the_sections_stay_where_they_are(vault, page):
    places = set()
    for address in ("/", "/photos", "/calendar", "/since", "/map", "/stats", "/n/photo", "/new", "/settings"):
        page.goto(address)
        places.add(round(page.locator(".tabs").evaluate("(e) => e.getBoundingClientRect().left")))
    assert len(places) == 1


def swipe(page, start, end):
    """As a finger does it, which Playwright does not."""
    session = page.context.new_cdp_session(page)
    point = lambda part: [{"x": start[0] + (end[0] - start[0]) * part, "y": start[1] + (end[1] - start[1]) * part}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": point(0)})
    for step in range(1, 11):
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": point(step / 10)})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("is_opened", [True, False])
def test_a_swipe_turns_a_photo_and_closes_it(vault, phone, is_opened):
    phone.goto("/photos")
    phone.locator("a.photo").first.click()
    expect(phone.locator("dialog.viewer img")).to_be_visible()
    if not is_opened:
        phone.reload()
    expect(phone.locator(".viewer .next")).to_be_visible()
    first = phone.url
    swipe(phone, (330, 420), (60, 425))
    until(phone, "first => location.href !== first", first)
    second = phone.url
    swipe(phone, (60, 420), (330, 425))
    until(phone, "second => location.href !== second", second)
    assert phone.url == first
    swipe(phone, (200, 300), (205, 600))
    until(phone, "!location.pathname.startsWith('/p/')")


def test_the_facts_of_a_photo_are_apart_and_small(vault, page):
    page.goto("/photos")
    page.locator("a.photo").first.click()
    facts = page.locator(".caption p")
    expect(facts).to_have_count(1)
    assert facts.evaluate("(e) => [getComputedStyle(e).display, getComputedStyle(e).fontSize]") == ["flex", "13px"]


def test_months_by_keys_and_the_slider(vault, page):
    page.goto("/")
    until(page, "document.querySelector('[role=slider]')?.getAttribute('aria-valuetext')?.includes('May 2026')")
    day = "document.querySelector('.card.on')?.closest('.day')?.dataset.month"
    page.keyboard.press("j")
    page.keyboard.press("m")
    until(page, f"{day} === '2026-04'")
    page.keyboard.press("M")
    until(page, f"{day} === '2026-05'")
    page.goto("/?at=2025-12")
    until(page, "document.querySelector('[role=slider]')?.getAttribute('aria-valuetext')?.includes('December 2025')")


def test_the_rail_follows_what_is_seen(vault, page):
    page.goto("/")
    until(page, "document.querySelector('.scrub [aria-current]')?.textContent === '2026'")
    page.evaluate("document.querySelector('.day[data-month=\"2025-12\"]').scrollIntoView()")
    marked = "[...document.querySelectorAll('.scrub [aria-current]')].map((a) => a.textContent).join()"
    until(page, f"{marked} === '2025,Dec'")
    page.locator(".scrub .inner", has_text="Dec").click()
    expect(page).to_have_url(re.compile("at=2025-12"))


def test_the_calendar_opens_at_today(vault, phone):
    phone.goto("/calendar")
    box = "document.querySelector('.today').getBoundingClientRect()"
    until(phone, f"{box}.top > 0 && {box}.bottom < 844")


def test_a_long_word_in_a_fact_does_not_widen_the_page(vault, phone):
    phone.goto("/n/long")
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.expects_errors
def test_the_form_does_not_move_while_it_loads(vault, open_page):
    phone = open_page(390, 844, touch=True, service_workers="block")
    phone.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) "
        "if (!entry.hadRecentInput) window.moved += entry.value }).observe({ type: 'layout-shift', buffered: true })")
    phone.goto("/new")
    until(phone, "!document.getElementById('tools').hidden && !document.getElementById('record').hidden")
    assert phone.evaluate("window.moved") < 0.02


def test_words_on_links_that_look_like_buttons_are_in_their_middle(vault, phone):
    phone.goto("/settings")
    above, below = phone.locator("a.button").first.evaluate(
        "(a) => { const range = document.createRange(); range.selectNodeContents(a); const text = range.getBoundingClientRect(), "
        "box = a.getBoundingClientRect(); return [text.top - box.top, box.bottom - text.bottom] }")
    assert abs(above - below) <= 3


def test_a_conflict_is_seen_on_a_phone(vault, phone):
    phone.goto("/")
    expect(phone.locator("button[popovertarget=more] b")).to_have_text("1")


def test_a_tracker_that_was_logged_is_not_due_and_keeps_what_is_typed_beside(vault, page):
    page.goto("/since")
    due = page.locator("section.trackers", has_text="Water")
    expect(due.locator("h2")).to_have_text("Due")
    page.locator(".tracker", has_text="Water").locator(".log button").click()
    expect(due.locator("h2")).not_to_have_text("Due")
    expect(page.locator(".tracker")).to_have_count(2)


def test_lists_have_no_marks_of_markdown_in_names(vault, page):
    for address in ("/order", "/n/photo"):
        page.goto(address)
        expect(page.locator("main")).to_contain_text("07:58 Fog")
        expect(page.locator("main")).not_to_contain_text("- 07:58")


def test_coordinates_are_a_place(vault, page):
    page.goto("/new")
    page.fill("#place", "52.52, 13.405")
    # With the list of towns beside the program it is near one.
    expect(page.locator("#place-how")).to_have_text(re.compile("52.5200, 13.4050|Near Berlin"))


@pytest.mark.expects_errors
def test_who_was_signed_out_while_writing_learns_that_nothing_is_lost(vault, page):
    page.goto("/new")
    page.fill("#words", "Precious words")
    expect(page.locator("#saved")).to_contain_text("Draft saved")
    page.context.add_cookies([{**cookie, "value": "ended"} for cookie in page.context.cookies() if cookie["name"] == "tl"])
    page.locator("button.primary").click()
    expect(page.locator(".notice")).to_contain_text("is kept")


def test_a_note_that_comes_back_leaves_no_draft(vault, page):
    page.goto("/n/note-3/edit")
    with page.expect_response("**/drafts"):
        page.fill("#words", "# Note 3\n\nedited")
    vault.remove("note-3.md")
    page.locator("button.primary").click()
    expect(page.locator("article.note")).to_contain_text("edited")
    page.goto("/drafts")
    expect(page.locator("#stored")).not_to_contain_text("Note 3")


def test_pages_are_compressed(vault, page):
    for answer in (page.goto("/"), page.goto("/since")):
        assert answer.headers["content-encoding"] == "gzip"


def test_what_a_program_operates_has_names_of_its_own(vault, page):
    names = {
        "/": ["search.query.input", "note.new.open", "timeline.item.open", "timeline.item.menu"],
        "/n/note-1": ["note.edit.open", "note.pin.submit", "note.trash.submit"],
        "/new": ["compose.text.input", "compose.files.input", "compose.note.save"],
        "/since": ["tracker.event.log"],
    }
    for address, expected in names.items():
        page.goto(address)
        for name in expected:
            expect(page.get_by_test_id(name).first).to_be_attached()
