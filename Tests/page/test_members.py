"""The pages of the members of a circle, as a family reads them. Nothing there has a script."""

import re

import pytest
from playwright.sync_api import expect

import family
from serving import Server
from vaults import Vault
from webkit import WebKit, missing

SIZES = {"old phone": (360, 640), "tablet": (820, 1180), "desktop": (1440, 900), "desktop at 200 %": (720, 450)}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server that tests share which change nothing, and the devices of its members."""
    folder = tmp_path_factory.mktemp("family")
    vault = Vault(folder / "notes")
    family.fill(vault)
    server = Server(vault, folder)
    server.devices = {}
    yield server
    server.stop()


@pytest.fixture
def own(vault, start_server):
    """A server of this test alone."""
    family.fill(vault)
    server = start_server(vault)
    server.devices = {}
    return server


@pytest.fixture
def member(open_page):
    """member(server, "Nils", width, height, …) is a page of somebody whose device is let in."""
    def member(server, person="Ingrid", *size, **options):
        page = open_page(*size, server=server, signed_in=False, **options)
        if person in server.devices:
            page.context.add_cookies(server.devices[person])
        else:
            page.goto(family.invite(server, person))
            page.locator("main button").click()
            expect(page).to_have_url(re.compile("/shared/$"))
            server.devices[person] = page.context.cookies()
        return page
    return member


@pytest.mark.skipif(bool(missing()), reason=f"not here: {', '.join(missing())}")
def test_a_grandmother_with_an_old_phone(own, tmp_path):
    phone = WebKit(tmp_path, 360, 640, script=False)
    try:
        link = family.invite(own, "Ingrid")
        phone.goto(link)
        phone.shows("h1", "shares with you")
        phone.click("main button")
        phone.shows("header", "For Ingrid")
        for address in family.PAGES.values():
            phone.goto(own.address + address)
            wide = phone.run("[document.documentElement.scrollWidth, innerWidth]")
            assert wide == [360, 360], address
        phone.goto(own.address + f"/shared/n/{family.WALK}")
        phone.until("[...document.images].some((image) => image.complete && image.naturalWidth)")
        phone.write("#words", "We were there too, in 1971.")
        phone.click("form.write button")
        phone.shows(".talk li", "We were there too, in 1971.")
        phone.shows(".talk li b", "Ingrid")
        phone.click(".hearts button")
        phone.shows(".hearts button[aria-pressed=true]", "1")
        phone.click(".talk .plainly")
        phone.shows("h1", "Your comment")
        phone.click("button[formaction]")
        phone.until("document.querySelectorAll('.hearts, .talk li').length === 1")
        # She comes back by the address, and the link that she kept says what to do.
        phone.goto(own.address + "/shared")
        phone.shows("header", "For Ingrid")
        phone.goto(link)
        phone.shows("h1", "not open any more")
        own.run("circle", "revoke", family.GRANDPARENTS, "Ingrid")
        phone.goto(own.address + f"/shared/n/{family.WALK}")
        phone.shows("h1", "private")
    finally:
        phone.end()


def test_a_photo_is_a_page_and_leads_to_the_others(shared, member, axe):
    page = member(shared, "Ingrid", 360, 640)
    page.goto(family.PAGES["plain note"])
    page.locator("a.photo").nth(1).click()
    expect(page.locator("h1")).to_have_text("2 of 9")
    expect(page.locator("main img")).to_have_js_property("complete", True)
    axe(page)
    page.get_by_role("link", name="Next").click()
    expect(page.locator("h1")).to_have_text("3 of 9")
    for _ in range(2):
        page.get_by_role("link", name="Previous").click()
    expect(page.locator("h1")).to_have_text("1 of 9")
    expect(page.get_by_role("link", name="Previous")).to_have_count(0)
    page.get_by_role("link", name="Back").click()
    expect(page.locator("h1")).to_have_text("The walk")


def test_who_reads_only_is_offered_nothing_to_write(shared, member):
    page = member(shared, "Nils", script=False)
    page.goto(f"/shared/n/{family.DAY}")
    expect(page.locator(".talk li")).to_have_count(2)
    expect(page.locator("textarea, main button, .plainly:not(footer *)")).to_have_count(0)
    page.goto(f"/shared/n/{family.WALK}")
    expect(page.locator(".talk")).to_have_count(0)


def test_words_that_were_not_sent_come_back(own, member):
    page = member(own, "Lan", script=False)
    page.goto(f"/shared/n/{family.DAY}")
    page.locator("#words").fill("Một lá thư dài")
    own.run("circle", "revoke", family.GRANDPARENTS, "Lan")
    page.locator("form.write button").click()
    expect(page.locator("blockquote")).to_have_text("Một lá thư dài")
    page.goto("/shared/")
    expect(page.locator("article")).to_have_count(0)


def test_one_press_signs_nobody_out(own, member):
    page = member(own, "Ingrid", script=False)
    page.get_by_role("link", name="Sign this device out").click()
    page.get_by_role("link", name="To the newest notes").click()
    expect(page.locator("h1")).to_have_text("May 2026")
    page.get_by_role("link", name="Sign this device out").click()
    page.get_by_role("button", name="Sign this device out").click()
    expect(page.locator("h1")).to_have_text("Signed out")
    page.goto("/shared/")
    expect(page.locator("h1")).to_have_text("These pages are private")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_and_no_page_is_too_wide(shared, member, axe, size, dark):
    width, height = SIZES[size]
    page = member(shared, "Ingrid", width, height, dark=dark, touch=width < 500)
    for name, address in family.PAGES.items():
        page.goto(address)
        for details in page.locator("summary").all():
            details.click()
        axe(page)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name


def test_axe_finds_nothing_on_the_pages_of_strangers(shared, open_page, axe):
    for dark in (False, True):
        page = open_page(360, 640, dark=dark, server=shared, signed_in=False)
        for address in (family.invite(shared, "Mia", "Neighbours"), "/shared/", "/shared/join/used"):
            page.goto(address)
            expect(page.locator("h1")).to_have_count(1)
            axe(page)


@pytest.mark.parametrize("person", family.LANGUAGES)
def test_headings_pictures_and_words(shared, member, person):
    language = family.LANGUAGES[person]
    page = member(shared, person)
    english = ["Search", "Read on", "Comments", "Write a comment", "months", "Photo,", "Recording", "Sign", "All months",
               "With ", "By ", "note", "Back", "newest", "May", "Sunday", "Not here"]
    for name, address in family.PAGES.items():
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language
        levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((h) => +h.tagName[1])")
        assert levels.count(1) == 1 and levels[0] == 1, f"{name}: {levels}"
        assert all(below - level <= 1 for level, below in zip(levels, levels[1:])), f"{name}: {levels}"
        # A picture in a text has the words that stand there, or is decoration.
        bare = page.locator(".row img:not([alt]), .row img[alt=''], audio:not([aria-label]), video:not([aria-label])")
        assert bare.count() == 0, name
        if language != "en":
            words = page.evaluate(
                """() => {
                  for (const text of document.querySelectorAll('.text, .excerpt, .said, h1, h2 a, textarea')) text.remove();
                  return document.body.innerText + [...document.querySelectorAll('[alt], [aria-label], [placeholder]')]
                    .map((e) => [e.alt, e.ariaLabel, e.placeholder].join(' ')).join(' ');
                }""")
            found = [word for word in english if word in words]
            assert not found, f"{name}: {found} in {words}"


def test_the_invitation_is_in_the_language_of_the_person(own, open_page):
    page = open_page(server=own, signed_in=False)
    page.goto(family.invite(own, "Nils"))
    assert page.locator("html").get_attribute("lang") == "de"
    expect(page.get_by_role("button", name="Öffnen")).to_be_visible()


def test_keys_go_through_a_page_in_its_order(shared, member):
    page = member(shared, "Ingrid", 390, 844)
    page.goto(f"/shared/n/{family.DAY}")
    wanted = page.evaluate(
        """() => [...document.querySelectorAll('a[href], button, input:not([type=hidden], :disabled), textarea')]
          .map((e, place) => (e.dataset.place = place, place))""")
    reached = []
    for _ in wanted:
        page.keyboard.press("Tab")
        place, outline, width = page.evaluate(
            """() => {
              const e = document.activeElement, look = getComputedStyle(e);
              return [+e.dataset.place, look.outlineStyle !== 'none' || look.borderColor, e.getBoundingClientRect().width];
            }""")
        reached.append(place)
        assert outline and width > 1, f"{place} is not seen to have the focus"
    assert reached == wanted
    page.goto("/shared/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize("name", ["timeline", "note", "plain note", "search"])
def test_the_layout_does_not_shift_while_it_loads(shared, member, width, name):
    page = member(shared, "Ingrid", width, 844)
    page.add_init_script(
        """window.shift = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
        }).observe({type: "layout-shift", buffered: true});""")
    page.goto(family.PAGES[name])
    page.evaluate(
        """async () => {
          await document.fonts.ready;
          for (const image of document.images) if (image.loading !== "lazy" || image.complete) await image.decode().catch(() => {});
          for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
        }""")
    assert page.evaluate("shift") <= 0.02


def test_no_word_path_or_id_of_the_owner_is_on_any_page(shared, member):
    page = member(shared, "Ingrid")
    waiting, seen = list(family.PAGES.values()), set()
    while waiting:
        address = waiting.pop()
        if address in seen or "/media/" in address or "/picture/" in address:
            continue
        seen.add(address)
        answer = page.goto(address)
        text = str(answer.all_headers()) + answer.text()
        found = re.findall(r"(?i).{0,40}(?:hidden-|hidden [a-z]|doctor\.md|circles/|people/|comments/2026).{0,40}", text)
        assert not found, f"{address}: {found}"
        assert "<script" not in text, address
        waiting += {link.split("#")[0].replace("&amp;", "&") for link in re.findall(r'href="(/shared[^"]*)"', text)}
    assert len(seen) > family.SHOWN
