"""Files change under an open page: nothing moves, nothing is lost, and the page tells the truth."""

import http.client
import http.server
import re
import threading

import pytest
from playwright.sync_api import expect

from states import open_more, until


@pytest.fixture
def vault(vault):
    vault.notes(30)
    return vault


def test_newer_notes_wait_behind_a_bar_and_move_nothing(vault, page, live_page):
    live_page(page)
    page.evaluate("document.querySelector('[data-id=note-0010]').scrollIntoView()")
    before = page.evaluate("document.querySelector('[data-id=note-0010]').getBoundingClientRect().top")
    for number in range(3):
        vault.note(f"fresh-{number}", f"# Fresh {number}", created="2026-05-18T10:00:00+02:00")
    bar = page.locator("#newer a")
    expect(bar).to_have_text("3 newer notes")
    assert page.evaluate("document.querySelector('[data-id=note-0010]').getBoundingClientRect().top") == before
    expect(page.locator("#say")).to_have_text("3 newer notes")
    expect(page.get_by_text("Fresh 0")).to_have_count(0)
    bar.click()
    expect(page.locator(".card h3").first).to_have_text(re.compile("Fresh"))
    expect(bar).to_be_hidden()


def test_a_card_changes_in_its_place(vault, page, live_page):
    live_page(page)
    below = page.locator("[data-id=note-0004]")
    vault.note("note-0002", "# Rewritten\n\nshort", created="2026-05-16T20:00:00+02:00")
    expect(page.locator("[data-id=note-0002] h3")).to_have_text("Rewritten")
    expect(below).to_be_attached()
    expect(page.locator("#newer")).to_be_hidden()


def test_a_card_with_the_focus_inside_stays_as_it_is(vault, page, live_page):
    live_page(page)
    link = page.locator("[data-id=note-0002] h3 a")
    link.focus()
    vault.note("note-0002", "# Rewritten", created="2026-05-16T20:00:00+02:00")
    # Changes are handled in their order.
    vault.note("note-0003", "# Rewritten too", created="2026-05-16T13:00:00+02:00")
    expect(page.locator("[data-id=note-0003] h3")).to_have_text("Rewritten too")
    expect(link).to_be_focused()
    expect(link).to_have_text("Note 2")


def test_a_removed_note_leaves_the_page(vault, page, live_page):
    live_page(page)
    vault.remove("note-0002.md")
    expect(page.locator("[data-id=note-0002]")).to_be_hidden()


def test_what_changed_before_the_page_listens_is_seen(vault, page):
    page.route("**/events*", lambda route: (vault.note("between", "# Between", created="2026-05-18T10:00:00+02:00"),
                                            vault.note("note-0002", "# Rewritten", created="2026-05-16T20:00:00+02:00"),
                                            route.continue_()))
    page.goto("/")
    expect(page.locator("#newer a")).to_have_text("1 newer note")
    expect(page.locator("[data-id=note-0002] h3")).to_have_text("Rewritten")


def test_an_empty_timeline_tells_of_the_first_note(tmp_path, start_server, open_page, live_page):
    from vaults import Vault
    empty = Vault(tmp_path / "empty")
    page = live_page(open_page(server=start_server(empty)))
    empty.note("first", "# First")
    expect(page.locator("#newer a")).to_have_text("1 newer note")
    page.locator("#newer a").click()
    expect(page.locator(".card h3")).to_have_text("First")


def test_the_page_from_the_cache_of_the_back_button_shows_what_changed_meanwhile(
        vault, open_page, browser_with_back_cache, live_page):
    page = live_page(open_page(browser=browser_with_back_cache))
    page.evaluate("document.documentElement.dataset.mark = 'same document'")
    page.locator("[data-id=note-0005] h3 a").click()
    expect(page.locator("article.note h1")).to_have_text("Note 5")
    vault.note("note-0002", "# Rewritten", created="2026-05-16T20:00:00+02:00")
    page.evaluate("setTimeout(() => history.back())")
    expect(page.locator("[data-id=note-0002] h3")).to_have_text("Rewritten")
    expect(page.locator("html")).to_have_attribute("data-mark", "same document")


