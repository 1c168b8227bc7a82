"""Writing in the browser: one note for one Save, and no text is lost."""

import re

import pytest
from playwright.sync_api import Error, expect

from states import OUTBOX, expect_shown, field, retry, until
from vaults import png

FIRST = """---
id: list
created: 2026-05-17T10:00:00+02:00
---

# Shopping

bread
salt
honey
pears
apples
milk
"""


@pytest.fixture
def vault(vault):
    vault.write("list.md", FIRST)
    vault.note("other", "# Other", created="2026-05-16T10:00:00+02:00", tags=["kaia", "kayak"])
    return vault


def write(page, text):
    page.locator("#words").fill(text)


NO_DRAFTS = """() => new Promise((done) => {
  const opening = indexedDB.open(`tl-${document.body.dataset.account}`);
  opening.onsuccess = () => {
    const counting = opening.result.transaction("drafts").objectStore("drafts").count();
    counting.onsuccess = () => (opening.result.close(), done(counting.result === 0));
  };
})"""


def drafted(page):
    expect(page.locator("#saved")).to_contain_text("Kept on this device")


def test_a_note_is_written_by_keys_alone(vault, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    page.keyboard.press("n")
    expect(page.locator("#words")).to_be_focused()
    page.keyboard.type("# Written by keys\n\nA line")
    page.keyboard.press("Control+Enter")
    expect(page.locator("article.note h1")).to_have_text("Written by keys")
    assert len(vault.files()) == 3
    fresh = next(name for name in vault.files() if "written" in name)
    assert vault.text(fresh).endswith("# Written by keys\n\nA line\n")


@pytest.mark.parametrize("script", [True, False])
def test_a_double_click_on_save_writes_one_note(vault, open_page, script):
    page = open_page(script=script)
    page.goto("/new")
    write(page, "# Once")
    page.get_by_role("button", name="Save").dblclick()
    expect(page.locator("article.note h1")).to_have_text("Once")
    assert len(vault.files()) == 3


@pytest.fixture(params=[True, False])
def page_with_history(request, open_page, browser, browser_with_back_cache):
    """Without script; with and without the cache of the back button."""
    return open_page(script=False, browser=browser_with_back_cache if request.param else browser)


def test_an_edit_that_is_sent_again_from_the_history_takes_nothing_back(vault, page_with_history):
    page = page_with_history
    page.goto("/n/list/edit")
    write(page, "# Shopping\n\nflour\n\nbread\nsalt\nhoney\npears\napples\nmilk\n")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("flour")
    vault.write("list.md", vault.text("list.md").replace("milk", "oat milk"))
    expect_shown(page, "/n/list", "oat milk")
    while "/edit" not in page.url:
        page.go_back(wait_until="commit")
    expect(page.locator("#words")).to_have_value(re.compile("flour"))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("oat milk")
    expect(page.locator("article.note")).to_contain_text("flour")


def test_a_form_that_is_sent_again_from_the_history_writes_no_second_note(vault, page_with_history):
    page = page_with_history
    page.goto("/new")
    write(page, "# Once")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text("Once")
    page.go_back(wait_until="commit")
    expect(page.get_by_label("Text")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text("Once")
    assert len(vault.files()) == 3


def test_an_edit_keeps_the_lines_that_were_not_touched(vault, page):
    page.goto("/n/list/edit")
    words = page.locator("#words")
    expect(words).to_have_value(re.compile("honey"))
    words.fill(words.input_value().replace("bread", "black bread"))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("black bread")
    fresh = vault.text("list.md")
    assert re.sub("updated: .*\n", "", fresh) == FIRST.replace("bread", "black bread")


def test_a_form_survives_a_change_on_the_disk_and_both_are_kept(vault, page, live_page):
    live_page(page, "/n/list/edit")
    words = page.locator("#words")
    words.fill(words.input_value().replace("bread", "black bread"))
    vault.write("list.md", FIRST.replace("milk", "oat milk"))
    vault.note("marker", "# Marker")
    expect(words).to_have_value(re.compile("black bread"))
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("black bread")
    assert "black bread" in vault.text("list.md") and "oat milk" in vault.text("list.md")


def test_two_versions_of_a_line_are_both_in_the_form_and_nothing_is_written(vault, page):
    page.goto("/n/list/edit")
    words = page.locator("#words")
    words.fill(words.input_value().replace("bread", "black bread"))
    vault.write("list.md", FIRST.replace("bread", "white bread"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(words).to_have_value(re.compile("black bread"))
    expect(words).to_have_value(re.compile("white bread"))
    assert vault.text("list.md") == FIRST.replace("bread", "white bread")


def test_a_note_that_was_removed_meanwhile_comes_back_with_the_text(vault, page):
    page.goto("/n/list/edit")
    write(page, "honey only")
    vault.remove("list.md")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("honey only")
    assert any("honey only" in vault.text(name) for name in vault.files())


def test_a_draft_survives_the_end_of_its_tab(vault, page):
    page.goto("/new")
    write(page, "# Half a thought")
    drafted(page)
    page.close()
    again = page.context.new_page()
    again.goto("/new")
    expect(again.locator("#words")).to_have_value("# Half a thought")
    expect(again.get_by_role("status").filter(has_text="This is the draft that you left")).to_be_visible()


def test_a_draft_has_the_circles_that_were_chosen_and_gives_back_none_that_was_taken_away(vault, page):
    for circle in ("Family", "Friends", "Neighbours"):
        vault.note(f"circles/{circle.lower()}", id=circle.lower(), tl="circle", title=circle)
    vault.note("shown", "# Shown", id="shown", circles=["Family", "Friends"])
    for _ in range(100):
        page.goto("/n/shown/edit")
        if page.locator(".audience input[value=Neighbours]").count():
            break

    def boxes(**wanted):
        for name, is_ticked in wanted.items():
            expect(page.locator(f".audience [type=checkbox][value={name}]")).to_be_checked(checked=is_ticked)

    boxes(Family=True, Friends=True, Neighbours=False)
    page.locator(".audience").evaluate("(one) => one.closest('.sheet')?.showPopover()")
    page.locator(".audience [type=checkbox][value=Friends]").uncheck()
    page.locator(".audience [type=checkbox][value=Neighbours]").check()
    drafted(page)
    page.reload()
    boxes(Family=True, Friends=False, Neighbours=True)
    vault.write("shown.md", vault.text("shown.md").replace("Family", "Friends").replace("Friends, Friends", "Friends"))
    page.goto("/")
    for _ in range(100):
        page.goto("/n/shown/edit")
        if page.locator("input[name=circled]").count() == 1:
            break
    boxes(Family=False, Friends=False, Neighbours=True)


def test_a_draft_is_kept_when_the_page_is_left_at_once(vault, page):
    page.goto("/new")
    page.locator("#words").press_sequentially("quick")
    page.goto("/")
    page.goto("/new")
    expect(page.locator("#words")).to_have_value("quick")


def test_what_was_typed_last_is_in_the_list_of_drafts(vault, page):
    page.goto("/new")
    page.locator("#words").press_sequentially("quick")
    page.goto("/drafts")
    expect(page.locator("#local li")).to_have_count(1)
    expect(page.locator("#local li")).to_contain_text("quick")


def test_a_draft_is_kept_when_the_tab_is_closed_at_once(vault, page):
    other = page.context.new_page()
    other.goto("/new")
    other.locator("#words").press_sequentially("quick")
    with other.expect_event("close"):
        other.close(run_before_unload=True)
    page.goto("/new")
    expect(page.locator("#words")).to_have_value("quick")


@pytest.mark.expects_errors
def test_words_typed_before_the_script_runs_are_kept_beside_an_older_draft(vault, open_page):
    # A service worker would have the scripts.
    page = open_page(service_workers="block")
    page.goto("/new")
    write(page, "yesterday")
    drafted(page)
    page.goto("/")
    held = []
    is_held = True

    def hold(route):
        held.append(route) if is_held else route.continue_()

    page.route("**/outbox-*.js", hold)
    page.goto("/new", wait_until="commit")
    page.locator("#words").press_sequentially("today")
    is_held = False
    for route in held:
        route.continue_()
    expect(page.locator("#words")).to_have_value("yesterday\n\ntoday")
    drafted(page)
    page.goto("/new")
    expect(page.locator("#words")).to_have_value("yesterday\n\ntoday")


def test_a_note_that_is_saved_at_once_leaves_no_draft(vault, page):
    page.goto("/new")
    page.locator("#words").press_sequentially("quick")
    page.keyboard.press("Control+s")
    expect(page.locator("article.note")).to_contain_text("quick")
    until(page, NO_DRAFTS)
    assert page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('tl-draft-'))") == []
    page.goto("/drafts")
    expect(page.locator("#local li")).to_have_count(0)


def test_a_draft_is_gone_after_it_was_saved_and_when_it_is_discarded(vault, page):
    page.goto("/new")
    write(page, "# Saved")
    drafted(page)
    page.keyboard.press("Control+s")
    expect(page.locator("article.note h1")).to_have_text("Saved")
    until(page, NO_DRAFTS)
    page.goto("/new")
    expect(page.locator("#words")).to_have_value("")
    write(page, "to be discarded")
    drafted(page)
    page.reload()
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator("#words")).to_have_value("")
    page.reload()
    expect(page.locator("#words")).to_have_value("")


def test_a_draft_of_an_older_text_and_the_newer_text_are_joined(vault, page):
    page.goto("/n/list/edit")
    write(page, "# Shopping\n\nflour\n\nbread\nsalt\nhoney\npears\napples\nmilk\n")
    drafted(page)
    page.goto("/n/list")
    vault.write("list.md", FIRST.replace("milk", "oat milk"))
    vault.note("marker", "# Marker")
    expect_shown(page, "/n/list", "oat milk")
    page.goto("/n/list/edit")
    expect(page.get_by_role("status").filter(has_text="The note was changed since")).to_be_visible()
    expect(page.locator("#words")).to_have_value(re.compile("flour"))
    page.locator("#words").press("Control+Home")
    page.keyboard.type("dates\n\n")
    drafted(page)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("oat milk")
    assert all(word in vault.text("list.md") for word in ("flour", "oat milk", "dates"))


def test_a_draft_of_an_older_text_can_be_discarded(vault, page):
    page.goto("/n/list/edit")
    write(page, "# Shopping\n\nold draft")
    drafted(page)
    page.goto("/n/list")
    vault.write("list.md", FIRST.replace("milk", "oat milk"))
    expect_shown(page, "/n/list", "oat milk")
    page.goto("/n/list/edit")
    expect(page.locator("#words")).to_have_value(re.compile("old draft"))
    page.get_by_role("button", name="Discard it").click()
    expect(page.locator("#words")).to_have_value(re.compile("oat milk"))


@pytest.mark.expects_errors
def test_a_text_is_not_lost_when_the_server_ends_before_it_answers(vault, server, open_page):
    # With a service worker: test_offline.py.
    page = open_page(service_workers="block")
    page.goto("/new")
    write(page, "# Unsent")
    drafted(page)
    server.kill()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_have_text("Saved in this browser. It is sent when the server answers.")
    server.start()
    # Each page sends what waits.
    page.goto("/drafts")
    until(page, "import(document.body.dataset.outbox).then((outbox) => outbox.waiting()).then((all) => !all.length)")
    assert sum("# Unsent" in vault.text(name) for name in vault.files()) == 1
    assert len(vault.files()) == 3


def test_a_note_in_the_trash_comes_back_by_undo(vault, page):
    page.goto("/")
    card = page.locator("[data-id=list]")
    card.locator("h3 a").focus()
    page.keyboard.press("#")
    bar = page.locator("#bar")
    expect(bar).to_be_visible()
    expect(card).to_be_hidden()
    expect(page.locator("[data-id=other] h3 a")).to_be_focused()
    assert "list.md" not in vault.files()
    page.keyboard.press("u")
    expect(card).to_be_visible()
    assert vault.text("list.md") == FIRST
    expect(bar).to_be_hidden()


def test_the_button_that_takes_back_leads_to_the_note(vault, page):
    page.goto("/")
    card = page.locator("[data-id=list]")
    card.locator("h3 a").focus()
    page.keyboard.press("#")
    page.locator("#bar").get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(card.locator("h3 a")).to_be_focused()


@pytest.mark.expects_errors
def test_an_action_without_an_answer_waits_and_arrives(vault, server, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    server.kill()
    page.locator("[data-id=list] h3 a").focus()
    page.keyboard.press("p")
    bar = page.locator("#bar")
    expect(bar).to_contain_text("Saved in this browser. It is sent when the server answers.")
    server.start()
    retry(page)
    expect(bar).to_contain_text("What waited is saved in the vault.")
    assert "pinned: true" in vault.text("list.md")


def test_an_action_that_is_refused_says_why_and_can_be_tried_again(vault, page):
    page.goto("/")
    expect(page.locator("#feed .part")).to_have_count(1)
    page.locator("[data-id=list] h3 a").focus()
    page.route("**/n/list/pin", lambda route: route.fulfill(
        status=422, content_type="application/json", body='{"error": "The disk is full."}'))
    page.keyboard.press("p")
    expect(page.locator("#bar")).to_contain_text("That did not work. The disk is full.")
    page.unroute("**/n/list/pin")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-id=list] .foot")).to_contain_text("Pinned")
    assert "pinned: true" in vault.text("list.md")


def test_a_box_of_a_task_changes_one_character_of_the_file(vault, page):
    vault.note("tasks", "- [ ] one\n- [ ] two")
    expect_shown(page, "/n/tasks", "two")
    before = vault.text("tasks.md")
    page.get_by_role("checkbox", name="two").check()
    expect(page.get_by_role("checkbox", name="two")).to_be_enabled()
    expect(page.get_by_role("checkbox", name="two")).to_be_focused()
    assert re.sub("updated: .*\n", "", vault.text("tasks.md")) == before.replace("[ ] two", "[x] two")


def test_a_tag_is_suggested_and_taken_by_keys(vault, page):
    page.goto("/new")
    page.locator("#words").press_sequentially("A day with #ka")
    options = page.get_by_role("option")
    expect(options).to_have_count(2)
    page.keyboard.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#words")).to_have_value(re.compile("A day with #kaia $"))
    expect(page.locator("#suggest")).to_be_hidden()


def test_the_buttons_write_markdown_that_undo_takes_back(vault, page):
    page.goto("/new")
    write(page, "bold")
    page.locator("#words").select_text()
    page.get_by_role("button", name="Formatting").click()
    page.get_by_role("button", name="Bold").click()
    expect(page.locator("#words")).to_have_value("**bold**")
    page.keyboard.press("Control+z")
    expect(page.locator("#words")).to_have_value("bold")


def test_the_preview_is_what_the_note_will_be(vault, page):
    page.goto("/new")
    write(page, "some *words*")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview em")).to_have_text("words")


def test_files_are_chosen_and_become_photos_of_the_note(vault, page):
    page.goto("/new")
    write(page, "# With a photo")
    page.locator("#files").set_input_files([
        {"name": "sea.png", "mimeType": "image/png", "buffer": png(40, 30, (10, 90, 160))},
        {"name": "wood.png", "mimeType": "image/png", "buffer": png(30, 40, (10, 90, 60))}])
    expect(page.locator("#picked li")).to_have_count(2)
    page.get_by_role("button", name="Remove: sea.png").click()
    expect(page.locator("#picked li")).to_have_count(1)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("a.photo img")).to_have_count(1)
    assert len(vault.files("*.png")) == 1


def test_a_long_text_has_the_time_that_a_slow_network_needs(vault, page):
    page.add_init_script("""
      window.limits = [];
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (time) => (limits.push(time), timeout.call(AbortSignal, time));
    """)
    vault.note("long", long_text() * 3)
    expect_shown(page, "/n/long", "Line 10 of")
    page.goto("/n/long/edit")
    page.locator("#words").press_sequentially("Here. ")
    drafted(page)
    longest = []

    def look(route):
        if route.request.method == "POST":
            longest.append(page.evaluate("Math.max(...limits)"))
        route.continue_()

    page.route("**/edit", look)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_be_visible()
    # 1 MB at 20 kB a second.
    assert longest[0] >= 50_000


def test_two_tabs_with_a_new_note_have_a_draft_each(vault, page):
    page.goto("/new")
    write(page, "The first tab")
    drafted(page)
    other = page.context.new_page()
    other.goto("/new")
    expect(other.locator("#words")).to_have_value("")
    write(other, "The second tab")
    drafted(other)
    write(page, "The first tab, and more")
    expect(page).to_have_url(re.compile("/new$"))
    for tab, text in ((other, "The second tab"), (page, "The first tab, and more")):
        tab.wait_for_timeout(400)
        tab.reload()
        expect(tab.locator("#words")).to_have_value(text)
    other.close()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("The first tab, and more")
    page.goto("/drafts")
    page.locator("#local").get_by_text("The second tab").click()
    expect(page.locator("#words")).to_have_value("The second tab")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_contain_text("The second tab")
    assert len(vault.files()) == 4
    page.goto("/drafts")
    expect(page.locator("#local li")).to_have_count(0)


def test_a_draft_that_another_tab_gives_up_is_taken_by_a_tab_without_words(vault, page):
    page.goto("/new")
    write(page, "The first tab")
    drafted(page)
    other = page.context.new_page()
    other.goto("/new")
    expect(other).to_have_url(re.compile("draft="))
    page.close()
    expect(other.locator("#words")).to_have_value("The first tab")
    expect(other).to_have_url(re.compile("/new$"))


def test_two_tabs_with_the_same_note_have_a_draft_each_and_are_merged(vault, page):
    page.goto("/n/list/edit")
    page.locator("#words").evaluate("field => field.value = field.value.replace('bread', 'white bread')")
    page.locator("#words").dispatch_event("input")
    drafted(page)
    other = page.context.new_page()
    other.goto("/n/list/edit")
    expect(other.locator("#words")).not_to_have_value(re.compile("white"))
    other.locator("#words").evaluate("field => field.value = field.value.replace('milk', 'oat milk')")
    other.locator("#words").dispatch_event("input")
    drafted(other)
    for tab in (page, other):
        tab.get_by_role("button", name="Save").click()
        expect(tab.locator("article.note")).to_be_visible()
    text = vault.text("list.md")
    assert "\nwhite bread\n" in text and "\noat milk\n" in text


@pytest.mark.parametrize("height", [844, 440])
def test_a_phone_shows_the_text_and_the_bar_also_with_its_keyboard(vault, open_page, height):
    page = open_page(390, height, touch=True)
    page.goto("/new")
    expect(page.locator("form.live")).to_be_visible()
    for seen in ["#words", "#tray", "#photo", "button.primary"]:
        expect(page.locator(seen)).to_be_in_viewport()
    for name in ["files", "place", "about", "tags", "when", "category", "weather", "milestone", "opens"]:
        expect(page.locator(f"#{name}")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight") <= height


def test_what_is_set_is_a_chip_that_takes_it_back(vault, page, axe):
    page.goto("/new")
    write(page, "# With tags")
    chips = page.locator("#set li")
    expect(chips).to_have_text(["Now"])
    page.get_by_role("button", name="Tags", exact=True).click()
    expect(page.locator("#tags")).to_be_focused()
    axe(page)
    page.keyboard.type("sea, wind")
    # It ends the sheet, and does not save.
    page.keyboard.press("Enter")
    expect(page.locator("#tags")).to_be_hidden()
    page.get_by_role("button", name="When", exact=True).click()
    page.locator("#when").fill("2026-05-17T18:00")
    page.keyboard.press("Escape")
    expect(chips).to_have_text(["sea, wind", "Sun 17 May 2026, 18:00"])
    chips.first.get_by_role("button").first.click()
    expect(page.locator("#tags")).to_be_focused()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Remove: sea, wind").click()
    expect(chips).to_have_text(["Sun 17 May 2026, 18:00"])
    page.get_by_role("button", name="Tags", exact=True).click()
    page.locator("#sheet-tags .picks").get_by_role("button", name="kayak").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note .foot")).to_have_text("#kayak")
    fresh = next(name for name in vault.files() if "with-tags" in name)
    assert "date: 2026-05-17T18:00" in vault.text(fresh)


def test_the_time_of_a_note_is_said_in_words(vault, page):
    page.goto("/n/list/edit")
    expect(page.locator("#set li")).to_have_text(["Sun 17 May 2026, 10:00"])
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note")).to_be_visible()
    assert vault.text("list.md") == FIRST


def test_a_field_that_cannot_be_sent_is_shown(vault, page):
    page.goto("/new")
    write(page, "# Sealed")
    field(page, "opens").fill("2000-01-01")
    page.keyboard.press("Escape")
    expect(page.locator("#opens")).to_be_hidden()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#opens")).to_be_focused()
    assert len(vault.files()) == 2


def test_a_title_has_a_line_of_its_own(vault, page):
    page.goto("/new")
    page.get_by_label("Title", exact=True).click()
    page.keyboard.type("Fog")
    page.keyboard.press("Enter")
    page.keyboard.type("until noon")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text("Fog")
    page.get_by_role("link", name="Edit", exact=True).click()
    expect(page.locator("#title")).to_have_value("Fog")
    expect(page.locator("#words")).to_have_value("until noon\n")
    page.fill("#title", "Mist")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text("Mist")
    assert any(vault.text(name).endswith("# Mist\n\nuntil noon\n") for name in vault.files())


def test_a_draft_keeps_the_title(vault, page):
    page.goto("/new")
    page.fill("#title", "Half a title")
    expect(page.locator("#saved")).not_to_be_empty()
    page.reload()
    expect(page.locator("#title")).to_have_value("Half a title")
    expect(page.locator("#words")).to_have_value("")


def test_a_picture_is_put_at_the_cursor(vault, page):
    page.goto("/new")
    write(page, "# Sea\n\nbefore  after")
    page.locator("#files").set_input_files([{"name": "sea.png", "mimeType": "image/png", "buffer": png(40, 30, (10, 90, 160))}])
    page.locator("#words").evaluate("box => box.setSelectionRange(14, 14)")
    page.locator("#picked li").hover()
    page.get_by_role("button", name="Show in the text: sea.png").click()
    expect(page.locator("#words")).to_have_value("# Sea\n\nbefore ![[sea.png]] after")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note .text img")).to_have_js_property("naturalWidth", 40)


def test_marks_are_light_and_each_letter_is_where_the_box_has_it(page, axe):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/new")
    text = "## Snow\n\n" + "AVAVA **To. We** fi *ffl* `code` and [a tooth less](../2023/a-tooth-less.md), " * 40 + "\n\n- [x] sledge\n"
    page.locator("#words").fill(text)
    expect(page.locator(".ink b").first).to_have_text("Snow")
    expect(page.locator(".ink s").first).to_have_text("## ")
    assert page.locator(".ink").evaluate("(ink) => ink.textContent") == text
    box, ink = (page.locator(name).evaluate(
        "(e) => { const s = getComputedStyle(e);"
        " return [e.getBoundingClientRect().top, e.clientWidth, e.scrollHeight - parseFloat(s.paddingBottom)] }")
        for name in ("#words", ".ink"))
    # The box has one more line, for the caret.
    assert box[:2] == ink[:2] and 0 <= box[2] - ink[2] < 40
    axe(page)


def test_a_text_of_many_letters_has_its_marks_as_they_are(page):
    page.goto("/new")
    page.locator("#words").fill("**word** " * 3000)
    expect(page.locator(".inked")).to_have_count(0)
    page.locator("#words").fill("**word**")
    expect(page.locator(".inked .ink b")).to_have_text("word")


def long_text():
    return "# Long\n\n" + "".join(f"Line {number} of a <b>text</b> &amp; \"ünïcödé\" </pre>.\n" for number in range(6000))


def test_a_long_text_is_changed_a_part_at_a_time_and_keeps_every_other_byte(vault, page):
    vault.note("long", long_text())
    expect_shown(page, "/n/long", "Line 10 of")
    before = vault.text("long.md")
    page.goto("/n/long/edit")
    expect(page.locator("form.live")).to_be_visible()
    shown = page.locator("#words").evaluate("box => Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').get.call(box)")
    assert shown.startswith("Line 0") and len(shown) < 40_000
    page.get_by_role("button", name="The part after").click()
    page.keyboard.type("Here. ")
    drafted(page)
    # The draft has all of it.
    page.wait_for_timeout(400)
    page.reload()
    expect(page.locator("form.live")).to_be_visible()
    until(page, "document.getElementById('words').value.includes('\\nHere. Line ')")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("article.note h1")).to_have_text("Long")
    after = re.sub("updated: .*\n", "", vault.text("long.md"))
    assert after.count("Here. ") == 1 and after.replace("Here. ", "") == before


def test_a_long_text_is_in_one_box_without_script_and_keeps_every_other_byte(vault, no_script):
    vault.note("long", long_text())
    expect_shown(no_script, "/n/long", "Line 10 of")
    before = vault.text("long.md")
    no_script.goto("/n/long/edit")
    box = no_script.locator("textarea[name=text]:visible")
    box.press("Control+Home")
    box.press_sequentially("Here. ")
    no_script.get_by_role("button", name="Save").click()
    expect(no_script.locator("article.note")).to_contain_text("Here. Line 0")
    assert re.sub("updated: .*\n", "", vault.text("long.md")).replace("Here. ", "") == before


@pytest.mark.expects_errors
def test_a_long_text_whose_script_never_came_is_not_taken_for_an_empty_one(vault, open_page):
    page = open_page(service_workers="block")
    vault.note("long", long_text())
    expect_shown(page, "/n/long", "Line 10 of")
    before = vault.text("long.md")
    page.route("**/compose-*.js", lambda route: route.abort())
    page.goto("/n/long/edit")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Sent too late")).to_be_visible()
    assert vault.text("long.md") == before


def test_drafts_are_listed_with_human_times_and_the_pictures_that_wait(vault, page):
    page.goto("/new")
    write(page, "# Written on a mountain")
    page.locator("#files").set_input_files([{"name": "sea.png", "mimeType": "image/png", "buffer": png(40, 30, (10, 90, 160))}])
    until(page, f"{OUTBOX}.then((o) => o.database('readonly', (s) => s.blobs.count())).then((n) => n === 1)")
    page.goto("/drafts")
    item = page.locator("#local li")
    expect(item).to_contain_text(re.compile(r"Written on a mountain\s*(Today|Yesterday), \d\d:\d\d · New note, 4 words"))
    expect(item.locator("time")).to_have_attribute("datetime", re.compile(r"^\d{4}-\d\d-\d\dT"))
    expect(item.locator("img")).to_have_js_property("naturalWidth", 40)


@pytest.mark.expects_errors
def test_who_types_a_title_already_keeps_the_focus(open_page):
    page = open_page(service_workers="block")
    held = []
    page.route("**/a/compose-*.js", lambda route: held.append(route))
    page.goto("/new", wait_until="commit")
    page.locator("#title").press_sequentially("The first ")
    for _ in range(100):
        if held:
            break
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.locator("#saved")).to_contain_text("Kept on this device")
    page.keyboard.type("snow")
    expect(page.locator("#title")).to_have_value("The first snow")
