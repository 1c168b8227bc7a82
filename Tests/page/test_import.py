"""The import of photos: bars while they are sent and while notes are made, and what is left of one that ends early."""

import fcntl
from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect
from vaults import png


def photos(folder, count, width=120):
    """Pictures of which each has a day of its own, by its name."""
    folder.mkdir(exist_ok=True)
    paths = []
    for number in range(count):
        path = folder / f"IMG_{date(2026, 1, 1) + timedelta(number):%Y%m%d}_100000.png"
        # What follows the picture makes each file another one.
        path.write_bytes(png(width, 90, (200, 120, 90)) + str(number).encode())
        paths.append(path)
    return paths


def look(page, paths):
    page.goto("/import")
    page.set_input_files("#photos", paths)
    page.click("#send button.primary")


@contextmanager
def locked(vault):
    """The vault as another program has it, which writes."""
    lock = vault.path(".tl/local/write.lock")
    lock.parent.mkdir(exist_ok=True)
    with open(lock, "a") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def test_photos_are_sent_looked_at_and_imported(vault, page, tmp_path, axe):
    look(page, photos(tmp_path / "camera", 3))
    expect(page.locator("h1")).to_have_text("3 photos in 3 new notes")
    axe(page)
    page.click("main button.primary")
    expect(page.locator(".notice")).to_contain_text("3 files imported, 3 new notes.")
    assert len(vault.files()) == 3


def test_photos_of_one_moment_become_one_note_unless_each_is_wanted(page, tmp_path):
    paths = photos(tmp_path / "camera", 2)
    paths[1] = paths[1].rename(paths[0].with_name("IMG_20260101_103000.png"))
    look(page, paths)
    expect(page.locator("h1")).to_have_text("2 photos in 1 new note")
    page.get_by_role("link", name="Photo", exact=True).click()
    expect(page.locator("h1")).to_have_text("2 photos in 2 new notes")


def test_what_is_here_already_is_shown_and_leads_to_its_note(page, tmp_path, axe):
    paths = photos(tmp_path / "camera", 2)
    look(page, paths)
    page.click("main button.primary")
    expect(page.locator(".notice")).to_contain_text("2 files imported")
    look(page, paths)
    expect(page.locator("h1")).to_have_text("All 2 photos are already here")
    expect(page.locator(".here img")).to_have_count(2)
    expect(page.locator(".segments")).to_have_count(0)
    axe(page)
    page.get_by_role("button", name="Choose others").click()
    expect(page.locator(".earlier")).to_have_count(0)
    look(page, paths[:1])
    expect(page.locator("h1")).to_have_text("1 photo is already here")
    page.get_by_role("link", name="Open the note").click()
    expect(page.locator("article.note")).to_be_visible()


def test_photos_of_a_day_become_one_note(vault, page, tmp_path):
    paths = photos(tmp_path / "camera", 3)
    day = [path.rename(path.with_name(f"IMG_20260517_{10 + 3 * number}0000.png")) for number, path in enumerate(paths)]
    look(page, day)
    expect(page.locator("h1")).to_have_text("3 photos in 3 new notes")
    expect(page.locator(".taken img").first).to_have_js_property("complete", True)
    page.get_by_role("link", name="Day").click()
    page.get_by_role("button", name="Add 3 photos as 1 note").click()
    expect(page.locator(".notice")).to_contain_text("3 files imported, 1 new note.")
    assert len(vault.files()) == 1


def test_what_is_chosen_is_shown_added_to_and_taken_back(page, tmp_path, axe):
    paths = photos(tmp_path / "camera", 3)
    page.goto("/import")
    expect(page.locator("#send button.primary")).to_be_hidden()
    page.set_input_files("#photos", paths[:2])
    expect(page.locator("#picked img")).to_have_count(2)
    page.wait_for_function("[...document.querySelectorAll('#picked img')].every((image) => image.naturalWidth)")
    axe(page)
    # Again one of the first.
    page.set_input_files("#photos", paths[1:])
    expect(page.locator("#picked img")).to_have_count(3)
    expect(page.locator("#send .go")).to_contain_text("3 chosen")
    page.get_by_role("button", name="Remove IMG_20260102_100000.png").click()
    expect(page.locator("#picked img")).to_have_count(2)
    expect(page.locator("#send .go")).to_contain_text("2 chosen")
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#picked")).to_be_hidden()
    expect(page.locator("#send button.primary")).to_be_hidden()


