"""Reading and writing without a network: the service worker, the outbox, drafts, signing out, and installing."""

import json
import os
import re
import signal
from datetime import datetime
from http.client import HTTPConnection

import pytest
from playwright.sync_api import expect

from states import OUTBOX, all_sent, open_more, retry, until

pytestmark = [pytest.mark.expects_errors]


@pytest.fixture
def vault(vault):
    vault.note("bread", "# Bread\n\nFlour and water", created="2026-05-17T10:00:00+02:00")
    vault.note("list", "one\ntwo\nthree", created="2026-05-16T10:00:00+02:00")
    vault.note("sea", "![[sea.png]]", created="2026-05-15T10:00:00+02:00")
    vault.picture("sea.media/sea.png", 300, 200)
    return vault


#: The notes of the vault before anything is written.
OLD = 3


def ready(page, address="/"):
    """Goes there, and waits until the service worker has what can be read without the server."""
    page.goto(address)
    until(page, "navigator.serviceWorker.controller && caches.open('tl-pages-local').then((c) => c.match('/m/2026-05'))")
    return page


def write(page, text):
    page.fill("#words", text)
    page.click(".compose .primary")


def waiting(page):
    return page.locator("#waiting li")


def arrives(page, server):
    """Once the server is there, all that waits."""
    server.start()
    retry(page)
    expect(waiting(page)).to_have_count(0)


def server_drafts(vault):
    """The texts that `tl drafts` has."""
    return [path.read_text() for path in sorted((vault.folder / ".tl/local/drafts").glob("*.md"))]


def stored(page, store):
    return page.evaluate(
        """(store) => import(document.body.dataset.outbox)
          .then(({ database }) => database("readonly", (stores) => stores[store].count()))""", store)


def test_the_timeline_and_opened_notes_can_be_read_while_the_server_is_down(page, server):
    ready(page, "/n/bread")
    # The page that was open before the worker was there is kept when it is loaded again.
    page.reload()
    until(page, "caches.open('tl-pages-local').then((c) => c.match('/n/bread/edit'))")
    server.kill()
    page.goto("/")
    expect(page.locator(".card h3")).to_have_text(["Bread", "list", "sea"])
    expect(page.locator("#bar")).to_contain_text("This is a copy of")
    page.goto("/n/bread")
    expect(page.locator(".note .text")).to_contain_text("Flour and water")
    page.goto("/n/bread/edit")
    expect(page.locator("#words")).to_have_value(re.compile("Flour and water"))


def test_a_page_that_is_not_kept_says_what_can_be_read(page, server):
    ready(page)
    server.kill()
    page.goto("/?q=flour")
    expect(page.locator("h1")).to_have_text("No answer from the server")
    expect(page.locator("#kept li a").first).to_be_visible()


def test_a_new_tab_starts_while_the_server_is_down(page, server):
    ready(page)
    server.kill()
    other = page.context.new_page()
    other.goto("/")
    expect(other.locator(".card h3")).to_have_text(["Bread", "list", "sea"])


def test_a_server_that_hangs_is_not_waited_for_where_there_is_a_copy(page, server):
    ready(page)
    os.killpg(server.process.pid, signal.SIGSTOP)
    try:
        page.goto("/")
        expect(page.locator("#bar")).to_contain_text("This is a copy of")
        page.goto("/new")
        write(page, "While it hangs")
        expect(page.locator("#saved")).to_have_text("Saving…")
    finally:
        os.killpg(server.process.pid, signal.SIGCONT)
    expect(page).to_have_url(re.compile("/n/"))


def test_a_copy_does_not_say_what_was_done_before_it_was_made(page, server):
    ready(page, "/n/bread")
    open_more(page)
    page.get_by_role("button", name="Pin", exact=True).click()
    expect(page.locator("body > .notice")).to_have_text("Pinned. Undo")
    until(page, """caches.open("tl-pages-local").then((c) => c.match("/n/bread")).then((kept) => kept?.text())
      .then((text) => text?.includes("/n/bread/unpin"))""")
    server.kill()
    page.goto("/n/bread")
    expect(page.locator("#bar")).to_contain_text("This is a copy of")
    open_more(page)
    expect(page.get_by_role("button", name="Unpin", exact=True)).to_be_visible()
    expect(page.locator("#bar")).not_to_contain_text("Pinned")


