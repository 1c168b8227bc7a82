"""Trackers: the list, one tap that logs, a tracker with its events, and what happens without script or without a network."""

import re
from datetime import datetime, timedelta, timezone
from http.client import HTTPConnection

import pytest
from playwright.sync_api import expect

from states import OUTBOX, all_sent, retry, until


def ago(**span):
    """The time that was so long ago, as tl writes it."""
    return (datetime.now(timezone.utc) - timedelta(**span)).strftime("%Y-%m-%dT%H:%M:%SZ")


def tracker(vault, name, title, *lines, text="", **keys):
    created = keys.pop("created", "2026-01-01T10:00:00+01:00")
    body = text + "## Log\n\n" + "\n".join(f"- {line}" for line in lines)
    vault.note(f"trackers/{name}", body, created=created, tl="tracker", title=title, **keys)


@pytest.fixture
def vault(vault):
    vault.note("bread", "# Bread", created="2026-05-17T10:00:00+02:00")
    tracker(vault, "water", "Water the plants", f"{ago(days=5)} = 2", f"{ago(days=3)} = 1.5: only the kitchen",
            icon="🪴", unit="l", every="2 days")
    tracker(vault, "haircut", "Haircut", ago(days=40))
    tracker(vault, "rain", "Rain", ago(minutes=10))
    tracker(vault, "old", "Old habit", ago(days=900), archived=True)
    return vault


def card(page, title):
    return page.locator(f".tracker[aria-label='{title}']")


def lines(vault, name="rain"):
    return [line for line in vault.text(f"trackers/{name}.md").splitlines() if line.startswith("- ")]


def titles(page):
    return page.locator(".tracker h3")


# Reading


def test_what_is_due_comes_first_and_each_says_how_long_ago_it_was(page, axe):
    page.goto("/since")
    expect(titles(page)).to_have_text([re.compile("Water the plants"), "Haircut", "Rain"])
    expect(card(page, "Water the plants").locator(".ago")).to_have_text("3 days ago")
    expect(card(page, "Water the plants").locator(".notes")).to_have_text(re.compile(r"^1 day late every 2 days\s*$"))
    expect(card(page, "Haircut").locator(".ago")).to_have_text("5 weeks ago")
    axe(page)


def test_the_list_can_be_in_another_order(page):
    page.goto("/since")
    page.get_by_role("link", name="Newest", exact=True).click()
    expect(page).to_have_url(re.compile(r"/since\?sort=newest$"))
    expect(titles(page)).to_have_text(["Rain", re.compile("Water"), "Haircut"])
    page.get_by_role("link", name="Name", exact=True).click()
    expect(titles(page)).to_have_text(["Haircut", "Rain", re.compile("Water")])


def test_archived_ones_are_behind_a_link_and_come_back(page, vault, axe):
    page.goto("/since")
    expect(page.get_by_text("Old habit")).to_have_count(0)
    page.get_by_role("link", name="1 archived").click()
    expect(titles(page)).to_have_text(["Old habit"])
    axe(page)
    page.get_by_role("button", name="Bring back from the archive").click()
    expect(page.locator("h1")).to_have_text("Archived")
    page.goto("/since")
    expect(card(page, "Old habit")).to_be_visible()
    assert "archived" not in vault.text("trackers/old.md")


def test_the_number_of_due_ones_is_in_the_sections_of_every_page(page, vault):
    page.goto("/")
    section = page.get_by_role("navigation", name="Rooms").get_by_role("link", name="Trackers 1 due")
    expect(section).to_be_visible()
    tracker(vault, "tea", "Tea", ago(days=2), every="1 day")
    # Until the server has seen the new file.
    for _ in range(50):
        page.goto("/calendar")
        if page.get_by_role("link", name="Trackers 2 due").count():
            break
    expect(page.get_by_role("link", name="Trackers 2 due")).to_be_visible()
    page.goto("/since")
    card(page, "Tea").get_by_role("button", name="Log Tea").click()
    expect(page.get_by_role("link", name="Trackers 1 due")).to_be_visible()


