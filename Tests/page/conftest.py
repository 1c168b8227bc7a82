"""Fixtures for tests of the page in a browser.

    def test_a_note_is_shown_by_its_title(vault, open_page):
        vault.note("bread", "# Bread")
        page = open_page()
        page.goto("/")
        expect(page.locator(".card h3")).to_have_text("Bread")

`vault` is a folder of this test alone; its helpers write as another program would (vaults.py). `server` is a
`tl serve` for it; the first page that is opened starts it, so notes written before are there at once. `open_page()`
makes signed-in pages: dark, without script, of another size. `page` is one at 1440 px and `phone` one at 390 × 844 with
touch; since they start the server before the test begins, a file of tests that uses them makes its notes in a fixture
`vault` of its own, which takes this one. Addresses may be given without the origin. `axe(page)` fails with what axe
finds. `live_page` opens a page and waits until it listens, for tests that change files under it.

Nothing sleeps: use Playwright's `expect`, or `until` of states.py, which wait for a state as long as it takes (a minute
at most; TL_PATIENCE says other seconds). To see that something does not happen, do
afterwards what is handled after it, wait for that, and look then.

A test fails too when a page has an error in its console, unless it is marked `expects_errors`. A picture of each
page of a failed test is kept in .build/page-failures.
"""

import re
import shutil
import sys

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from browsers import browser_arguments, browser_program
from gallery import fill
from serving import ROOT, Server
from states import PATIENCE
from vaults import Vault

FAILURES = ROOT / ".build/page-failures"
expect.set_options(timeout=PATIENCE * 1000)


def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        shutil.rmtree(FAILURES, ignore_errors=True)


@pytest.fixture(scope="session")
def playwright():
    """The one driver of this process: a second one does not start."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def launch(playwright):
    """Starts a browser that the tests of this process share."""
    browsers = []

    def launch(**options):
        try:
            program = browser_program()
        except FileNotFoundError as error:
            pytest.exit(str(error), returncode=3)
        browsers.append(playwright.chromium.launch(executable_path=program, args=browser_arguments(), **options))
        return browsers[-1]

    yield launch
    for browser in browsers:
        browser.close()


@pytest.fixture(scope="session")
def browser(launch):
    return launch()


@pytest.fixture(scope="session")
def browser_with_back_cache(launch):
    """Playwright turns off the cache of the back button, which people have: now and then Chromium does not end with it."""
    return launch(ignore_default_args=["--disable-back-forward-cache"])


@pytest.fixture
def vault(tmp_path):
    return Vault(tmp_path / "notes")


@pytest.fixture
def start_server(tmp_path):
    """Starts a server for a vault, with further arguments of `tl serve`."""
    servers = []

    def start(vault, *arguments):
        folder = tmp_path / f"server-{len(servers)}"
        folder.mkdir()
        servers.append(Server(vault, folder, *arguments))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture
def server(vault, start_server):
    return start_server(vault)


@pytest.fixture(scope="session")
def gallery(tmp_path_factory):
    """A server that all tests share which change nothing. Its notes are in gallery.py."""
    folder = tmp_path_factory.mktemp("gallery")
    vault = Vault(folder / "notes")
    fill(vault)
    server = Server(vault, folder)
    server.run("rm", "-y", "thrown-away")
    yield server
    server.stop()


@pytest.fixture
def gallery_page(open_page, gallery):
    """A page of that server, at 1440 px."""
    return open_page(server=gallery)


@pytest.fixture
def open_page(request, browser):
    """Makes signed-in pages: open_page(width=390, height=844, dark=True, touch=True, script=False, …)."""
    contexts = []

    def open_page(width=1440, height=900, *, dark=False, touch=False, script=True, signed_in=True, server=None,
                  browser=browser, **options):
        server = server or request.getfixturevalue("server")
        context = browser.new_context(
            base_url=server.address, viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch,
            color_scheme="dark" if dark else "light", java_script_enabled=script, locale="en-GB",
            timezone_id="Europe/Berlin", reduced_motion="reduce", **options)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        context.errors = []
        context.server = server
        if signed_in:
            sign_in(context, server)
        page = context.new_page()
        watch(page, context.errors)
        context.on("page", lambda other: watch(other, context.errors) if other is not page else None)
        return page

    yield open_page

    report = getattr(request.node, "report", None)
    has_failed = report is None or report.failed
    errors = []
    for number, context in enumerate(contexts):
        if has_failed:
            keep_pictures(request.node.name, number, context)
        errors += context.errors
        context.close()
    if has_failed:
        for server in {context.server for context in contexts}:
            request.node.add_report_section("teardown", "tl serve", server.words())
        if errors:
            request.node.add_report_section("teardown", "console", "\n".join(errors))
    elif not request.node.get_closest_marker("expects_errors"):
        assert not errors, "errors of the pages:\n" + "\n".join(errors)


def sign_in(context, server):
    """The first context of a server goes in by the address that it printed, as a person does."""
    if server.cookies is None:
        page = context.new_page()
        page.goto(server.invitation)
        expect(page).to_have_url(re.compile(r"/$"))
        page.close()
        server.cookies = context.cookies()
    else:
        context.add_cookies(server.cookies)


# An answer of 404 or 422 can be what a test asks for; the page then says so itself. A page that is left while it fades in
# is none of ours.
HARMLESS = ("the server responded with a status of 4", "Transition was aborted")


def watch(page, errors):
    def note(text):
        if not any(harmless in text for harmless in HARMLESS):
            errors.append(f"{page.url}: {text}")

    page.on("pageerror", lambda error: note(str(error)))
    page.on("console", lambda message: note(message.text) if message.type in ("error", "warning") else None)
    page.on("crash", lambda: errors.append(f"{page.url}: the page crashed"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call" or report.failed:
        item.report = report
    return report


def keep_pictures(name, number, context):
    FAILURES.mkdir(parents=True, exist_ok=True)
    for index, page in enumerate(context.pages):
        name = re.sub(r"[^\w.-]+", "-", name)[:100]
        try:
            page.screenshot(path=FAILURES / f"{name}-{number}-{index}.png", timeout=10_000)
        except Exception as error:  # A page that hangs is no reason to lose the report of the test.
            print(f"no picture of {page.url}: {error}", file=sys.stderr)


@pytest.fixture
def page(open_page):
    return open_page()


@pytest.fixture
def desktop(page):
    return page


@pytest.fixture
def phone(open_page):
    return open_page(390, 844, touch=True)


@pytest.fixture
def no_script(open_page):
    return open_page(script=False)


@pytest.fixture
def live_page():
    """live_page(page, address) goes there, and waits until the page is told what changes on the disk."""
    def live_page(page, address="/"):
        with page.expect_response(lambda answer: "/events" in answer.url):
            page.goto(address)
        return page
    return live_page


@pytest.fixture
def axe():
    """axe(page) fails with the list of what axe finds, with the element of each."""
    def check(page):
        found = Axe().run(page).response["violations"]
        lines = [f"{rule['id']} ({rule['impact']}): {rule['help']}\n    " + "\n    ".join(
            f"{node['html'][:160]}\n        {(node.get('failureSummary') or '').splitlines()[-1:]}"
            for node in rule["nodes"][:5]) for rule in found]
        assert not lines, f"axe at {page.url}:\n" + "\n".join(lines)
    return check