def test_months_with_many_notes_are_kept_to_the_last_part(vault, open_page):
    month = f"{datetime.now():%Y-%m}"
    vault.notes(120, newest=f"{month}-28T12:00:00", hours=2)
    page = open_page()
    server = page.context.server
    ready(page)
    parts = """caches.open("tl-pages-local").then((c) => c.keys())
      .then((all) => all.filter((r) => r.url.includes("/m/") && !r.url.includes("fragment")).length)"""
    until(page, f"{parts}.then((n) => n >= 3)")
    server.kill()
    page.goto(f"/m/{month}")
    # What is near the end of the window is loaded without a click.
    until(page, """() => {
        document.querySelector('.pager.older a')?.click()
        return document.querySelectorAll('.card').length === 120
    }""")


def test_what_is_written_without_the_server_arrives_once(vault, page, server):
    ready(page)
    server.kill()
    page.goto("/new")
    write(page, "# Written on the train\n\nFour steps")
    expect(waiting(page)).to_have_count(1)
    expect(waiting(page)).to_contain_text("Written on the train")
    assert len(vault.files()) == OLD
    arrives(page, server)
    texts = [vault.text(name) for name in vault.files()]
    assert sum("Written on the train" in text for text in texts) == 1
    assert stored(page, "outbox") == 0 and stored(page, "drafts") == 0


def test_two_notes_that_were_written_without_the_server_are_two(vault, page, server):
    ready(page)
    server.kill()
    for text in ["Bread", "Butter"]:
        page.goto("/new")
        write(page, text)
        expect(waiting(page).filter(has_text=text)).to_have_count(1)
    arrives(page, server)
    assert len(vault.files()) == OLD + 2


def test_photos_wait_with_their_note(vault, page, server, tmp_path):
    ready(page)
    picture = vault.picture("sea.png")
    server.kill()
    page.goto("/new")
    page.set_input_files("#files", picture)
    write(page, "With the sea")
    expect(waiting(page)).to_have_count(1)
    page.close()
    other = page.context.new_page()
    server.start()
    other.goto("/drafts")
    retry(other)
    expect(waiting(other)).to_have_count(0)
    media = [name for name in vault.files("*.png") if name.startswith("20")]
    assert len(media) == 1
    assert vault.path(media[0]).read_bytes() == picture.read_bytes()


def test_an_answer_that_was_lost_is_asked_for_again_and_nothing_is_written_twice(vault, page, server):
    ready(page, "/new")
    page.fill("#words", "Answer lost")
    server_has_it = []

    def lose(route):
        if server_has_it:
            return route.abort()
        # The server does it; then it is killed before the browser has the answer.
        connection = HTTPConnection("127.0.0.1", server.port)
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in server.cookies)
        headers = route.request.headers | {"Host": server.address.split("//")[1], "Cookie": cookies}
        connection.request("POST", "/new", route.request.post_data_buffer, headers)
        assert connection.getresponse().status == 200
        server_has_it.append(len(vault.files()))
        server.kill()
        route.abort()

    page.route("**/new", lambda route: lose(route) if route.request.method == "POST" else route.fallback())
    page.click(".compose .primary")
    expect(waiting(page)).to_have_count(1)
    assert server_has_it == [OLD + 1]
    page.unroute("**/new")
    arrives(page, server)
    assert len(vault.files()) == OLD + 1


def test_an_edit_without_the_server_is_merged_with_what_changed_meanwhile(vault, page, server):
    ready(page, "/n/list/edit")
    server.kill()
    write(page, "one\ntwo\nTHREE")
    expect(waiting(page)).to_have_count(1)
    vault.note("list", "ONE\ntwo\nthree")
    arrives(page, server)
    assert "ONE\ntwo\nTHREE" in vault.text("list.md")


