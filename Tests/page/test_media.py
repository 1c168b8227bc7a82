"""Writing with photos and recordings, and hearing them."""

import hashlib
import re
import time

import pytest
from PIL import Image
from playwright.sync_api import Error, expect

from browsers import browser_arguments, browser_program
from conftest import sign_in, watch
from states import field, until
from touch import drag

NOTE = "---\nid: diary\nupdated: 2020-01-01T00:00:00Z\n---\n\n# A day\n\n![[b.png]]\n"


@pytest.fixture
def vault(vault):
    vault.write("diary.md", NOTE)
    for name in ("a", "b", "c"):
        vault.picture(f"diary.media/{name}.png")
    vault.note("talk", "# Talk")
    vault.sound("talk.media/voice.wav", seconds=30)
    return vault


@pytest.fixture
def photo(tmp_path):
    """A photo of 3000 × 2000 that lies on its side, with a place."""
    picture = Image.linear_gradient("L").resize((3000, 2000)).convert("RGB")
    exif = picture.getexif()
    exif[0x0112] = 6
    exif[0x010F] = "Camera Works"
    exif.get_ifd(0x8825).update({1: "N", 2: (48.0, 51.0, 30.0), 3: "E", 4: (2.0, 21.0, 0.0)})
    path = tmp_path / "lying.jpg"
    picture.save(path, exif=exif, quality=95)
    return path


def names(page):
    return page.locator("#picked li").evaluate_all("items => items.map((item) => item.dataset.name)")


def test_media_are_moved_by_buttons_and_taken_out_and_brought_back(vault, page):
    page.goto("/n/diary/edit")
    assert names(page) == ["a.png", "b.png", "c.png"]
    page.locator("#picked li").last.hover()
    page.get_by_role("button", name="Move earlier: c.png").click()
    page.get_by_role("button", name="Move earlier: c.png").click()
    assert names(page) == ["c.png", "a.png", "b.png"]
    page.get_by_label("Take out: a.png").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice")).to_contain_text("Moved to the trash.")
    assert vault.files("diary.media/*") == ["diary.media/01-c.png", "diary.media/02-b.png"]
    assert "![[02-b.png]]" in vault.text("diary.md")
    page.locator(".notice").get_by_role("button", name="Undo").click()
    expect(page.locator(".notice")).to_contain_text("Brought back.")
    assert "diary.media/a.png" in vault.files("diary.media/*")


def test_without_script_the_same_buttons_move_media(vault, no_script):
    page = no_script
    page.goto("/n/diary/edit")
    page.locator("#title").fill("Another day")
    page.get_by_role("button", name="Move later: a.png").click()
    expect(page.locator("#title")).to_have_value("Another day")
    assert names(page) == ["b.png", "a.png", "c.png"]
    assert vault.text("diary.md") == NOTE
    page.get_by_label("Take out: c.png").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Another day")
    assert vault.files("diary.media/*") == ["diary.media/01-b.png", "diary.media/02-a.png"]


def test_media_are_moved_by_dragging_and_new_ones_among_them(vault, page, tmp_path):
    page.goto("/n/diary/edit")
    page.locator("#files").set_input_files(str(vault.picture("../new.png").resolve()))
    expect(page.locator("#picked li")).to_have_count(4)
    box = page.locator("#picked li").first.bounding_box()
    drag(page, page.locator("#picked img").last, box["x"] + 8, box["y"] + 40)
    assert names(page) == ["new.png", "a.png", "b.png", "c.png"]
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/n/diary\?done=saved,\d+!\w+$"))
    assert vault.files("diary.media/*") == [f"diary.media/0{n}-{name}.png" for n, name in
                                            enumerate(("new", "a", "b", "c"), 1)]


def test_new_files_are_not_renamed_unless_they_are_moved(vault, page):
    page.goto("/n/diary/edit")
    page.locator("#files").set_input_files(str(vault.picture("../0.png").resolve()))
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url(re.compile(r"/n/diary\?done=saved,\d+!\w+$"))
    assert vault.files("diary.media/*") == [f"diary.media/{name}.png" for name in ("0", "a", "b", "c")]


