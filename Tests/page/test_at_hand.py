"""What somebody needs next is in sight, and stays where it was."""

import re

import pytest
from playwright.sync_api import expect

from states import field, open_more, until
from touch import swipe

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
def test_what_was_done_is_said_at_the_foot_of_the_window_wherever_one_is(vault, open_page, size):
    page = open_page(*size, touch=size[0] < 500)
    page.goto("/n/note-1")
    open_more(page)
    page.locator('button[data-key="#"]').click()
    notice = page.locator("#bar")
    expect(notice).to_contain_text("Moved to the trash. Undo")
    for y in (0, 2000):
        page.evaluate("y => scrollTo(0, y)", y)
        box = notice.bounding_box()
        assert size[1] * 0.7 < box["y"] and box["y"] + box["height"] <= size[1]
        assert not meet(box, page.locator("a.new").bounding_box())


def meet(a, b):
    """Whether two boxes have a point in common."""
    return all(a[at] < b[at] + b[length] and b[at] < a[at] + a[length] for at, length in (("x", "width"), ("y", "height")))


def test_a_notice_goes_after_eight_seconds_unless_somebody_is_at_it(vault, page):
    page.clock.install()
    page.goto("/n/note-1")
    open_more(page)
    page.get_by_role("button", name="Pin", exact=True).click()
    notice = page.locator("#bar")
    expect(notice).to_have_text("Pinned. Undo")
    page.clock.fast_forward(7000)
    expect(notice).to_have_text("Pinned. Undo")
    notice.get_by_role("button").focus()
    page.clock.fast_forward(20_000)
    expect(notice).to_have_text("Pinned. Undo")
    page.locator("#main").focus()
    page.clock.fast_forward(9000)
    expect(notice).to_be_empty()


@pytest.mark.expects_errors
def test_what_is_still_to_be_done_stays_until_it_is_closed(vault, page):
    page.clock.install()
    page.goto("/n/note-1")
    page.evaluate("document.dispatchEvent(new CustomEvent('tl:offer', { detail: { text: 'Not saved.', label: 'Try again', act() {} } }))")
    notice = page.locator("#bar")
    page.clock.fast_forward(60_000)
    expect(notice).to_contain_text("Not saved.")
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_be_empty()
    expect(page.locator("#main")).to_be_focused()


def test_without_script_a_notice_stands_above_the_content(vault, no_script):
    no_script.goto("/n/note-1")
    open_more(no_script)
    no_script.locator('button[data-key="#"]').click()
    notice = no_script.locator("#bar")
    expect(notice).to_contain_text("Undo")
    assert 0 <= notice.evaluate(TOP) < no_script.locator("main").evaluate(TOP) < 300


@pytest.mark.parametrize("size", [(1440, 900), (1024, 600), (820, 1180), (390, 844)])
def test_one_can_write_and_search_wherever_one_is(vault, open_page, size):
    page = open_page(*size, touch=size[0] < 1000)
    page.goto("/")
    page.evaluate("scrollTo(0, 2000)")
    for name in ("a.new", ".search input"):
        expect(page.locator(name)).to_be_in_viewport(ratio=1)


ROOMS = ["/", "/photos", "/calendar/2026", "/me", "/since", "/map", "/stats", "/today", "/n/photo", "/new", "/settings", "/people", "/tags"]


def test_the_side_and_the_content_stay_where_they_are(vault, page):
    left = "(name) => Math.round(document.querySelector(name).getBoundingClientRect().left)"
    middle = """() => {
      const { left, width } = document.querySelector("main").getBoundingClientRect();
      return document.querySelector(".scrub") ? null : Math.round(left + width / 2);
    }"""
    places, middles = set(), set()
    for address in ROOMS:
        page.goto(address)
        for width in (1024, 1440, 2560):
            page.set_viewport_size({"width": width, "height": 900})
            places.add((page.evaluate(left, ".tabs"), page.evaluate(left, ".new"), page.locator(".new").evaluate(TOP)))
            if at := page.evaluate(middle):
                middles.add((width, at))
    assert len(places) == 1
    assert len(middles) == 3


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_what_has_to_be_looked_at_is_marked(vault, open_page, size):
    page = open_page(*size, touch=size[0] < 500)
    page.goto("/tags")
    me = page.get_by_role("link", name="Me 1 to look at")
    expect(me).to_be_in_viewport()
    me.click()
    page.get_by_role("main").get_by_role("link", name="1 note has two versions").click()
    expect(page.locator("h1")).to_have_text("Written on two devices")
    vault.remove("note-0.conflict-phone-20260601T100000Z.md")
    until(page, "fetch('/me').then((answer) => answer.text()).then((text) => !text.includes('two versions'))")
    page.goto("/me")
    expect(page.locator("#me b")).to_be_hidden()