def test_an_edit_of_the_same_line_keeps_both_texts(vault, page, server):
    ready(page, "/n/list/edit")
    server.kill()
    write(page, "one\nTWO\nthree")
    expect(waiting(page)).to_have_count(1)
    vault.note("list", "one\n2\nthree")
    arrives(page, server)
    assert "one\n2\nthree" in vault.text("list.md")
    page.goto("/drafts")
    page.locator("#stored a").click()
    expect(page.locator("#words")).to_have_value(re.compile("TWO"))


def test_an_edit_that_waits_is_in_the_form_when_it_is_opened_again(vault, page, server):
    ready(page, "/n/list/edit")
    page.reload()
    server.kill()
    write(page, "one\nTWO\nthree")
    expect(waiting(page)).to_have_count(1)
    page.goto("/n/list/edit")
    expect(page.locator("#words")).to_have_value("one\nTWO\nthree")
    write(page, "ONE\nTWO\nthree")
    expect(waiting(page)).to_have_count(1)
    arrives(page, server)
    assert "ONE\nTWO\nthree" in vault.text("list.md")


def test_two_tabs_send_what_waits_once(vault, page, server):
    ready(page)
    server.kill()
    page.goto("/new")
    write(page, "From one of two tabs")
    expect(waiting(page)).to_have_count(1)
    other = page.context.new_page()
    other.goto("/drafts")
    expect(waiting(other)).to_have_count(1)
    server.start()
    for tab in (page, other):
        tab.evaluate("void import(document.body.dataset.outbox).then((outbox) => outbox.retry())")
    expect(waiting(page)).to_have_count(0)
    expect(waiting(other)).to_have_count(0)
    assert len(vault.files()) == OLD + 1


def test_a_pin_without_the_server_can_be_undone_or_arrives_later(vault, page, server):
    ready(page, "/n/bread")
    page.reload()
    server.kill()
    open_more(page)
    page.get_by_role("button", name="Pin", exact=True).click()
    expect(page.locator("#bar")).to_contain_text("Saved in this browser")
    assert stored(page, "outbox") == 1
    page.locator("#bar button").click()
    all_sent(page)
    open_more(page)
    page.get_by_role("button", name="Pin", exact=True).click()
    expect(page.locator("#bar")).to_contain_text("Saved in this browser")
    server.start()
    retry(page)
    expect(page.get_by_role("button", name="Unpin", exact=True)).to_be_focused()
    expect(page.locator("#bar")).to_contain_text("saved in the vault")
    assert "pinned: true" in vault.text("bread.md")


def test_what_the_server_refuses_stays_listed_with_its_reason(vault, page, server):
    ready(page, "/new")
    server.kill()
    write(page, "When was it")
    expect(waiting(page)).to_have_count(1)
    # With the lock of those who send: one that had read it before would put it back as it was.
    page.evaluate(
        """import(document.body.dataset.outbox).then(({ database, waiting }) =>
          navigator.locks.request(`tl-outbox-${document.body.dataset.account}`, async () => {
            const [operation] = await waiting();
            operation.fields = operation.fields.map(([n, v]) => [n, n === "when" ? "yesterday-ish" : v]);
            await database("readwrite", ({ outbox }) => outbox.put(operation, operation.key));
          }))""")
    server.start()
    retry(page)
    expect(waiting(page)).to_contain_text("yesterday-ish")
    assert len(vault.files()) == OLD
    waiting(page).get_by_role("button", name=re.compile("^Open")).click()
    expect(page.locator("#words")).to_have_value("When was it")


def test_a_draft_is_on_the_server_too_and_goes_with_the_note(vault, page, server):
    ready(page, "/new")
    with page.expect_response(lambda answer: answer.url.endswith("/drafts") and answer.request.method == "POST"):
        page.locator("#words").press_sequentially("Half written")
    assert server_drafts(vault) == ["Half written"]
    page.click(".compose .primary")
    expect(page.locator(".note .text")).to_contain_text("Half written")
    assert server_drafts(vault) == []
    assert stored(page, "drafts") == 0


