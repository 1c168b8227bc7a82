"""Files on their way: one by one, before what they belong to; what has arrived is not sent twice."""

import re
from http.client import HTTPConnection

import pytest
from playwright.sync_api import expect
from states import all_sent, retry, until
from vaults import png

pytestmark = [pytest.mark.expects_errors]
FILES = re.compile("/api/v1/media")


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "camera"
    folder.mkdir()
    paths = []
    for name in ("a", "b", "c", "d"):
        path = folder / f"{name}.png"
        path.write_bytes(png(60, 40, (200, 120, 90)) + name.encode())
        paths.append(path)
    return paths


def compose(page, files, text="# Four photos"):
    page.goto("/new")
    until(page, "navigator.serviceWorker.controller && caches.match('/drafts')")
    page.fill("#words", text)
    page.set_input_files("#files", files)
    expect(page.locator("#picked li")).to_have_count(len(files))


def save(page):
    page.click(".compose .primary")


def names(vault):
    """Of the photos in the vault, outside of the trash."""
    return sorted(name.split("/")[-1] for name in vault.files("*.png"))


def post(route, server):
    """Has the server do it; the browser gets no answer."""
    connection = HTTPConnection("127.0.0.1", server.port)
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in server.cookies)
    headers = route.request.headers | {"Host": server.address.split("//")[1], "Cookie": cookies}
    connection.request("POST", "/new", route.request.post_data_buffer, headers)
    return connection.getresponse().status


def sent(page, method="PUT"):
    """The addresses of the files that go to the server from now on."""
    addresses = []
    page.context.on("request", lambda request: request.method == method and addresses.append(request.url))
    return addresses


def test_files_that_have_arrived_are_not_sent_again(vault, page, files):
    compose(page, files)
    arrived = []

    def lose(route):
        if route.request.method == "HEAD":
            return route.fallback()
        if len(arrived) == 2:
            return route.abort()
        arrived.append(route.request.method)
        return route.fallback()

    page.route(FILES, lose)
    # What is sent again is sent by PUT.
    again = sent(page)
    save(page)
    expect(page.locator("#waiting li")).to_contain_text("Four photos")
    page.unroute(FILES)
    retry(page)
    all_sent(page)
    assert names(vault) == ["a.png", "b.png", "c.png", "d.png"]
    assert arrived == ["POST", "POST"] and len(set(again)) == 2


def test_a_tab_that_ends_while_it_sends_photos_loses_nothing(vault, page, files):
    compose(page, files)
    page.route(FILES, lambda route: None)
    with page.expect_request(FILES):
        save(page)
    other = page.context.new_page()
    page.close()
    other.goto("/drafts")
    all_sent(other)
    assert names(vault) == ["a.png", "b.png", "c.png", "d.png"]
    assert len(vault.files()) == 1
    # It was written as a draft, which is no draft any more.
    expect(other.locator("#local li")).to_have_count(0)
    other.goto("/new")
    expect(other.locator("#words")).to_have_value("")


def test_what_was_saved_by_a_tab_that_ended_is_no_draft_that_could_be_changed_in_vain(vault, page, server):
    """The server writes the note, and the tab ends before it has the answer."""
    compose(page, [], "# Once")
    written = []

    def end(route):
        if route.request.method == "POST":
            written.append(post(route, server))
        else:
            route.fallback()

    page.route("**/new", end)
    save(page)
    while not written:
        page.evaluate("0")
    other = page.context.new_page()
    page.close()
    other.goto("/new")
    all_sent(other)
    expect(other.locator("#words")).to_have_value("")
    other.fill("#words", "# Once more")
    save(other)
    expect(other.locator("h1")).to_have_text("Once more")
    assert {vault.text(name).rsplit("\n\n")[-1] for name in vault.files()} == {"# Once\n", "# Once more\n"}