def test_the_times_go_on_without_reloading_and_say_what_the_server_says(page):
    page.clock.install(time=datetime.now())
    page.goto("/since")
    rain = card(page, "Rain").locator("time")
    expect(rain).to_have_text("10 minutes ago")
    page.evaluate("window.same = true")
    page.clock.fast_forward("01:00:00")
    expect(rain).to_have_text("1 hour ago")
    assert page.evaluate("window.same")


def test_the_first_tracker(tmp_path, start_server, open_page, axe):
    from vaults import Vault
    empty = Vault(tmp_path / "empty")
    page = open_page(server=start_server(empty))
    page.goto("/since")
    expect(page.locator(".empty")).to_contain_text("How long ago")
    axe(page)
    page.get_by_role("link", name="Begin with one").click()
    page.get_by_label("Name").fill("Water the plants")
    page.get_by_role("textbox", name="Every").fill("2 days at 08:00")
    page.get_by_role("textbox", name="Unit", exact=True).fill("l")
    page.get_by_label("Emoji").fill("🪴")
    page.get_by_role("button", name="Save").click()
    expect(card(page, "Water the plants").locator(".ago")).to_have_text("no event yet")
    text = empty.text("trackers/water-the-plants.md")
    for line in ["tl: tracker", "title: Water the plants", "icon: 🪴", "every: 2 days at 08:00", "unit: l", "## Log"]:
        assert line in text


def test_a_name_that_another_one_has_is_refused(page, vault):
    page.goto("/since?new=1")
    page.get_by_label("Name").fill("rain")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("trackers/rain.md is Rain already")
    assert vault.files("trackers/*.md") == [f"trackers/{name}.md" for name in ("haircut", "old", "rain", "water")]


# Logging


def test_one_tap_logs_now_and_undo_takes_it_back(page, vault):
    page.goto("/since")
    before = vault.text("trackers/rain.md")
    card(page, "Rain").get_by_role("button").click()
    expect(page.locator("#bar")).to_contain_text("Logged.")
    expect(card(page, "Rain").locator("time")).to_have_text("just now")
    expect(card(page, "Rain").get_by_role("button")).to_be_focused()
    assert len(lines(vault)) == 2
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#bar")).to_contain_text("Taken back.")
    expect(card(page, "Rain").locator(".ago")).to_have_text(re.compile("minutes ago"))
    keep = lambda text: [line for line in text.splitlines() if not line.startswith("updated:")]
    assert keep(vault.text("trackers/rain.md")) == keep(before)


def test_a_value_is_logged_with_its_unit_and_a_wrong_one_is_said(page, vault):
    page.goto("/since")
    water = card(page, "Water the plants")
    water.get_by_label("Value").fill("5,2 l")
    water.get_by_role("button").click()
    expect(page.locator("#bar")).to_contain_text("“5,2 l” is not a number. Nothing was written")
    assert len(lines(vault, "water")) == 2
    water.get_by_label("Value").fill("5.2")
    water.get_by_role("button").click()
    expect(page.locator("#bar")).to_contain_text("Logged.")
    assert lines(vault, "water")[-1].endswith(" = 5.2")
    expect(card(page, "Water the plants").get_by_label("Value")).to_have_value("")


def test_a_second_tap_on_a_slow_line_logs_nothing_more(page, vault):
    page.goto("/since")
    page.route("**/log", lambda route: (page.wait_for_timeout(300), route.continue_()))
    button = card(page, "Rain").get_by_role("button")
    button.dispatch_event("click")
    button.dispatch_event("click")
    expect(page.locator("#bar")).to_contain_text("Logged.")
    assert len(lines(vault)) == 2


def test_what_is_logged_in_another_tab_is_shown(page, live_page, vault):
    live_page(page, "/since")
    other = page.context.new_page()
    other.goto("/since")
    card(other, "Haircut").get_by_role("button").click()
    expect(other.locator("#bar")).to_contain_text("Logged.")
    expect(card(page, "Haircut").locator(".ago")).to_have_text("just now")


