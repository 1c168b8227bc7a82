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
