"""People, the page of each, milestones, ages, and numbers."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from states import field, until
from vaults import day_of_years_ago, today


@pytest.fixture
def vault(vault):
    born = day_of_years_ago(2)
    vault.note("people/kaia", tl="person", title="Kaia", role="child", birthday=born, aliases=["Aia"], avatar="face.png")
    vault.picture("people/kaia.media/a.png", 40, 40)
    vault.picture("people/kaia.media/face.png", 48, 48)
    vault.note("people/bà-lan", tl="person", title="Bà Lan", role="family", birthday="1958-03")
    vault.note("people/ingrid", tl="person", title="Farmor Ingrid", birthday="1899", died="1977-12-25")
    vault.note("smile", "# First smile", created=f"{born + timedelta(days=62)}T10:00:00+01:00", milestone="smiles-back",
               people=["Aia"])
    for years in (0, 1):
        day = day_of_years_ago(years)
        vault.note(f"now-{years}", f"# Photo {years}", created=f"{day}T10:00:00+01:00", people=["Kaia", "bà-lan"])
        vault.picture(f"now-{years}.media/photo.png", 120, 90)
    vault.note("secret", "# For later", created="2026-01-02T10:00:00+01:00", people=["Kaia"], milestone="first-joke",
               open_after=today() + timedelta(days=1))
    vault.note("copy", "# A copy", created="2026-01-02T10:00:00+01:00", people=["Kaia"], conflict_of="smile")
    return vault


def test_the_list_has_ages_pictures_and_counts(vault, no_script):
    page = no_script
    page.goto("/")
    page.get_by_role("link", name="People", exact=True).click()
    rows = page.locator(".folk li")
    expect(rows).to_have_count(3)
    kaia = rows.filter(has_text="Kaia")
    expect(kaia.locator("small")).to_have_text(["2 years", re.compile(r"child · \d+ notes")])
    expect(kaia.locator(".soon")).to_have_text("turns 2 today")
    assert "face.png" in kaia.locator("img.avatar").get_attribute("src")
    lan = rows.filter(has_text="Bà Lan")
    expect(lan.locator("span.avatar")).to_have_text("BL")
    expect(lan).to_contain_text("2 notes")
    tops = rows.evaluate_all("rows => rows.map((row) => [...row.querySelectorAll('small')].map((e) => e.offsetTop).join())")
    assert len(set(tops)) == 1
    expect(rows.filter(has_text="Ingrid")).to_contain_text("1899–1977")


def test_me_tells_of_a_birthday_and_of_the_day_in_other_years(vault, page, axe):
    page.goto("/me")
    news = page.locator(".news a")
    expect(news).to_have_count(2)
    expect(news.first).to_have_text(re.compile(r"Kaia\s+turns 2 today"))
    expect(news.last).to_have_text(re.compile(r"Photo 1\s+1 year ago"))
    expect(page.locator(".tiles a").filter(has_text="People")).to_contain_text("3 people")
    axe(page)


def test_the_first_photo_of_the_page_stands_for_an_avatar_that_is_not_there(vault, open_page):
    vault.note("people/kaia", tl="person", title="Kaia", avatar="../../../etc/passwd")
    page = open_page(script=False)
    page.goto("/people")
    assert "a.png" in page.locator(".folk img.avatar").get_attribute("src")


def test_the_page_of_a_person(vault, page):
    page.goto("/people")
    page.get_by_role("link", name=re.compile("Kaia")).click()
    expect(page).to_have_url(re.compile("/people/kaia$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Kaia")
    main = page.locator("main")
    expect(main).to_contain_text("2 years · child")
    expect(main).to_contain_text("turns 2 today")
    expect(main).to_contain_text("Also called Aia")
    expect(main.get_by_role("link", name="2 photos")).to_be_visible()
    expect(page.get_by_role("region", name="Notes").get_by_role("listitem")).to_have_count(3)
    then = page.get_by_role("region", name="Then and now").get_by_role("listitem")
    expect(then).to_have_count(2)
    expect(then.nth(0)).to_contain_text("2 years")
    expect(then.nth(1)).to_contain_text("12 months")
    steps = page.get_by_role("region", name="Milestones")
    expect(steps.locator(".done")).to_have_text(re.compile("Smiles back|First smile|smiles", re.I))
    expect(steps.locator(".done")).to_contain_text("2 months")
    assert "For later" not in page.content()
    main.get_by_role("link", name="3 notes").click()
    expect(page).to_have_url(re.compile(r"about=Kaia"))
    expect(page.locator(".card h3")).to_have_text(["Photo 0", "Photo 1", "First smile"])


def test_what_a_sealed_note_says_of_a_person_is_withheld(vault, page):
    for address in ["/people/kaia", "/milestones?person=kaia", "/stats", "/?about=Kaia", "/people"]:
        page.goto(address)
        expect(page.locator("main")).not_to_contain_text("For later")
        expect(page.locator("main")).not_to_contain_text("A copy")
    page.goto("/milestones?person=kaia")
    expect(page.locator(".steps .done")).to_have_count(1)


def test_a_person_is_added_without_script_and_named_in_a_note(vault, server, no_script):
    page = no_script
    page.goto("/people")
    page.locator("summary", has_text="Add a person").click()
    page.get_by_label("Name").fill("Linh")
    page.get_by_label("Born").fill("2024-02-29")
    page.get_by_label("Role").fill("friend")
    page.get_by_label("Also called").fill("Lí, Bé Linh")
    page.get_by_role("button", name="Add a person").click()
    expect(page).to_have_url(re.compile(r"/people/linh\?done=person,\d+!\w+$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Linh")
    text = vault.text("people/linh.md")
    assert "tl: person" in text and "birthday: 2024-02-29" in text and "role: friend" in text and "Bé Linh" in text
    assert "Linh" in server.run("people")
    page.get_by_role("link", name="Write a note").first.click()
    expect(page.locator("#about")).to_have_value("Linh")
    page.get_by_label("Text").fill("# With Linh")
    page.get_by_role("button", name="Save").click()
    assert "people: [Linh]" in vault.text(next(name for name in vault.files() if "with-linh" in name)) or (
        "- Linh" in vault.text(next(name for name in vault.files() if "with-linh" in name)))
    expect(page.locator(".gist")).to_contain_text("Linh")


@pytest.mark.parametrize("field, value, problem", [
    ("Name", "kaia", "Kaia is called so already"), ("Name", "a/b", "A name has no slash"),
    ("Born", "soon", "“soon” is no date"), ("Also called", "AIA", "Kaia is called so already"),
])
def test_a_form_that_cannot_be_saved_says_why_and_keeps_what_was_typed(vault, no_script, field, value, problem):
    page = no_script
    page.goto("/people")
    page.locator("summary", has_text="Add a person").click()
    page.get_by_label("Name").fill("Somebody")
    page.get_by_label("Role").fill("friend")
    page.get_by_label(field).fill(value)
    page.get_by_role("button", name="Add a person").click()
    expect(page.locator(".add")).to_contain_text(problem)
    expect(page.get_by_label("Role")).to_have_value("friend")
    assert not [name for name in vault.files() if "somebody" in name or "a/b" in name]


def test_ages_stand_behind_the_tags_for_those_under_18(vault, page):
    page.goto("/")
    foot = page.locator("[data-id=now-1] .foot")
    expect(foot).to_contain_text("Kaia 12 months")
    expect(foot).not_to_contain_text("Lan")
    page.goto("/n/now-1")
    gist = page.locator(".gist")
    expect(gist).to_contain_text("Kaia, 12 months")
    expect(gist).to_contain_text("Bà Lan")


def test_ages_change_with_the_birthday(vault, page):
    page.goto("/")
    expect(page.locator("[data-id=now-1] .foot")).to_contain_text("Kaia 12 months")
    vault.note("people/kaia", tl="person", title="Kaia", birthday=day_of_years_ago(5))
    expect(page.locator("body")).to_be_visible()
    for _ in range(100):
        page.goto("/")
        if "4 years" in page.locator("[data-id=now-1] .foot").inner_text():
            break
    expect(page.locator("[data-id=now-1] .foot")).to_contain_text("Kaia 4 years")


def test_a_milestone_is_written_from_the_list_with_a_photo(vault, page, tmp_path):
    page.goto("/milestones")
    expect(page.locator("main")).to_contain_text("Kaia 2 years")
    expect(page.locator(".sources")).to_contain_text("no medical advice")
    page.get_by_role("link", name=re.compile("^Write about")).first.click()
    heading = page.locator("#title").input_value()
    assert heading
    expect(page.locator("#about")).to_have_value("Kaia")
    page.locator("#files").set_input_files(vault.picture("../step.png", 60, 40))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text(heading)
    expect(page.locator("article.note img")).to_have_count(1)
    page.goto("/milestones")
    reached = page.locator(".steps li", has_text=heading).first
    expect(reached.locator("img")).to_have_count(1)
    expect(page.locator("main")).not_to_contain_text("(CDC)")


def test_a_milestone_in_own_words(vault, no_script):
    page = no_script
    page.goto("/milestones?person=kaia")
    page.get_by_label("Another one, in your own words").fill("Carried <b>the</b> lantern")
    page.get_by_role("button", name="Write a note").click()
    expect(page.locator("#milestone")).to_have_value("Carried <b>the</b> lantern")
    page.get_by_role("button", name="Save").click()
    page.goto("/milestones?person=kaia")
    expect(page.locator(".steps .done").first).to_contain_text("Carried <b>the</b> lantern")


def test_an_edit_leaves_people_and_milestone_as_they_are_and_changes_what_is_changed(vault, no_script):
    page = no_script
    before = vault.text("smile.md")
    page.goto("/n/smile/edit")
    field(page, "tags").fill("lake")
    page.get_by_role("button", name="Save").click()
    assert "people: [Aia]" in vault.text("smile.md") and "milestone: smiles-back" in vault.text("smile.md")
    page.goto("/n/smile/edit")
    field(page, "about").fill("Aia, Bà Lan")
    field(page, "milestone").fill("")
    page.get_by_role("button", name="Save").click()
    text = vault.text("smile.md")
    assert "Bà Lan" in text and "milestone" not in text and "milestone" in before


def test_nobody_yet(vault, open_page, axe):
    for name in vault.files():
        vault.remove(name)
    page = open_page()
    page.goto("/people")
    expect(page.locator("main")).to_contain_text("Nobody has a page yet.")
    expect(page.get_by_label("Name")).to_be_visible()
    axe(page)
    page.goto("/milestones")
    page.get_by_role("link", name="Add a person").click()
    expect(page).to_have_url(re.compile("/people$"))
    page.goto("/stats")
    expect(page.locator("main")).to_contain_text("There is nothing to count yet.")


@pytest.mark.parametrize("name", [
    "<script>alert(1)</script>", "\" onclick=\"alert(1)", "{{page.token}}", "\u202egnirts", "a" * 300, "🪴", "%2e%2e%2f",
])
def test_hostile_names(vault, open_page, name):
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    vault.note("people/odd", tl="person", title=f'"{quoted}"', role=f'"{quoted}"', birthday="2020-01-02")
    vault.note("about", "# About", people=[f'"{quoted}"'], milestone=f'"{quoted}"')
    page = open_page()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    for address in ["/people", "/people/odd", "/milestones?person=odd", "/stats", "/n/about", "/n/about/edit"]:
        page.goto(address)
        expect(page.locator("main")).to_be_visible()
    page.goto("/people/odd")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


def test_two_files_of_one_name_are_two_persons(vault, open_page):
    vault.note("friends/kaia", id="other-kaia", tl="person", title="Kaia the other", birthday="2019-01-02")
    page = open_page()
    page.goto("/people")
    page.get_by_role("link", name=re.compile("Kaia the other")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kaia the other")


def test_a_person_who_is_not_there_is_said(vault, no_script):
    no_script.goto("/people/nobody")
    expect(no_script.locator("main")).to_contain_text("There is no such person")


def test_the_keyboard_is_enough(vault, page):
    page.goto("/")
    page.keyboard.press("g")
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile("/people$"))
    link = page.get_by_role("link", name=re.compile("Kaia"))
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kaia")


def test_numbers_are_tables_that_screen_readers_read(vault, page):
    page.goto("/stats")
    expect(page.get_by_role("heading", level=1)).to_have_text("Numbers")
    expect(page.locator(".numbers")).to_contain_text("5 notes")
    expect(page.locator("main")).to_contain_text("Weekdays, hours and names leave out 2 sealed notes and second versions")
    table = page.get_by_role("table", name="Notes by month")
    expect(table.get_by_role("row")).not_to_have_count(1)
    expect(table.get_by_role("link", name=re.compile(": 1 note$")).first).to_be_attached()
    expect(page.get_by_role("table", name="Days of the week").get_by_role("row")).to_have_count(8)
    people = page.get_by_role("region", name="People")
    expect(people.get_by_role("listitem").first).to_contain_text("Kaia")
    expect(people.get_by_role("listitem").first).to_contain_text("3")
    people.get_by_role("link", name="Kaia").click()
    expect(page.locator(".card")).to_have_count(3)


def test_the_newest_photo_with_nobody_else_stands_for_a_person_without_one(vault, open_page):
    vault.note("people/mira", tl="person", title="Mira")
    for name, day, people in (("old", "01", ["Mira"]), ("new", "02", ["Mira"]), ("both", "03", ["Mira", "Kaia"])):
        vault.note(name, f"# {name}", created=f"2026-03-{day}T10:00:00+01:00", people=people)
        vault.picture(f"{name}.media/{name}.png", 120, 90)
    page = open_page(script=False)
    page.goto("/people")
    assert "new.png" in page.locator(".folk li", has_text="Mira").locator("img.avatar").get_attribute("src")
    page.goto("/people/mira")
    assert "new.png" in page.locator(".portrait img.avatar").get_attribute("src")


def test_two_years_lie_over_each_other_with_a_slider_between(vault, page, axe):
    page.goto("/people/kaia")
    wipe = page.get_by_role("slider")
    shown = "getComputedStyle(document.getElementById('photo-now')).clipPath"
    wipe.focus()
    page.keyboard.press("End")
    until(page, f"{shown}.includes('100%')")
    assert page.locator("#photo-then").get_attribute("src") != page.locator("#photo-now").get_attribute("src")
    axe(page)


def test_without_script_then_and_now_are_pictures(vault, no_script):
    no_script.goto("/people/kaia")
    expect(no_script.locator(".years img")).to_have_count(2)
    expect(no_script.get_by_role("slider")).to_be_hidden()