def test_what_another_program_logs_is_shown(page, live_page, vault):
    live_page(page, "/since")
    tracker(vault, "rain", "Rain", ago(minutes=10), ago(seconds=5))
    expect(card(page, "Rain").locator(".ago")).to_have_text("just now")


# Without script


def test_everything_works_without_script(no_script, vault):
    page = no_script
    page.goto("/")
    page.get_by_role("link", name="Trackers 1 due").click()
    card(page, "Rain").get_by_role("button").click()
    expect(page.get_by_role("status").first).to_contain_text("Logged.")
    assert len(lines(vault)) == 2
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("status").first).to_contain_text("Taken back.")
    assert len(lines(vault)) == 1
    page.get_by_role("link", name="Water the plants").first.click()
    page.get_by_text("More to say").click()
    page.get_by_label("Value").fill("3")
    page.get_by_label("Text").fill("and the lemon")
    page.get_by_label("When, if not now").fill("2026-05-01T18:03")
    page.get_by_role("button", name="Log").click()
    assert "- 2026-05-01T18:03:00+02:00 = 3: and the lemon" in lines(vault, "water")
    page.get_by_role("link", name="Edit: Fri 1 May 2026, 18:03").click()
    page.get_by_label("Text", exact=True).last.fill("and the fig")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator("main")).to_contain_text("and the fig")
    assert "- 2026-05-01T18:03:00+02:00 = 3: and the fig" in lines(vault, "water")
    page.get_by_role("link", name="Edit: Fri 1 May 2026, 18:03").click()
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("status").first).to_contain_text("Removed.")
    assert len(lines(vault, "water")) == 2
    page.get_by_role("button", name="Undo").click()
    assert "- 2026-05-01T18:03:00+02:00 = 3: and the fig" in lines(vault, "water")


def test_interval_pause_name_and_archive(no_script, vault):
    page = no_script
    page.goto("/since/haircut")
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_role("textbox", name="Every").fill("6 weeks")
    page.get_by_role("button", name="Save: Every").click()
    assert "every: 6 weeks" in vault.text("trackers/haircut.md")
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_role("button", name="Switch reminders off").click()
    expect(page.locator("main")).to_contain_text("reminders off")
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_role("button", name="Switch reminders on").click()
    assert "remind" not in vault.text("trackers/haircut.md")
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_label("Pause until").fill("9998-12-31")
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("main")).to_contain_text("paused until 31 Dec 9998")
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_label("Name").fill("Hair")
    page.get_by_role("button", name="Rename").click()
    expect(page.locator("h1")).to_have_text("Hair")
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_role("button", name="Archive").click()
    assert "archived: true" in vault.text("trackers/haircut.md")
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_role("textbox", name="Unit", exact=True).fill("€")
    page.get_by_role("textbox", name="Goal", exact=True).fill("at most 20 a month")
    page.get_by_role("button", name="Save: Unit, Goal").click()
    text = vault.text("trackers/haircut.md")
    assert "unit: €" in text and "goal: at most 20 a month" in text
    page.get_by_text("Interval, unit, goal, name and archive").click()
    page.get_by_role("textbox", name="Every").fill("every fortnite")
    page.get_by_role("button", name="Save: Every").click()
    expect(page.locator("main")).to_contain_text("'every fortnite' is not an interval")


# One tracker


def test_a_tracker_has_its_chart_and_its_events(page, axe):
    page.goto("/since/water")
    expect(page.locator("h1")).to_contain_text("Water the plants")
    expect(page.locator(".one .ago")).to_have_text("1.5 l 3 days ago")
    numbers = page.locator(".chart .numbers li")
    expect(numbers.filter(has_text="usual gap")).to_have_text("2 days usual gap")
    expect(numbers.filter(has_text="longest gap")).to_have_text("3 days longest gap")
    expect(page.get_by_role("img", name="In l by day")).to_be_visible()
    expect(page.locator(".log-list li")).to_have_count(2)
    expect(page.locator(".log-list li").first).to_contain_text("1.5 l only the kitchen")
    axe(page)
    page.get_by_role("link", name="Weeks", exact=True).click()
    expect(page.get_by_role("img", name="In l by week")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="All as CSV").click()
    assert download.value.suggested_filename == "water.csv"
    rows = download.value.path().read_text().splitlines()
    assert rows[0] == "time,end,value,text" and rows[1].endswith(",,1.5,only the kitchen") and len(rows) == 3


