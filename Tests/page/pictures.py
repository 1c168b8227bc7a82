"""Makes the pictures of the page in README.md and docs/page.md: of the vault of `tl demo`, as a reader sees it; and
those of docs/components.md, of components.html.

    pictures.py FOLDER

Each has a palette of 256 colours and must have at most 200 KB; what is larger is an error.
"""

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

from PIL import Image, PngImagePlugin
from playwright.sync_api import expect, sync_playwright

from browsers import browser_arguments, browser_program
from components import picture, show_components
from serving import Server, program
from states import field

LARGEST = 200_000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
DESKTOP = {"viewport": {"width": 1440, "height": 900}}


def month(page):
    page.goto("/m/2026-10")


def newest(page):
    page.goto("/")


def note(page):
    page.goto("/")
    page.goto(address(page, "Every sign in Amsterdam"))


def viewer(page):
    page.goto("/photos")
    page.locator("a.photo").nth(2).click()
    expect(page.locator("dialog.viewer .stage img")).to_have_js_property("complete", True)


def writing(page):
    page.goto("/new")
    page.get_by_role("button", name="Preview").click()
    page.locator("#words").fill(
        "# The first snow\n\nEmil put out his tongue and waited. **Nothing** happened for a whole minute.\n\n"
        "- [x] find the sledge\n- [ ] wax it\n- [ ] write to *Bà*\n")
    field(page, "tags").fill("emil, winter")
    page.keyboard.press("Escape")
    expect(page.locator("#preview li")).to_have_count(3)
    expect(page.locator("#saved")).to_contain_text("Kept on this device")


def calendar(page):
    page.goto("/calendar/2026")


PICTURES = {
    "timeline": (newest, DESKTOP, "light"),
    "timeline-phone": (month, PHONE, "dark"),
    "note": (note, DESKTOP, "dark"),
    "viewer-phone": (viewer, PHONE, "light"),
    "writing": (writing, DESKTOP, "light"),
    "calendar": (calendar, DESKTOP, "dark"),
}


def address(page, title):
    """The address of the note with that title."""
    page.goto("/?q=" + title)
    return page.locator(".card h3 a", has_text=re.compile(title, re.I)).first.get_attribute("href")


def settled(page):
    """Waits for the fonts and for each picture that is seen."""
    page.evaluate(
        """async () => {
          await document.fonts.ready;
          document.activeElement?.blur();
          const isSeen = (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight;
          const seen = [...document.images].filter(isSeen);
          await Promise.all(seen.map((image) => image.decode().catch(() => {})));
          for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
        }""")


def shrink(path):
    """Photos keep their look with a palette of their own; a page of words has few colours anyway."""
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(256, dither=Image.Dither.FLOYDSTEINBERG).save(path, optimize=True)


def keep(shot, fonts, path):
    """With the fonts that it was made with, for those who compare; flat colours have to stay as they are."""
    note = PngImagePlugin.PngInfo()
    note.add_text("Comment", fonts)
    Image.open(io.BytesIO(shot)).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(path, optimize=True, pnginfo=note)
    weigh(path, 150_000)


def weigh(path, most):
    size = path.stat().st_size
    print(f"{path}: {size // 1000} KB")
    if size > most:
        sys.exit(f"{path} has more than {most // 1000} KB")


def main(target):
    target.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("TL_NOW", "2026-11-20T18:03:00+01:00")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        notes = Path(folder) / "family"
        subprocess.run([program(), "demo", "--into", notes], check=True, stdout=subprocess.DEVNULL)
        server = Server(SimpleNamespace(folder=notes), folder)
        browser = playwright.chromium.launch(executable_path=browser_program(), args=browser_arguments())
        try:
            for name, (show, device, colours) in PICTURES.items():
                context = browser.new_context(
                    base_url=server.address, color_scheme=colours, reduced_motion="reduce", locale="en-GB",
                    timezone_id="Europe/Berlin", **device)
                page = context.new_page()
                if server.cookies is None:
                    page.goto(server.invitation)
                    page.wait_for_url("**/")
                    server.cookies = context.cookies()
                else:
                    context.add_cookies(server.cookies)
                show(page)
                settled(page)
                path = target / f"{name}.png"
                page.screenshot(path=path)
                context.close()
                shrink(path)
                weigh(path, LARGEST)
            for colours in ["light", "dark"]:
                context = browser.new_context(
                    base_url=server.address, color_scheme=colours, reduced_motion="reduce", locale="en-GB",
                    service_workers="block", viewport={"width": 1000, "height": 800})
                context.add_cookies(server.cookies)
                page = context.new_page()
                show_components(page)
                keep(*picture(page), target / f"components-{colours}.png")
                context.close()
        finally:
            browser.close()
            server.stop()


main(Path(sys.argv[1]))