def test_the_drafts_are_listed_opened_and_discarded(vault, page, server):
    ready(page, "/new")
    with page.expect_response(lambda answer: answer.url.endswith("/drafts") and answer.request.method == "POST"):
        page.locator("#words").press_sequentially("Half written")
    until(page, f"{OUTBOX}.then((o) => o.database('readonly', (s) => s.drafts.count())).then((n) => n === 1)")
    page.goto("/drafts")
    expect(page.locator("#local li")).to_have_count(1)
    page.locator("#local a").click()
    expect(page.locator("#words")).to_have_value("Half written")
    page.goto("/drafts")
    page.locator("#local summary").click()
    page.locator("#local button").click()
    expect(page.locator("#local li")).to_have_count(0)


def test_signing_out_removes_what_is_kept_and_leaves_what_was_not_sent(vault, page, server):
    ready(page)
    server.kill()
    page.goto("/new")
    write(page, "Not sent")
    expect(waiting(page)).to_have_count(1)
    server.start()
    page.evaluate("""import(document.body.dataset.outbox).then(async ({ database, waiting }) => {
      const [operation] = await waiting();
      await database("readwrite", ({ outbox }) => outbox.put({ ...operation, reason: "held" }, operation.key));
    })""")
    page.goto("/")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.accept()))
    # There is no button for it yet: the form of the page, with its address.
    page.evaluate(
        """() => {
          const form = document.getElementById("act");
          const button = Object.assign(document.createElement("button"), { textContent: "out" });
          button.setAttribute("form", "act");
          button.formAction = "/logout";
          document.body.append(button);
          button.click();
        }""")
    expect(page).to_have_url(re.compile("/login"))
    assert len(asked) == 1 and "not sent" in asked[0]
    names = page.evaluate("caches.keys()")
    assert [name for name in names if not name.startswith("tl-shell-")] == []
    count = page.evaluate(
        """new Promise((done) => {
          const opening = indexedDB.open("tl-local", 1);
          opening.onsuccess = () => {
            const request = opening.result.transaction("outbox").objectStore("outbox").count();
            request.onsuccess = () => done(request.result);
          };
        })""")
    assert count == 1


def test_a_session_that_has_ended_takes_its_copies_with_it(page, server):
    ready(page)
    page.context.clear_cookies()
    page.goto("/")
    expect(page.get_by_label("Code", exact=True)).to_be_visible()
    until(page, "caches.keys().then((all) => all.every((n) => n.startsWith('tl-shell-')))")


def test_never_kept_are_events_the_api_and_the_way_in(page, server):
    ready(page)
    page.goto("/login")
    page.goto("/")
    addresses = page.evaluate(
        """caches.keys().then((names) => Promise.all(names.map((n) => caches.open(n).then((c) => c.keys()))))
          .then((all) => all.flat().map((request) => new URL(request.url).pathname))""")
    assert not [path for path in addresses if re.match(r"/(events|api|login|logout|sw\.js)", path)]


def test_pictures_are_kept_within_a_bound(vault, page, server):
    ready(page, "/n/sea")
    page.reload()
    until(page, "caches.open('tl-media-local').then((c) => c.keys()).then((k) => k.length > 0)")
    server.kill()
    page.goto("/n/sea")
    expect(page.locator(".note img").first).to_be_visible()
    until(page, "document.querySelector('.note img').naturalWidth > 0")


def test_it_can_be_installed(page, server):
    ready(page)
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = json.loads(page.evaluate("(link) => fetch(link).then((answer) => answer.text())", link))
    assert manifest["name"] == "notes" and manifest["start_url"] == "/"
    assert manifest["share_target"]["action"] == "/share-target"
    for icon in manifest["icons"]:
        size = page.evaluate(
            """(src) => new Promise((done, fail) => {
              const image = Object.assign(new Image(), { src, onload: () => done(image.naturalWidth), onerror: fail });
            })""", icon["src"])
        assert icon["sizes"] in ("any", f"{size}x{size}")
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A browser without a profile installs nothing.
    assert [p["errorId"] for p in problems if p["errorId"] != "in-incognito"] == []