def test_in_a_wide_window_the_list_stands_beside_a_tracker(page, axe):
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto("/since/rain")
    beside = page.get_by_role("navigation", name="Trackers")
    expect(beside.get_by_role("link", name=re.compile("Rain"))).to_have_attribute("aria-current", "page")
    axe(page)
    beside.get_by_role("link", name=re.compile("Haircut")).click()
    expect(page.locator("h1")).to_have_text("Haircut")
    page.set_viewport_size({"width": 1000, "height": 800})
    expect(beside).to_be_hidden()


def test_many_events_are_shown_in_parts(vault, open_page):
    start = datetime(2026, 1, 1)
    tracker(vault, "coffee", "Coffee", *[f"{(start + timedelta(hours=index)).isoformat()}Z: cup {index}" for index in range(130)])
    page = open_page()
    page.goto("/since/coffee")
    expect(page.locator(".log-list li")).to_have_count(50)
    expect(page.locator(".log-list li").first).to_contain_text("cup 129")
    page.get_by_role("link", name="Further events").click()
    expect(page.locator(".log-list li").first).to_contain_text("cup 79")
    page.get_by_role("link", name="Further events").click()
    expect(page.locator(".log-list li")).to_have_count(30)
    expect(page.locator(".log-list li").last).to_contain_text("cup 0")
    page.get_by_role("link", name="oldest first").click()
    expect(page.locator(".log-list li").first).to_contain_text("cup 0")
    page.get_by_role("link", name="Further events").click()
    expect(page.locator(".log-list li").first).to_contain_text("cup 50")


def test_an_event_that_was_changed_meanwhile_is_not_touched(page, vault):
    page.goto("/since/rain")
    page.get_by_role("link", name=re.compile("^Edit:")).click()
    tracker(vault, "rain", "Rain", f"{ago(minutes=30)}: another")
    before = lines(vault)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("main")).to_contain_text("has changed or is gone")
    assert lines(vault) == before


def test_logging_on_the_page_of_a_tracker(page, vault):
    page.goto("/since/water")
    page.get_by_label("Value").fill("4")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Logged.")).to_be_visible()
    expect(page.locator(".log-list li")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".log-list li")).to_have_count(2)


# Keys


def test_the_keyboard_alone_opens_moves_and_logs(page, vault):
    page.goto("/")
    page.keyboard.press("g")
    page.keyboard.press("s")
    expect(page.locator("h1")).to_have_text("Trackers")
    for _ in range(3):
        page.keyboard.press("j")
    expect(card(page, "Rain").get_by_role("link").first).to_be_focused()
    page.keyboard.press("l")
    expect(page.locator("#bar")).to_contain_text("Logged.")
    assert len(lines(vault)) == 2
    page.keyboard.press("u")
    expect(page.locator("#bar")).to_contain_text("Taken back.")
    assert len(lines(vault)) == 1
    page.goto("/since/rain")
    page.keyboard.press("l")
    expect(page.locator(".log-list li")).to_have_count(2)


def test_letters_in_the_value_field_are_letters(page, vault):
    page.goto("/since")
    field = card(page, "Water the plants").get_by_label("Value")
    field.press("l")
    expect(field).to_have_value("l")
    assert len(lines(vault, "water")) == 2


# Widths, colours, strangers