@pytest.fixture
def buffering_proxy(server):
    """The address of a proxy that passes on an answer when it has ended, and so never a stream of events."""

    class Proxy(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            headers = {name: value for name, value in self.headers.items() if name.lower() != "accept-encoding"}
            connection.request("GET", self.path, headers=headers | {"Host": server.address.removeprefix("http://")})
            answer = connection.getresponse()
            body = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.daemon_threads = True
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    yield re.sub(r":\d+$", f":{proxy.server_port}", server.address)
    proxy.shutdown()


@pytest.mark.expects_errors  # The service worker that is blocked here.
def test_behind_a_proxy_that_holds_events_back_the_page_asks(vault, buffering_proxy, open_page):
    page = open_page(service_workers="block")
    page.goto(buffering_proxy + "/")
    expect(page.locator("[data-id=note-0002] h3")).to_have_text("Note 2")
    vault.note("note-0002", "# Rewritten", created="2026-05-16T20:00:00+02:00")
    expect(page.locator("[data-id=note-0002] h3")).to_have_text("Rewritten")


@pytest.mark.expects_errors
def test_the_page_goes_on_after_the_server_was_ended_and_started(vault, server, page, live_page):
    live_page(page)
    server.kill()
    vault.note("while-down", "# While it was down", created="2026-05-18T10:00:00+02:00")
    server.start()
    expect(page.locator("#newer a")).to_have_text("1 newer note")


def test_eight_tabs_of_one_browser_all_load_and_all_hear(vault, page, live_page):
    live_page(page)
    others = [page.context.new_page() for _ in range(7)]
    for other in others:
        other.goto("/")
    vault.note("fresh", "# Fresh", created="2026-05-18T10:00:00+02:00")
    for tab in [page, *others]:
        expect(tab.locator("#newer a")).to_have_text("1 newer note")


def test_the_way_to_newer_notes_stays_after_a_jump(vault, page, live_page):
    live_page(page, "/?at=2026-05")
    vault.notes(1, newest="2026-07-01T10:00:00", prefix="july")
    live_page(page, "/?at=2026-05")
    link = page.locator("#newer a")
    before = link.get_attribute("href")
    vault.note("fresh", "# Fresh", created="2026-07-18T10:00:00+02:00")
    vault.note("note-0002", "# Rewritten", created="2026-05-16T20:00:00+02:00")
    expect(page.locator("[data-id=note-0002] h3")).to_have_text("Rewritten")
    expect(link).to_have_attribute("href", before)
    expect(link).to_have_text("Newer")


# An open note

@pytest.fixture
def story(vault):
    vault.note("story", "# Story\n\nOnce there was\n\n- [ ] an end", tags=["old"])
    vault.sound("story.media/bell.wav", 20)
    return "/n/story"


def rewrite(vault, text="# Story\n\nOnce there were two"):
    vault.note("story", text, tags=["new"])


def test_an_open_note_changes_with_its_file(vault, story, page, live_page):
    live_page(page, story)
    page.evaluate("document.documentElement.dataset.mark = 'same document'")
    rewrite(vault, "# Another story\n\nOnce there were two")
    expect(page.locator("article.note h1")).to_have_text("Another story")
    expect(page.locator(".text")).to_contain_text("Once there were two")
    expect(page.locator("article.note .foot a")).to_have_text("#new")
    expect(page).to_have_title(re.compile("Another story"))
    expect(page.locator("html")).to_have_attribute("data-mark", "same document")
    expect(page.locator("#bar")).to_be_hidden()


def test_a_part_of_a_note_that_stays_the_same_is_left_alone(vault, story, page, live_page):
    live_page(page, story)
    expect(page.locator(".sound")).to_be_visible()
    page.locator("audio").evaluate("audio => { audio.mark = 'same'; audio.play() }")
    until(page, "document.querySelector('audio').currentTime > 0")
    rewrite(vault)
    expect(page.locator(".text")).to_contain_text("two")
    assert page.locator("audio").evaluate("audio => audio.mark") == "same"
    assert not page.locator("audio").evaluate("audio => audio.paused")
    expect(page.locator("#bar")).to_be_hidden()


@pytest.mark.parametrize("hold", [
    "document.querySelector('.text input').focus()", "getSelection().selectAllChildren(document.querySelector('.text p'))"])
def test_a_note_in_which_somebody_is_at_work_says_that_it_has_changed(vault, story, page, live_page, hold):
    live_page(page, story)
    page.evaluate(hold)
    rewrite(vault)
    bar = page.locator("#bar")
    expect(bar).to_contain_text("This note has changed.")
    expect(page.locator(".text")).to_contain_text("Once there was")
    # The newest text is shown, not that of which the bar told.
    rewrite(vault, "# Story\n\nOnce there were three")
    vault.note("marker", "# Marker")
    bar.get_by_role("button", name="Show it").click()
    expect(page.locator(".text")).to_contain_text("three")
    expect(bar).to_be_hidden()
    until(page, "document.activeElement.id === 'main'")


def test_an_action_that_has_the_focus_keeps_it_in_the_new_version(vault, story, page, live_page):
    live_page(page, story)
    open_more(page)
    page.get_by_role("button", name="Pin", exact=True).focus()
    vault.write("story.md", vault.text("story.md").replace("---\n", "---\npinned: true\n", 1))
    expect(page.get_by_role("button", name="Unpin", exact=True)).to_be_focused()
    rewrite(vault)
    expect(page.locator(".text")).to_contain_text("two")
    expect(page.locator("#bar")).to_be_hidden()


def test_a_task_that_is_ticked_here_is_no_change_to_be_told(vault, story, page, live_page):
    live_page(page, story)
    page.evaluate(
        """() => {
          const bar = document.getElementById("bar");
          window.told = [];
          new MutationObserver(() => told.push(bar.textContent)).observe(bar, {childList: true, attributes: true});
        }""")
    box = page.get_by_role("checkbox")
    box.check()
    expect(box).to_be_focused()
    until(page, "document.querySelector('.text input').hasAttribute('checked')")
    # The page is told of both changes in their order.
    vault.write("story.md", vault.text("story.md").replace("[old]", "[new]"))
    expect(page.locator("article.note .foot a")).to_have_text("#new")
    expect(box).to_be_focused()
    expect(box).to_be_checked()
    assert page.evaluate("told") == []


def test_a_note_that_is_removed_stays_readable_and_says_so(vault, story, page, live_page):
    live_page(page, story)
    vault.remove("story.md")
    expect(page.locator("#bar")).to_contain_text("This note is not there any more.")
    expect(page.locator(".text")).to_contain_text("Once there was")


def test_a_note_from_the_cache_of_the_back_button_shows_what_changed_meanwhile(
        vault, story, open_page, browser_with_back_cache, live_page):
    page = live_page(open_page(browser=browser_with_back_cache), story)
    page.locator(".back a").click()
    expect(page.locator("#feed .card").first).to_be_visible()
    rewrite(vault)
    page.evaluate("setTimeout(() => history.back())")
    expect(page.locator(".text")).to_contain_text("two")