def test_the_bar_says_how_much_is_sent(page, tmp_path, axe):
    """The server's answer is held back, so that the page stays as it is after the last byte."""
    held = []
    page.route("**/import", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    look(page, photos(tmp_path / "camera", 3))
    expect(page.locator("#sending progress")).to_be_visible()
    expect(page.locator("#send button.primary")).to_be_disabled()
    axe(page)
    held[0].continue_()
    expect(page.locator("h1")).to_have_text("3 photos in 3 new notes")


def test_sending_can_be_stopped_and_begun_again(vault, page, tmp_path):
    page.route("**/api/v1/media", lambda route: None)
    look(page, photos(tmp_path / "camera", 2))
    page.click("#sending button")
    expect(page.locator("#sending")).to_have_count(0)
    expect(page.locator("#send button.primary")).to_be_enabled()
    page.unroute("**/api/v1/media")
    page.click("#send button.primary")
    expect(page.locator("h1")).to_have_text("2 photos in 2 new notes")


@pytest.mark.expects_errors
def test_a_server_that_is_gone_while_photos_are_sent_is_said(server, page, tmp_path):
    page.goto("/import")
    page.set_input_files("#photos", photos(tmp_path / "camera", 1))
    server.kill()
    page.click("#send button.primary")
    expect(page.locator("[role=alert]")).to_contain_text("Not all photos have arrived")
    server.start()
    page.click("#send button.primary")
    expect(page.locator("h1")).to_have_text("1 photo in 1 new note")


@pytest.mark.expects_errors
def test_an_import_of_a_server_that_was_killed_goes_on(vault, server, page, tmp_path):
    look(page, photos(tmp_path / "camera", 120))
    expect(page.locator("h1")).to_contain_text("120 new notes")
    page.click("main button.primary")
    expect(page.locator("#run, .notice:not(:empty)")).to_be_visible()
    address = page.url
    server.kill()
    written = len(vault.files())
    server.start()
    page.goto(address)
    if written < 120:
        page.click("main button.primary")
        expect(page.locator(".notice")).to_contain_text("imported", timeout=20_000)
    assert len(vault.files()) == 120
    assert len([name for name in vault.files("*.png") if "trash" not in name]) == 120


def test_the_page_follows_an_import_that_waits_for_another_program(vault, server, page, tmp_path):
    """Another program holds the vault's lock, so the import stands at its first note until that ends."""
    look(page, photos(tmp_path / "camera", 2))
    expect(page.locator("h1")).to_contain_text("2 new notes")
    with locked(vault):
        page.click("main button.primary")
        expect(page.locator("#run label")).to_have_text("0 of 2 notes written.")
    expect(page.locator(".notice")).to_contain_text("2 files imported, 2 new notes.")


def test_without_script_the_page_shows_how_far_it_is_and_ends_by_itself(vault, no_script, tmp_path):
    look(no_script, photos(tmp_path / "camera", 2))
    no_script.click("main button.primary")
    expect(no_script.locator(".notice")).to_contain_text("2 files imported", timeout=15_000)
    assert len(vault.files()) == 2


def test_a_running_import_is_stopped_and_goes_on_later(vault, page, tmp_path, axe):
    look(page, photos(tmp_path / "camera", 120))
    expect(page.locator("h1")).to_contain_text("120 new notes")
    with locked(vault):
        page.click("main button.primary")
        expect(page.locator("#run")).to_contain_text("0 of 120 notes written.")
        axe(page)
        page.get_by_role("button", name="Stop").click()
        expect(page.locator("#run")).to_contain_text("It stops after the notes that are being written.")
    expect(page.locator("[role=alert]")).to_contain_text("The import was stopped.")
    written = len(vault.files())
    assert 0 < written < 120
    expect(page.locator("h1")).to_contain_text(f"{120 - written} new notes")
    page.click("main button.primary")
    expect(page.locator(".notice")).to_contain_text(f"{120 - written} files imported")
    assert len(vault.files()) == 120