def test_smaller_photos_are_upright_and_have_no_place(vault, page, photo):
    page.goto("/new")
    page.locator("#words").fill("# Small")
    box = field(page, "Smaller photos")
    expect(box).not_to_be_checked()
    page.locator("#files").set_input_files(photo)
    expect(page.locator("#picked img")).to_have_js_property("complete", True)
    height, width = page.locator("#picked img").evaluate("image => [image.naturalHeight, image.naturalWidth]")
    assert (width, height) == (2000, 3000)
    box.check()
    expect(page.locator("#picked small")).to_contain_text("now")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".photo")).to_have_count(1)
    small = vault.path(vault.files("*.jpg")[0])
    with Image.open(small) as picture:
        assert picture.size == (1365, 2048)
        assert not dict(picture.getexif())
    assert b"Exif" not in small.read_bytes()
    page.goto("/new")
    expect(page.get_by_label("Smaller photos")).to_be_checked()


def test_photos_are_sent_as_they_are(vault, page, photo):
    page.goto("/new")
    page.locator("#words").fill("# Whole")
    page.locator("#files").set_input_files(photo)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".photo")).to_have_count(1)
    assert vault.path(vault.files("*.jpg")[0]).read_bytes() == photo.read_bytes()


@pytest.mark.expects_errors
def test_after_a_failed_upload_text_and_files_wait_and_arrive_once(vault, page, photo, server):
    page.goto("/new")
    until(page, "navigator.serviceWorker.controller && caches.match('/drafts')")
    page.locator("#words").fill("# Tried twice")
    page.locator("#files").set_input_files(photo)
    server.kill()
    page.get_by_role("button", name="Save").click()
    waiting = page.locator("#waiting li")
    expect(waiting).to_contain_text("Tried twice")
    server.start()
    page.get_by_role("button", name="Send now").click()
    expect(waiting).to_have_count(0)
    assert sum("Tried twice" in vault.text(name) for name in vault.files()) == 1
    assert len(vault.files("*.jpg")) == 1


def test_what_the_server_refuses_stays_in_the_form(vault, page, photo):
    page.goto("/n/diary/edit")
    page.locator("#title").fill("My day")
    page.locator("#files").set_input_files(photo)
    vault.write("diary.md", NOTE.replace("# A day", "# Their day"))
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("both versions")
    expect(page.locator("#words")).to_have_value(re.compile(r"My day[\s\S]*Their day|Their day[\s\S]*My day"))
    expect(page.locator("#picked li")).to_have_count(4)
    page.locator("#words").fill("# Our day\n\n![[b.png]]")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Our day")
    assert "diary.media/lying.jpg" in vault.files("diary.media/*")


def test_characters_are_counted_as_readers_do(page):
    page.goto("/new")
    page.locator("#words").fill("né👨‍👩‍👧")
    expect(page.locator("#count")).to_have_text("3 characters")


def test_the_form_has_no_faults_for_axe(page, axe, vault):
    page.goto("/n/diary/edit")
    page.locator("#files").set_input_files(str(vault.picture("../new.png").resolve()))
    expect(page.locator("#picked li")).to_have_count(4)
    axe(page)


def test_a_picture_in_attachments_is_shown_by_its_name(vault, open_page):
    vault.picture("attachments/kitchen.png")
    vault.note("obsidian", "![[kitchen.png]]")
    page = open_page()
    page.goto("/n/obsidian")
    expect(page.locator(".text img")).to_have_attribute("src", re.compile("/attachments/kitchen.png$"))


# Sound

def test_a_recording_of_the_vault_is_heard_in_steps_and_at_speed(page, axe):
    page.goto("/n/talk")
    audio = page.locator("audio")
    expect(audio).to_have_attribute("controls", "")
    expect(page.locator(".wave path")).to_have_attribute("d", re.compile(r"^(M[\d.]+ [\d.]+v[\d.]+){200}$"))
    page.get_by_role("button", name="Forward 10 seconds").click()
    until(page, "() => document.querySelector('audio').currentTime >= 10")
    page.get_by_role("button", name="Back 10 seconds").click()
    until(page, "() => document.querySelector('audio').currentTime < 10")
    page.get_by_role("combobox", name="Speed").select_option("1.5")
    assert audio.evaluate("audio => audio.playbackRate") == 1.5
    axe(page)
    page.goto("/n/talk")
    until(page, "() => document.querySelector('audio').playbackRate === 1.5")
    audio.focus()
    page.keyboard.press("Space")
    until(page, "() => !document.querySelector('audio').paused")
    page.keyboard.press("Space")
    until(page, "() => document.querySelector('audio').paused")