@pytest.mark.parametrize("address", ["/since", "/since/water", "/since?new=1"])
def test_it_fits_on_320_px_in_dark_colours(open_page, axe, address):
    page = open_page(320, 640, dark=True, touch=True)
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    axe(page)
    small = page.evaluate(
        """[...document.querySelectorAll("main :is(button, .button, summary)")].filter((e) => e.checkVisibility())
          .filter((e) => e.getBoundingClientRect().height < 24).map((e) => e.outerHTML)""")
    assert small == []


HOSTILE = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "'\"><script>alert(1)</script>", "{{page.token}}",
           "\u202e<b>right to left", "w" * 300]


def test_hostile_titles_units_and_texts_stay_text(vault, open_page):
    for number, text in enumerate(HOSTILE):
        quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
        tracker(vault, f"hostile-{number}", quoted, f"{ago(days=1)} = 2: {text}", unit=quoted, icon=quoted, every="1 day")
    page = open_page()
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    page.goto("/since")
    expect(titles(page)).to_have_count(3 + len(HOSTILE))
    assert page.locator("main :is(script, img, b)").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for number, text in enumerate(HOSTILE):
        page.goto(f"/since/hostile-{number}")
        expect(page.locator("h1")).to_contain_text(text.split("\u202e")[-1])
        assert page.locator("main :is(script, img)").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/since/hostile-0?done=logged-%3Cscript%3E.1-x")
    expect(page.locator("#bar")).to_be_empty()


# Without a network


def ready(page):
    page.goto("/since")
    until(page, "navigator.serviceWorker.controller && caches.open('tl-pages-local').then((c) => c.match('/since'))")
    return page


@pytest.mark.expects_errors
def test_what_is_logged_without_the_server_has_its_time_and_arrives_once(page, server, vault):
    ready(page)
    server.kill()
    card(page, "Rain").get_by_role("button").click()
    expect(page.locator("#bar")).to_contain_text("Saved in this browser")
    expect(card(page, "Rain").locator(".ago")).to_have_text("just now")
    logged = datetime.now(timezone.utc)
    # Long enough that another second would be written.
    until(page, f"Date.now() > {int(logged.timestamp() * 1000) + 3000}")
    page.goto("/since")
    expect(page.locator("#bar")).to_contain_text("This is a copy of")
    expect(card(page, "Rain").locator(".ago")).to_have_text("just now")
    expect(card(page, "Rain")).to_contain_text("Saved in this browser")
    server.start()
    page.evaluate(f"{OUTBOX}.then((outbox) => Promise.all([outbox.retry(), outbox.retry()]))")
    expect(page.locator("#bar")).to_contain_text("What waited is saved in the vault.")
    new = lines(vault)[-1]
    assert len(lines(vault)) == 2
    written = datetime.fromisoformat(new[2:])
    assert timedelta(seconds=-1) <= logged - written < timedelta(seconds=3)


@pytest.mark.expects_errors
def test_what_waits_can_be_undone_before_it_is_sent(page, server, vault):
    ready(page)
    server.kill()
    card(page, "Rain").get_by_role("button").click()
    page.get_by_role("button", name="Undo").click()
    expect(card(page, "Rain").locator(".ago")).to_have_text(re.compile("minutes ago"))
    server.start()
    retry(page)
    assert page.evaluate(f"{OUTBOX}.then((outbox) => outbox.waiting())") == []
    assert len(lines(vault)) == 1


@pytest.mark.expects_errors
def test_an_answer_that_was_lost_logs_nothing_twice(page, server, vault):
    def lose(route):
        # The server does it; only its answer does not arrive.
        connection = HTTPConnection("127.0.0.1", server.port)
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in server.cookies)
        headers = route.request.headers | {"Host": server.address.split("//")[1], "Cookie": cookies}
        connection.request("POST", "/since/rain/log", route.request.post_data_buffer, headers)
        assert connection.getresponse().status == 200
        route.abort()

    page.goto("/since")
    page.route("**/log", lose, times=1)
    card(page, "Rain").get_by_role("button").click()
    expect(page.locator("#bar")).to_contain_text("Saved in this browser")
    assert len(lines(vault)) == 2
    retry(page)
    all_sent(page)
    assert len(lines(vault)) == 2