@pytest.mark.expects_errors
def test_what_waits_in_the_browser_is_marked(vault, phone, server):
    vault.remove("note-0.conflict-phone-20260601T100000Z.md")
    phone.goto("/me")
    until(phone, "fetch('/me').then((answer) => answer.text()).then((text) => !text.includes('two versions'))")
    phone.goto("/me")
    expect(phone.locator("#me b")).to_be_hidden()
    server.kill()
    phone.evaluate("""async () => {
      const { deliver } = await import(document.body.dataset.outbox);
      await deliver(`${document.body.dataset.home}n/note-1/pin`, new FormData(document.getElementById("act")), { label: "Pin" });
    }""")
    expect(phone.locator("#me b")).to_have_text(re.compile("^1"))
    expect(phone.locator("#waits")).to_have_text("1 change waits to be sent")
    server.start()
    phone.evaluate("import(document.body.dataset.outbox).then((outbox) => outbox.retry())")
    expect(phone.locator("#me b")).to_be_hidden()
    expect(phone.locator("#waits")).to_be_hidden()


def test_plus_when_held_offers_a_photo_a_recording_and_a_tracker(vault, phone):
    phone.goto("/")
    box = phone.locator("a.new").bounding_box()
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = phone.context.new_cdp_session(phone)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    adds = phone.locator("#adds")
    expect(adds).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(adds.get_by_role("link")).to_have_text(["Photo", "Recording", "Tracker"])
    assert not meet(adds.bounding_box(), box)
    # What lies under the finger that closes it is not opened.
    phone.touchscreen.tap(195, 300)
    expect(adds).to_be_hidden()
    expect(phone).to_have_url(re.compile("/$"))
    phone.locator("a.new").tap()
    expect(phone).to_have_url(re.compile("/new$"))


def test_more_to_add_is_offered_to_the_mouse_and_to_keys(vault, page):
    page.goto("/")
    adds = page.locator("#adds")
    page.locator("a.new").click(button="right")
    expect(adds).to_be_visible()
    page.keyboard.press("Escape")
    expect(adds).to_be_hidden()
    page.get_by_role("button", name="More to add").focus()
    page.keyboard.press("Enter")
    adds.get_by_role("link", name="Photo").click()
    expect(page.locator("#photo")).to_be_focused()


@pytest.mark.parametrize("is_opened", [True, False])
def test_a_swipe_turns_a_photo_and_closes_it(vault, phone, is_opened):
    phone.goto("/photos")
    phone.locator("a.photo").first.click()
    expect(phone.locator("dialog.viewer .stage img")).to_be_visible()
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


def test_the_facts_of_a_photo_are_behind_a_button(vault, page):
    page.goto("/photos")
    page.locator("a.photo").first.click()
    facts = page.locator(".viewer .info p")
    expect(facts).to_be_hidden()
    page.locator(".viewer .info summary").click()
    expect(facts).to_be_visible()


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


def test_the_filter_is_a_sign_in_the_search_field_of_a_phone(vault, phone, axe):
    phone.goto("/")
    sign = phone.locator(".finder summary")
    box, field_box = sign.bounding_box(), phone.locator(".search").bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    assert field_box["x"] < box["x"] and abs(box["x"] + box["width"] - field_box["x"] - field_box["width"]) <= 1
    phone.evaluate("scrollTo(0, 2000)")
    sign.click()
    expect(phone.get_by_label("Only favourites")).to_be_in_viewport()
    axe(phone)
    phone.get_by_label("From", exact=True).fill("2026-05-16")
    phone.get_by_role("button", name="Show").click()
    expect(phone).to_have_url(re.compile("since=2026-05-16"))
    expect(phone.get_by_label("Only favourites")).to_be_hidden()