def test_a_waveform_is_read_once(page):
    page.goto("/n/talk")
    expect(page.locator(".wave path")).to_have_count(1)
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/media/" in request.url else None)
    page.goto("/n/talk")
    expect(page.locator(".wave path")).to_have_count(1)
    assert not asked


def test_pages_without_sound_do_not_load_its_script(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/n/diary")
    expect(page.locator(".photo")).to_have_count(3)
    assert not any("/audio-" in url for url in asked)


# Recording

@pytest.fixture
def recorder(browser, server):
    """A page of a browser with a microphone that beeps."""
    arguments = browser_arguments("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
    other = browser.browser_type.launch(executable_path=browser_program(), args=arguments)
    context = other.new_context(base_url=server.address, locale="en-GB", timezone_id="Europe/Berlin")
    context.grant_permissions(["microphone"])
    sign_in(context, server)
    page = context.new_page()
    errors = []
    watch(page, errors)
    yield page
    other.close()
    # A test can make a page crash.
    errors = [error for error in errors if not error.endswith("the page crashed")]
    assert not errors, errors


def sent_hashes(page):
    return page.evaluate("""async () => Promise.all([...document.getElementById('files').files].map(async (file) =>
        [file.name, [...new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))]
            .map((n) => n.toString(16).padStart(2, '0')).join('')]))""")


def record(page, seconds):
    page.get_by_role("button", name="Record", exact=True).click()
    until(page, "wanted => Number(document.querySelector('#record output')?.textContent.split(':')[1]) >= wanted", seconds)


def test_a_recording_arrives_byte_for_byte_and_plays(vault, recorder, server):
    page = recorder
    page.goto("/new")
    page.locator("#words").fill("# Said")
    began = time.monotonic()
    record(page, 7)
    until(page, "() => document.querySelector('#record meter').value > 0")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#picked li")).to_have_count(1)
    longest = time.monotonic() - began
    [[name, wanted]] = sent_hashes(page)
    assert re.fullmatch(r"recording-\d{8}-\d{6}\.(m4a|webm|ogg)", name)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_have_text("Said")
    path = vault.path(next(p for p in vault.files("*") if p.endswith(name)))
    assert hashlib.sha256(path.read_bytes()).hexdigest() == wanted
    # Its length as Media reads it, and as the browser plays it.
    seconds = int(page.locator("audio").get_attribute("data-seconds"))
    assert 6 <= seconds <= longest + 1
    page.locator("audio").evaluate("audio => audio.play()")
    until(page, "() => document.querySelector('audio').currentTime > 0.3")
    expect(page.locator(".wave path")).to_have_count(1)
    # It is nowhere else any more.
    page.goto("/new")
    expect(page.get_by_role("button", name="Record", exact=True)).to_be_visible()
    expect(page.locator("#record .notice")).to_have_count(0)


def test_a_recording_is_paused_and_thrown_away(recorder):
    page = recorder
    page.goto("/new")
    record(page, 1)
    page.get_by_role("button", name="Pause").click()
    shown = page.locator("#record output").inner_text()
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#record output")).not_to_have_text(shown)
    page.get_by_role("button", name="Discard").click()
    expect(page.get_by_role("button", name="Record", exact=True)).to_be_visible()
    expect(page.locator("#picked li")).to_have_count(0)
    page.goto("/new")
    expect(page.get_by_role("button", name="Record", exact=True)).to_be_visible()
    expect(page.locator("#record .notice")).to_have_count(0)


#: Whether more than the head of a recording is stored.
IS_STORED = """() => new Promise((done) => {
  const opening = indexedDB.open(`tl-${document.body.dataset.account}-recordings`);
  opening.onsuccess = () => {
    const asking = opening.result.transaction("slices").objectStore("slices").getAll();
    asking.onsuccess = () => {
      opening.result.close();
      done(asking.result.reduce((sum, slice) => sum + slice.blob.size, 0) > 10_000);
    };
  };
})"""


def test_a_recording_that_a_crash_ended_is_offered_again(vault, recorder):
    page = recorder
    page.goto("/new")
    record(page, 1)
    until(page, IS_STORED)
    other = page.context.new_page()
    with page.expect_event("crash"):
        try:
            page.goto("chrome://crash")
        except Error:
            pass
    page.close()
    other.goto("/new")
    expect(other.locator("#record .notice")).to_contain_text("is not saved yet")
    other.get_by_role("button", name="Add it").click()
    expect(other.locator("#picked li")).to_have_count(1)
    other.locator("#words").fill("# After the crash")
    other.get_by_role("button", name="Save").click()
    expect(other.locator("audio")).to_have_count(1)
    other.locator("audio").evaluate("audio => audio.play()")
    until(other, "() => document.querySelector('audio').currentTime > 2")


def test_a_recording_ends_with_its_page(recorder):
    page = recorder
    page.goto("/new")
    record(page, 6)
    page.goto("/")
    page.goto("/new")
    expect(page.locator("#record .notice")).to_contain_text("is not saved yet")


@pytest.mark.parametrize("count, look, shown", [(1, "one", 1), (2, "two", 2), (3, "three", 3), (4, "four", 4), (8, "five", 5)])
def test_a_card_shows_photos_by_their_number_and_edge_to_edge_on_a_phone(vault, open_page, count, look, shown):
    vault.note("many", "# Many", created="2026-06-01T10:00:00+02:00")
    for number in range(count):
        vault.picture(f"many.media/{number}.png", 400, 300)
    phone = open_page(390, 844, touch=True)
    phone.goto("/")
    row = phone.locator("[data-id=many] .row")
    expect(row).to_have_class(f"row {look}")
    expect(row.locator(".photo")).to_have_count(shown)
    box = row.bounding_box()
    assert abs(box["x"]) < 1 and abs(box["width"] - 390) < 1
    if count == 1:
        assert box["height"] >= 0.4 * 844 - 1
    if count > shown:
        expect(row.locator(".plus")).to_have_text(f"+{count - shown}")


def test_a_month_begins_with_its_photos_and_each_day_is_said_once(vault, open_page, axe):
    for day, count in [(3, 2), (9, 1)]:
        vault.note(f"day{day}", f"# Day {day}", created=f"2024-02-0{day}T10:00:00+01:00")
        for number in range(count):
            vault.picture(f"day{day}.media/{number}.png", 400, 300)
    page = open_page(390, 844, touch=True)
    page.goto("/m/2024-02")
    strip = page.get_by_role("group", name="Photos of the month")
    expect(strip.locator("time")).to_have_text(["9 Fri", "3 Sat"])
    assert page.evaluate("new Set([...document.querySelectorAll('[id]')].map((e) => e.id)).size === document.querySelectorAll('[id]').length")
    axe(page)
    strip.locator("a").first.click()
    # Keys are the viewer's once it is there.
    expect(page.locator("dialog.viewer[open] .stage > img").first).to_be_visible()
    expect(page).to_have_url(re.compile("day9.media"))
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("day3.media/0.png"))


def test_a_photo_has_its_colour_before_its_pixels_once_it_was_shown(vault, open_page):
    vault.note("red", "# Red", created="2026-06-01T10:00:00+02:00")
    vault.picture("red.media/red.png", 400, 300, (200, 20, 20))
    page = open_page()
    page.goto("/n/red")
    expect(page.locator("a.photo img")).to_have_js_property("complete", True)
    page.goto("/n/red?again")
    red, green, blue = page.locator("a.photo").evaluate(
        "photo => getComputedStyle(photo).backgroundColor.match(/\\d+/g).map(Number)")
    assert red > green + 60 and red > blue + 60


def test_a_wide_photo_stands_above_the_title_unless_the_text_has_photos(vault, open_page, axe):
    vault.note("wide", "# Wide", created="2026-06-01T10:00:00+02:00")
    vault.picture("wide.media/a.png", 300, 400)
    vault.picture("wide.media/b.png", 400, 300)
    page = open_page()
    page.goto("/n/wide")
    first = page.locator("a.photo.first")
    expect(first).to_have_count(1)
    assert "b.png" in first.get_attribute("href")
    expect(page.locator("a.photo")).to_have_count(2)
    assert first.bounding_box()["y"] < page.locator("h1").bounding_box()["y"]
    axe(page)
    page.goto("/n/diary")
    expect(page.locator("a.photo.first")).to_have_count(0)
