"""The page in WebKit: every page, and reading without the server. Chromium's tests go deeper."""

import pytest

from gallery import PAGES
from webkit import WebKit, missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=f"not here: {', '.join(missing())}")

# Pages that are left while a request runs say so.
HARMLESS = ("Failed to load resource", "cancelled")


@pytest.fixture
def webkit(tmp_path):
    webkit = WebKit(tmp_path)
    yield webkit
    errors = [line for line in webkit.console() if "ERROR" in line and not any(text in line for text in HARMLESS)]
    webkit.end()
    assert not errors, "errors of the pages:\n" + "\n".join(errors)


def test_every_page_is_shown_and_none_is_too_wide(gallery, webkit):
    webkit.goto(gallery.run("serve", "link"))
    for name, address in PAGES.items():
        webkit.goto(gallery.address + address)
        assert webkit.run("!!document.querySelector('main')"), name
        wide = webkit.run("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{name} is {wide} px too wide"


def test_a_page_that_was_read_is_there_without_the_server(vault, start_server, webkit):
    vault.note("bread", "# Bread")
    server = start_server(vault)
    webkit.goto(server.invitation)
    webkit.goto(server.address + "/")
    webkit.until("!!navigator.serviceWorker.controller && caches.match('/').then(Boolean)")
    server.kill()
    webkit.goto(server.address + "/")
    webkit.until("[...document.querySelectorAll('.card h3')].some((title) => title.textContent === 'Bread')")


def write(webkit, words, files=()):
    """Writes a note as a person does, in the form that is shown."""
    webkit.until("document.querySelector('form.live') && 'operation' in document.querySelector('#compose').elements")
    webkit.run("""(() => {
      // A heading of the text has a field of its own.
      document.getElementById("title").value = "";
      const area = document.getElementById("words");
      area.value = a;
      area.dispatchEvent(new Event("input", { bubbles: true }));
      const transfer = new DataTransfer();
      for (const [name, text] of b) transfer.items.add(new File([text], name, { type: "image/png" }));
      const input = document.getElementById("files");
      if (b.length) { input.files = transfer.files; input.dispatchEvent(new Event("change", { bubbles: true })); }
    })()""", words, list(files))
    webkit.run("document.querySelector('#compose button.primary').click()")


def test_a_note_is_written_and_changed(vault, start_server, webkit):
    server = start_server(vault)
    webkit.goto(server.invitation)
    webkit.goto(server.address + "/new")
    write(webkit, "# From WebKit", [["a.png", "one"], ["b.png", "two"]])
    webkit.until("document.querySelector('article.note h1')?.textContent === 'From WebKit'")
    assert sorted(vault.path(name).read_text() for name in vault.files("*.png")) == ["one", "two"]
    webkit.goto(webkit.run("location.href.split('?')[0]") + "/edit")
    write(webkit, "# From WebKit, twice")
    webkit.until("document.querySelector('article.note h1')?.textContent === 'From WebKit, twice'")
    assert ["From WebKit, twice" in vault.text(name) for name in vault.files()] == [True]


def test_a_note_that_is_written_without_the_server_arrives(vault, start_server, webkit):
    server = start_server(vault)
    webkit.goto(server.invitation)
    webkit.goto(server.address + "/")
    webkit.until("!!navigator.serviceWorker.controller && caches.match('/drafts').then(Boolean)")
    webkit.goto(server.address + "/new")
    server.kill()
    write(webkit, "# In a tunnel")
    webkit.until("location.pathname === '/drafts' && document.querySelectorAll('#waiting li').length === 1")
    assert vault.files() == []
    server.start()
    webkit.run("document.getElementById('retry').click()")
    webkit.until("document.querySelectorAll('#waiting li').length === 0")
    assert ["In a tunnel" in vault.text(name) for name in vault.files()] == [True]