def test_me_begins_with_faces_or_the_mark(vault, page):
    page.goto("/me")
    expect(page.locator(".self img")).to_have_count(1)
    vault.note("people/kaia", tl="person", title="Kaia")
    vault.picture("people/kaia.media/face.png", 96, 96)
    until(page, "fetch('/me').then((answer) => answer.text()).then((text) => text.includes('face.png'))")


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
    until(phone, "document.querySelector('form.live') && document.querySelectorAll('#set li').length")
    assert phone.evaluate("window.moved") < 0.01


def test_words_on_links_that_look_like_buttons_are_in_their_middle(vault, phone):
    phone.goto("/today")
    above, below = phone.locator("a.button").first.evaluate(
        "(a) => { const range = document.createRange(); range.selectNodeContents(a); const text = range.getBoundingClientRect(), "
        "box = a.getBoundingClientRect(); return [text.top - box.top, box.bottom - text.bottom] }")
    assert abs(above - below) <= 3


def test_a_tracker_that_was_logged_is_not_due_and_keeps_what_is_typed_beside(vault, page):
    page.goto("/since")
    due = page.locator("section.trackers", has_text="Water")
    expect(due.locator("h2")).to_have_text("Overdue")
    page.locator(".tracker", has_text="Water").locator(".log button").click()
    expect(due.locator("h2")).not_to_have_text("Overdue")
    expect(page.locator(".tracker")).to_have_count(2)


def test_lists_have_no_marks_of_markdown_in_names(vault, page):
    for address in ("/order", "/n/photo"):
        page.goto(address)
        expect(page.locator("main")).to_contain_text("07:58 Fog")
        expect(page.locator("main")).not_to_contain_text("- 07:58")


def test_coordinates_are_a_place(vault, page):
    page.goto("/new")
    expect(page.locator("form.live")).to_be_visible()
    field(page, "place").fill("52.52, 13.405")
    # With the list of towns beside the program it is near one.
    expect(page.locator("#place-how")).to_have_text(re.compile("52.5200, 13.4050|Near Berlin"))


@pytest.mark.expects_errors
def test_who_was_signed_out_while_writing_learns_that_nothing_is_lost(vault, page):
    page.goto("/new")
    page.fill("#words", "Precious words")
    expect(page.locator("#saved")).to_contain_text("Kept on this device")
    page.context.add_cookies([{**cookie, "value": "ended"} for cookie in page.context.cookies() if cookie["name"] == "tl"])
    page.locator("button.primary").click()
    expect(page.locator("main .notice")).to_contain_text("is kept")


def test_a_note_that_comes_back_leaves_no_draft(vault, page):
    page.goto("/n/note-3/edit")
    with page.expect_response("**/drafts"):
        page.fill("#words", "edited")
    vault.remove("note-3.md")
    page.locator("button.primary").click()
    expect(page.locator("article.note")).to_contain_text("edited")
    page.goto("/drafts")
    expect(page.locator("#stored")).not_to_contain_text("Note 3")


def test_pages_are_compressed(vault, page):
    for answer in (page.goto("/"), page.goto("/since")):
        assert answer.headers["content-encoding"] == "gzip"
    # A tag of what is compressed is that of the page as well, and names what the answer depends on.
    answer = page.goto("/")
    assert answer.headers["etag"].startswith("W/") and "Accept-Encoding" in answer.headers["vary"]
    again = page.evaluate(
        """async (tag) => {
          const links = [...document.querySelectorAll("link[rel=stylesheet], script[src]")].map((e) => e.href || e.src);
          const answers = await Promise.all(links.map((link) => fetch(link, { cache: "reload" })));
          const same = await fetch("/", { headers: { "If-None-Match": tag }, cache: "no-store" });
          return [same.status, ...answers.map((answer) => answer.headers.get("content-encoding"))];
        }""", answer.headers["etag"])
    assert again[0] == 304 and set(again[1:]) == {"gzip"}


def test_what_a_program_operates_has_names_of_its_own(vault, page):
    names = {
        "/": ["search.query.input", "note.new.open", "timeline.item.open", "timeline.item.menu"],
        "/n/note-1": ["note.edit.open", "note.more.open", "note.pin.submit", "note.trash.submit"],
        "/new": ["compose.title.input", "compose.text.input", "compose.files.input", "compose.note.save"],
        "/since": ["tracker.event.log"],
    }
    for address, expected in names.items():
        page.goto(address)
        for name in expected:
            expect(page.get_by_test_id(name).first).to_be_attached()
