"""Shows components.html, the page with every component in its states, with the styles and signs of a running server."""

import re

from serving import ROOT

HTML = ROOT / "Tests/page/components.html"
PHOTO = ("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='400' height='200'%3E%3Crect width='400' "
         "height='200' fill='%2389a8c4'/%3E%3Cpath d='M0 150Q120 70 220 140T400 110V200H0Z' fill='%23e8eef2'/%3E%3C/svg%3E")


def show_components(page):
    # The first room that is empty.
    for room in ["/drafts", "/trash", "/conflicts", "/order"]:
        page.goto(room)
        if page.locator(".scene use").count():
            break
    addresses = {"photo": PHOTO}
    for name, found in {"icons": ".tabs use", "scenes": ".scene use"}.items():
        addresses[name] = page.locator(found).first.get_attribute("href").split("#")[0]
    page.goto("/photos")
    for sheet in page.locator("link[rel=stylesheet]").all():
        address = sheet.get_attribute("href")
        addresses[re.search(r"(\w+)-[^/]*$", address)[1]] = address
    html = HTML.read_text()
    for name, address in addresses.items():
        html = html.replace("{" + name + "}", address)
    page.route("**/components", lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    page.goto("/components")
    page.evaluate("document.fonts.ready")


def picture(page):
    """All of it, with the sheet and a field that has the focus at its foot, and a line that differs where the fonts do."""
    page.set_viewport_size({"width": 1000, "height": page.evaluate("document.documentElement.scrollHeight")})
    page.evaluate("sheet.showPopover(); tags.focus()")
    fonts = page.evaluate(
        """() => ["serif", "sans", "mono"].map((kind) => {
          const words = Object.assign(document.createElement("span"), {textContent: "Hamburgefonts 0123456789 · ⋯ ›"});
          document.body.append(words);
          words.style = `position: absolute; white-space: nowrap; font: 100px var(--${kind})`;
          const width = words.getBoundingClientRect().width;
          words.remove();
          return width.toFixed(1);
        }).join(" ")""")
    return page.screenshot(), fonts
