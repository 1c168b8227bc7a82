"""Today: what earlier years have, birthdays, what opens, something to write about."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from states import until
from vaults import day_of_years_ago, today


def at(day, clock="10:00"):
    return f"{day}T{clock}:00+01:00"


@pytest.fixture
def vault(vault):
    vault.note("one", "# A year ago", created=at(day_of_years_ago(1)))
    vault.note("three", "# Three years ago", created=at(day_of_years_ago(3)), tags=["lake"])
    vault.note("other", "# Another day", created=at(day_of_years_ago(2) - timedelta(days=3)))
    return vault


def titles(page):
    return page.locator("main .card h3")


def test_the_latest_year_comes_first_each_with_how_long_ago_it_was(vault, no_script):
    no_script.goto("/")
    no_script.get_by_role("link", name="Today", exact=True).click()
    expect(no_script.get_by_role("heading", level=1)).to_have_text("Today")
    expect(titles(no_script)).to_have_text(["A year ago", "Three years ago"])
    headings = no_script.locator("section.day h2")
    expect(headings.nth(0)).to_contain_text("1 year ago")
    expect(headings.nth(1)).to_contain_text(re.compile(f"{day_of_years_ago(3).year}.*3 years ago", re.S))


def test_what_is_sealed_and_conflict_copies_are_not_remembered(vault, open_page):
    tomorrow = today() + timedelta(days=1)
    vault.note("sealed", "# Sealed words", created=at(day_of_years_ago(2)), open_after=tomorrow)
    vault.note("copy", "# A copy of words", created=at(day_of_years_ago(4)), conflict_of="one")
    vault.note("people/kaia", tl="person", title="A page", created=at(day_of_years_ago(5)))
    page = open_page()
    page.goto("/today")
    expect(titles(page)).to_have_text(["A year ago", "Three years ago"])
    assert "Sealed words" not in page.content() and "A copy of words" not in page.content()


def test_a_memory_is_put_aside_for_the_day_and_on_this_device(vault, server, no_script):
    page = no_script
    page.goto("/today")
    page.get_by_role("button", name="Not today").first.click()
    expect(page.locator(".notice")).to_have_text("Put aside until tomorrow.")
    expect(titles(page)).to_have_text(["Three years ago"])
    assert "A year ago" not in server.run("on-this-day")
    page.get_by_role("button", name="Not today").click()
    expect(page.locator("main")).to_contain_text("put aside until tomorrow")
    page.goto("/")
    expect(page.locator("main")).to_contain_text("A year ago")


def test_what_opens_today_is_shown_and_no_sooner(vault, open_page):
    vault.note("letter", "# A letter to you", created="2020-02-03T10:00:00+01:00", open_after=today())
    vault.note("later", "# A letter for later", created="2020-02-03T10:00:00+01:00",
               open_after=today() + timedelta(days=1))
    page = open_page()
    page.goto("/today")
    opens = page.locator("section[data-opens]")
    expect(opens.get_by_role("heading", level=2)).to_contain_text("Opens today")
    expect(opens.get_by_role("heading", level=2)).to_contain_text("3 Feb")
    expect(opens.locator(".card h3")).to_have_text(["A letter to you"])
    assert "A letter for later" not in page.content()


def test_a_birthday_leads_to_the_person(vault, open_page):
    vault.note("people/kaia", tl="person", title="Kaia", birthday=day_of_years_ago(2))
    vault.note("people/ingrid", tl="person", title="Farmor Ingrid", birthday=day_of_years_ago(99), died="1999-01-02")
    page = open_page()
    page.goto("/today")
    expect(page.locator(".birthdays a > [dir]")).to_have_text(["Farmor Ingrid, born 99 years ago", "Kaia turns 2"])
    page.get_by_role("link", name="Kaia turns 2").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kaia")


def test_the_prompt_is_that_of_the_command_and_the_note_keeps_it(vault, server, page):
    page.goto("/today")
    question = page.locator(".prompt .question").inner_text()
    assert question == server.run("prompt")
    page.keyboard.press("Shift+N")
    expect(page).to_have_url(re.compile(r"/new\?prompt="))
    expect(page.locator("form .question")).to_have_text(question)
    page.locator("#words").fill("# An answer\n\nwords")
    expect(page.locator("#saved")).to_contain_text("Kept on this device")
    page.reload()
    expect(page.locator("#words")).to_have_value(re.compile("An answer"))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text("An answer")
    text = vault.text(next(name for name in vault.files() if "an-answer" in name))
    prompt = re.search(r"^prompt: (\S+)$", text, re.M).group(1)
    # It was answered, so another one comes.
    page.goto("/today")
    assert page.locator(".prompt .question").inner_text() != question
    assert prompt in server.run("prompt", "--list")


def test_the_prompt_works_without_script(vault, no_script):
    no_script.goto("/today")
    no_script.get_by_role("link", name="Write about it").click()
    no_script.get_by_label("Text").fill("# Plain answer")
    no_script.get_by_role("button", name="Save").click()
    text = vault.text(next(name for name in vault.files() if "plain-answer" in name))
    assert re.search(r"^prompt: \S+$", text, re.M)


def test_a_prompt_that_is_not_known_is_not_kept(vault, no_script):
    no_script.goto("/new?prompt=%3Cscript%3E")
    expect(no_script.locator(".question")).to_have_count(0)
    no_script.get_by_label("Text").fill("# Without")
    no_script.get_by_role("button", name="Save").click()
    assert "prompt" not in vault.text(next(name for name in vault.files() if "without" in name))


def test_the_last_months_come_on_request(vault, open_page):
    day = today()
    month = 12 if day.month == 1 else day.month - 1
    year = day.year - (day.month == 1)
    while True:
        try:
            before = day.replace(year=year, month=month, day=day.day)
            break
        except ValueError:
            day -= timedelta(days=1)
    vault.note("month", "# A month ago", created=at(before))
    page = open_page()
    page.goto("/today")
    expect(titles(page)).to_have_text(["A year ago", "Three years ago"])
    page.get_by_role("link", name="This day of the last months too").click()
    expect(titles(page)).to_have_text(["A month ago", "A year ago", "Three years ago"])
    expect(page.locator("section.day h2").first).to_contain_text("1 month ago")


def test_a_day_without_memories_says_so_and_has_a_prompt(vault, open_page, axe):
    for name in vault.files():
        vault.remove(name)
    page = open_page()
    page.goto("/today")
    expect(page.locator("main")).to_contain_text("No earlier year has a note of this day.")
    expect(page.get_by_role("link", name="Write about it")).to_be_visible()
    axe(page)


def test_the_keyboard_is_enough(vault, page):
    page.goto("/")
    page.keyboard.press("g")
    page.keyboard.press("h")
    expect(page).to_have_url(re.compile("/today$"))
    page.keyboard.press("j")
    page.keyboard.press("j")
    expect(page.locator("[data-id=three] h3 a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("article.note h1")).to_have_text("Three years ago")


def test_a_note_that_comes_meanwhile_is_there(vault, page):
    page.goto("/today")
    vault.note("two", "# Two years ago", created=at(day_of_years_ago(2)))
    until(page, "async () => (await (await fetch('/today')).text()).includes('Two years ago')")


def test_names_and_words_of_strangers_stay_text(vault, open_page):
    vault.note("people/bad", tl="person", title="'<img src=x onerror=alert(1)>'", birthday=day_of_years_ago(3))
    vault.write(".tl/config.yaml", "format: 1\ntimezone: Europe/Berlin\nprompts:\n  mine: \"<script>alert(1)</script>\"\n")
    page = open_page()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    page.goto("/today")
    expect(page.locator(".birthdays li")).to_contain_text("<img src=x onerror=alert(1)> turns 3")
    page.goto("/new?prompt=mine")
    expect(page.locator("form .question")).to_have_text("<script>alert(1)</script>")


def test_a_page_that_is_only_read_offers_nothing_to_do(vault, start_server, open_page):
    page = open_page(server=start_server(vault, "--read-only"))
    page.goto("/today")
    expect(titles(page)).to_have_text(["A year ago", "Three years ago"])
    expect(page.get_by_role("button", name="Not today")).to_have_count(0)
    expect(page.get_by_role("link", name="Write about it")).to_have_count(0)


@pytest.fixture
def remembered(vault):
    for years in (1, 3):
        vault.note(f"photo-{years}", f"# Photo of {years}", created=at(day_of_years_ago(years), "11:00"))
        vault.picture(f"photo-{years}.media/a.png", 400, 300)
    vault.note("copy", "# A copy", created=at(day_of_years_ago(4)), conflict_of="one")
    vault.picture("copy.media/a.png")
    vault.note("sealed", "# Sealed", created=at(day_of_years_ago(2)), open_after=today() + timedelta(days=1))
    vault.picture("sealed.media/a.png")
    return vault


def test_the_timeline_begins_with_photos_of_the_day_until_they_are_put_aside(remembered, open_page, axe):
    page = open_page(script=False)
    page.goto("/")
    years = page.get_by_role("region", name="On this day").get_by_role("listitem")
    expect(years).to_have_count(2)
    expect(years.nth(0)).to_contain_text(re.compile(rf"{day_of_years_ago(1).year}\s*Photo of 1\s*1 year ago"))
    expect(years.nth(1)).to_contain_text("3 years ago")
    page.get_by_role("button", name="Not today").click()
    expect(page.locator(".notice")).to_have_text("Put aside until tomorrow.")
    expect(page.get_by_role("region", name="On this day")).to_have_count(0)
    page.goto("/today")
    expect(titles(page)).to_have_text(["A year ago", "Three years ago"])


def test_photos_of_the_day_are_not_on_other_pages_of_the_timeline(remembered, page, axe):
    page.goto("/")
    expect(page.locator(".past li")).to_have_count(2)
    axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator(".past").bounding_box()["height"] <= 124
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".past a", has_text="Photo of 3").click()
    expect(page.locator("article.note h1")).to_have_text("Photo of 3")
    for address in ("/?t=lake", "/?q=photo", f"/d/{day_of_years_ago(1)}", "/?fragment=1"):
        page.goto(address)
        expect(page.locator(".past")).to_have_count(0)
