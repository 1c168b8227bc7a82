"""How large a page may be. KB are thousands of bytes; gzip is at its highest level."""

import gzip
import re

import pytest
from playwright.sync_api import expect

ASSETS = {"page.js": 11_050, "page.css": 9_300, "compose.js": 3_700, "pen.js": 3_300, "sheet.js": 2_000, "viewer.js": 4_300}


def test_scripts_and_styles_are_small(gallery_page):
    page = gallery_page
    page.goto("/new")
    addresses = page.evaluate(
        "() => [...document.querySelectorAll('script[src], link[rel=stylesheet]')].map((e) => e.src || e.href)")
    page.goto("/")
    addresses += page.evaluate("() => [...document.querySelectorAll('script[src]')].map((e) => e.src)")
    sizes = {}
    for address in set(addresses):
        name = re.search(r"(\w+)[^/]*\.(js|css)", address)
        body = page.evaluate("async address => (await fetch(address)).text()", address)
        sizes[f"{name[1]}.{name[2]}"] = len(gzip.compress(body.encode(), 9))
    assert sizes.keys() >= ASSETS.keys()
    for name, most in ASSETS.items():
        assert sizes[name] <= most, f"{name} has {sizes[name]} bytes"


def test_the_timeline_is_small(gallery_page):
    page = gallery_page
    html = page.goto("/").text()
    assert len(gzip.compress(html.encode(), 9)) <= 15_000
    elements = page.evaluate(
        """html => {
          const page = new DOMParser().parseFromString(html, "text/html");
          return [page.querySelectorAll(".card").length, page.querySelectorAll("*").length];
        }""", html)
    assert elements[0] >= 50
    assert elements[1] <= 800


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize(
    "address", ["/", "/photos", "/n/rich"])
def test_the_layout_does_not_shift_while_it_loads(open_page, gallery, width, address):
    page = open_page(width, 844, server=gallery)
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
        }).observe({type: "layout-shift", buffered: true});""")
    page.goto(address)
    page.evaluate(
        """async () => {
          await document.fonts.ready;
          for (const image of document.images) if (image.loading !== "lazy" || image.complete) await image.decode().catch(() => {});
          for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
        }""")
    assert page.evaluate("shift") <= 0.02


@pytest.mark.expects_errors
def test_the_first_load_of_a_phone_is_small_with_its_fonts(open_page, gallery):
    page = open_page(390, 844, server=gallery, service_workers="block")
    page.goto("/")
    page.wait_for_load_state("networkidle")
    # The sizes of bodies as they are sent, without photos.
    sizes = dict(page.evaluate(
        "() => ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))"
        ".map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"))
    words = {name: size for name, size in sizes.items() if not name.startswith(("/i/", "/media/"))}
    fonts = {name: size for name, size in words.items() if name.endswith(".woff2")}
    assert fonts and sum(fonts.values()) <= 60_000
    assert sum(words.values()) <= 160_000, words


@pytest.mark.expects_errors
def test_no_page_loads_many_scripts(open_page, gallery):
    page = open_page(390, 844, server=gallery, service_workers="block")
    sizes = {}
    for address in ["/", "/photos", "/n/rich", "/new", "/since", "/map", "/import", "/search", "/settings", "/order", "/drafts"]:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        loaded = page.evaluate(
            "() => performance.getEntriesByType('resource').map((entry) => [entry.name, entry.encodedBodySize])")
        scripts = {name: size for name, size in loaded if name.endswith(".js")}
        # What is in the cache has no size.
        sizes |= {name: size for name, size in scripts.items() if size}
        assert 15_000 <= sum(sizes[name] for name in scripts) <= 36_000, address


def test_words_are_in_the_font_of_the_page(gallery_page):
    page = gallery_page
    page.goto("/")
    for font in ["16px", "bold 16px", "italic 16px"]:
        assert page.evaluate("async font => (await document.fonts.load(`${font} 'tl serif'`)).map((f) => f.status)", font) == ["loaded"]
    assert page.evaluate("getComputedStyle(document.querySelector('.card h3')).fontFamily").startswith('"tl serif"')
