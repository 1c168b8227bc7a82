"""The components of page.css, each in its states (components.html): as in the pictures of docs/components.md, and usable."""

import io

import pytest
from PIL import Image, ImageChops

from components import picture, show_components
from serving import ROOT
from states import until

# A service worker would answer for the page of components.
pytestmark = pytest.mark.expects_errors

CONTROLS = "button, summary, select, input:not([type=checkbox], [type=radio]), .button, .chip, label:has(> input), .segments > *, .tiles a, .panel > a, .orders a, .acts"


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_components_look_as_in_their_picture(open_page, gallery, colours):
    page = open_page(1000, 800, dark=colours == "dark", service_workers="block", server=gallery)
    show_components(page)
    shown, fonts = picture(page)
    kept = Image.open(ROOT / f"docs/pictures/components-{colours}.png")
    if kept.info.get("Comment") != fonts:
        pytest.skip("the picture was made with other fonts")
    shown, kept = Image.open(io.BytesIO(shown)).convert("RGB"), kept.convert("RGB")
    assert shown.size == kept.size, "scripts/pictures makes the picture anew"
    difference = ImageChops.difference(shown, kept).convert("L").point(lambda value: 255 if value > 24 else 0)
    share = difference.histogram()[255] / (shown.width * shown.height)
    assert share < 0.002, f"{share:.2%} of the pixels differ; scripts/pictures makes the picture anew"


@pytest.mark.parametrize("width, dark", [(390, False), (390, True), (1440, False), (1440, True)])
def test_the_components_fit_and_can_be_hit(open_page, gallery, axe, width, dark):
    page = open_page(width, 844, dark=dark, touch=width == 390, service_workers="block", server=gallery)
    show_components(page)
    axe(page)
    page.evaluate("sheet.showPopover()")
    axe(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(
        """() => [...document.querySelectorAll("main section *")]
          .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth && !["hidden", "clip"].includes(getComputedStyle(e).overflowX)
            && getComputedStyle(e).display !== "inline" && !e.closest(".vh, svg"))
          .map((e) => e.outerHTML.slice(0, 80))""") == []
    if width == 390:
        assert page.evaluate(
            """(controls) => [...document.querySelectorAll(controls)]
              .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.9)
              .map((e) => e.outerHTML.slice(0, 80))""", CONTROLS) == []


def test_the_focus_is_seen_on_each_component(open_page, gallery):
    page = open_page(service_workers="block", server=gallery)
    show_components(page)
    for element in page.locator("main").locator("a, button:enabled, summary, input, select, textarea").all():
        if not element.is_visible():
            continue
        page.keyboard.press("Tab")
        element.focus()
        ring = """(e) => {
          const seen = [e, e.closest("label")].filter(Boolean).map((one) => getComputedStyle(one));
          return seen.some((style) => style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2);
        }"""
        assert element.evaluate(ring), element.evaluate("e => e.outerHTML.slice(0, 100)")


def test_forced_colours_leave_the_edges(open_page, gallery):
    page = open_page(service_workers="block", server=gallery, forced_colors="active")
    show_components(page)
    until(page, "matchMedia('(forced-colors: active)').matches")
    for name in ["#buttons button", ".notebar .button", "input#name", "select", ".segments > :has(:checked)", ".chip", ".panel",
                 ".tiles a", ".more > .buttons", ".notice", ".warning", "#bar"]:
        edges = page.locator(name).first.evaluate(
            "e => ['Top', 'Left'].map((side) => getComputedStyle(e)[`border${side}Style`])")
        assert "solid" in edges, name