def test_a_note_whose_answer_was_lost_is_asked_for_without_its_photos(vault, page, server, files):
    compose(page, files)
    written = []

    def lose(route):
        if route.request.method != "POST" or written:
            return route.fallback()
        written.append(post(route, server))
        return route.abort()

    page.route("**/new", lose)
    posts, puts = sent(page, "POST"), sent(page)
    save(page)
    expect(page).to_have_url(re.compile("/drafts$"))
    all_sent(page)
    assert sum(address.endswith("/media") for address in posts) == 4 and puts == [] and written == [200]
    assert names(vault) == ["a.png", "b.png", "c.png", "d.png"] and len(vault.files()) == 1


def test_a_form_that_was_refused_sends_its_photos_once(vault, page, files):
    vault.note("list", "one\ntwo\nthree")
    # Until the server has seen it.
    while page.goto("/n/list/edit").status != 200:
        pass
    page.fill("#words", "one\nTWO\nthree")
    page.set_input_files("#files", files)
    vault.note("list", "one\n2\nthree")
    posts, puts = sent(page, "POST"), sent(page)
    save(page)
    expect(page.get_by_role("alert")).to_contain_text("both versions")
    page.fill("#words", "one\nboth\nthree")
    save(page)
    expect(page.locator(".text")).to_contain_text("both")
    assert sum(address.endswith("/media") for address in posts) == 4 and puts == []
    assert names(vault) == ["a.png", "b.png", "c.png", "d.png"]


def test_a_file_that_the_server_lost_is_sent_again(vault, page, server, files):
    compose(page, files[:1])
    posts = []

    def empty(route):
        """Before the form arrives, another one takes the file."""
        if route.request.method == "POST" and not posts:
            posts.append(route.request.url)
            for path in (server.folder / "state").rglob("media/*"):
                path.unlink()
        route.fallback()

    page.route("**/new", empty)
    save(page)
    expect(page.locator("h1")).to_have_text("Four photos")
    assert len(posts) == 1 and names(vault) == ["a.png"]


def test_without_hashes_files_that_have_arrived_are_sent_again_and_there_once(vault, page, files):
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    compose(page, files[:2])
    posts = sent(page, "POST")
    page.route(FILES, lambda route: route.abort() if len(posts) >= 2 else route.fallback())
    save(page)
    expect(page.locator("#waiting li")).to_contain_text("Four photos")
    page.unroute(FILES)
    retry(page)
    all_sent(page)
    assert names(vault) == ["a.png", "b.png"]


def test_a_file_that_is_gone_is_named_and_the_rest_stays(vault, page, files):
    compose(page, files[:2])
    files[1].unlink()
    save(page)
    expect(page.get_by_role("alert")).to_contain_text("b.png cannot be read any more: choose it again.")
    expect(page.locator("#words")).to_have_value("# Four photos")
    assert vault.files() == []
    page.get_by_role("button", name="Remove: b.png").click()
    save(page)
    expect(page.locator("h1")).to_have_text("Four photos")
    assert names(vault) == ["a.png"]


def test_a_browser_that_cannot_store_files_sends_them_all_the_same(vault, page, files):
    page.add_init_script("""
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if (this.name === "blobs") this.transaction.abort();
        return put.call(this, value, key);
      };""")
    compose(page, files[:2])
    expect(page.locator("#saved")).to_contain_text("Kept on this device without its files")
    save(page)
    expect(page.locator("h1")).to_have_text("Four photos")
    assert names(vault) == ["a.png", "b.png"] and len(vault.files()) == 1


def test_a_browser_whose_database_hangs_saves_all_the_same(vault, page, files):
    page.add_init_script("IDBFactory.prototype.open = () => ({})")
    page.goto("/new")
    page.fill("#words", "# Four photos")
    page.set_input_files("#files", files)
    save(page)
    expect(page.locator("h1")).to_have_text("Four photos")
    assert len(names(vault)) == 4


def test_each_photo_has_a_bar(page, files):
    compose(page, files)
    held = []
    page.route("**/new", lambda route: held.append(route) if route.request.method == "POST" else route.fallback())
    save(page)
    expect(page.locator("#picked progress")).to_have_count(4)
    for bar in page.locator("#picked progress").all():
        expect(bar).to_have_js_property("value", 1)
    while not held:
        page.evaluate("0")
    held[0].fallback()
    expect(page.locator("h1")).to_have_text("Four photos")