def test_what_is_shared_becomes_a_draft_with_its_files(vault, page, server):
    ready(page)
    page.evaluate(
        """() => {
          const form = document.createElement("form");
          Object.assign(form, { method: "post", action: "/share-target", enctype: "multipart/form-data" });
          const field = (name, value) => {
            const input = document.createElement("input");
            Object.assign(input, { name, value });
            form.append(input);
          };
          field("title", "From another app");
          field("url", "https://example.org/");
          const files = Object.assign(document.createElement("input"), { type: "file", name: "files" });
          const transfer = new DataTransfer();
          transfer.items.add(new File(["GIF89a"], "shared.gif", { type: "image/gif" }));
          files.files = transfer.files;
          form.append(files);
          document.body.append(form);
          HTMLFormElement.prototype.submit.call(form);
        }""")
    expect(page).to_have_url(re.compile("/new\\?draft="))
    expect(page.locator("#words")).to_have_value("From another app\n\nhttps://example.org/")
    expect(page.locator("#picked li")).to_have_count(1)
    page.click(".compose .primary")
    expect(page.locator(".note .text")).to_contain_text("From another app")
    assert len([name for name in vault.files("*.gif") if ".media/" in name]) == 1


def test_the_drafts_and_the_page_without_a_server_have_names_for_everything(page, server, axe):
    ready(page, "/drafts")
    axe(page)
    page.goto("/offline")
    axe(page)


#: Where something of the note `sea` is kept, but that it is sealed.
KEPT_OF_SEA = """Promise.resolve().then(async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const path = new URL(request.url).pathname;
      // The worker may have removed it since the list was made.
      const text = path.startsWith("/a/") ? "" : ((await (await cache.match(request))?.text()) ?? "");
      if (/sea/.test(path) || (text.includes('"/n/sea"') && !text.includes("Sealed until")) || text.includes("sea.png")) found.push(path);
    }
  }
  return found;
})"""


@pytest.mark.parametrize("is_sealed", [True, False])
def test_of_a_note_that_was_sealed_or_deleted_nothing_stays_in_the_browser(vault, server, page, is_sealed):
    ready(page)
    page.goto("/n/sea")
    until(page, f"{KEPT_OF_SEA}.then((found) => ['/n/sea', '/n/sea/edit', '/m/2026-05'].every((path) => found.includes(path)))")
    until(page, f"{KEPT_OF_SEA}.then((found) => found.some((path) => path.endsWith('sea.png')))")
    if is_sealed:
        vault.note("sea", "![[sea.png]]", created="2026-05-15T10:00:00+02:00", open_after="2043-01-01")
    else:
        vault.remove("sea.md")
    until(page, f"{KEPT_OF_SEA}.then((found) => found.length === 0)")


def test_nor_of_a_conflict_copy_of_a_note_that_was_sealed(vault, server, page):
    vault.note("sea-copy", "# Another sea", created="2026-05-15T10:00:00+02:00", conflict_of="sea", conflict_from="phone")
    ready(page)
    page.goto("/n/sea-copy")
    until(page, f"{KEPT_OF_SEA}.then((found) => found.includes('/n/sea-copy'))")
    vault.note("sea", "![[sea.png]]", created="2026-05-15T10:00:00+02:00", open_after="2043-01-01")
    until(page, f"{KEPT_OF_SEA}.then((found) => found.length === 0)")


@pytest.mark.parametrize("is_sealed", [True, False])
def test_nor_does_it_where_its_page_was_never_opened_and_much_changes_at_once(vault, server, page, is_sealed):
    for number in range(30):
        vault.note(f"n{number:02}", "words", created="2026-05-14T10:00:00+02:00")
    ready(page)
    page.goto("/photos")
    page.goto("/p/sea.media/sea.png")
    wanted = "['/photos', '/p/sea.media/sea.png', '/m/2026-05']"
    until(page, f"{KEPT_OF_SEA}.then((found) => {wanted}.every((path) => found.includes(path)))")
    page.goto("/")
    for number in range(30):
        vault.note(f"n{number:02}", "other words", created="2026-05-14T10:00:00+02:00")
    if is_sealed:
        vault.note("sea", "![[sea.png]]", created="2026-05-15T10:00:00+02:00", open_after="2043-01-01")
    else:
        vault.remove("sea.md")
    until(page, f"{KEPT_OF_SEA}.then((found) => found.length === 0)")
    # What does not have it is kept further.
    until(page, "caches.open('tl-pages-local').then((c) => c.match('/m/2026-05'))")
