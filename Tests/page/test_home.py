"""`tl serve --lan`, as a phone meets it: before and after its browser trusts the root certificate.

Each test has a browser profile of its own, whose home folder holds the certificates that it trusts; `certutil` of NSS
puts the root there. The machine's `.local` name leads to loopback, where the page listens too.
"""

import os
import re
import shutil
import signal
import subprocess

import pytest
from playwright.sync_api import Error, expect

from browsers import browser_program
from serving import first_line, free_port, program

pytestmark = pytest.mark.skipif(not shutil.which("certutil"), reason="certutil of libnss3-tools is not here")

REGISTER = """async () => {
    try { await navigator.serviceWorker.register('/sw.js'); return 'registered' }
    catch (error) { return error.name }
}"""

KEPT = """async () => {
    for (let turn = 0; turn < 200; turn += 1) {
        if (navigator.serviceWorker.controller && await caches.match('/')) return
        await new Promise((next) => setTimeout(next, 50))
    }
    throw new Error('nothing is kept')
}"""


@pytest.fixture
def home(vault, tmp_path):
    """The address of a page at home with the account kaia, and its root certificate as PEM."""
    vault.note("bread", "# Bread")
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if name != "TL_VAULT"} | {
        "HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    tl = [program(), "--vault", vault.folder, "serve"]
    subprocess.run([*tl, "user", "add", "kaia"], env=environment, input=b"correct horse\n", check=True,
                   capture_output=True)
    with open(tmp_path / "server.log", "wb") as log:
        process = subprocess.Popen([*tl, "--lan", "--listen", f":{port}"], env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=log, start_new_session=True)
    try:
        address = (first_line(process.stdout, seconds=30) or "").strip()
        assert re.fullmatch(r"https://[a-z0-9-]+\.local:\d+/", address), (tmp_path / "server.log").read_text()
        pem = (tmp_path / "state/tl/home/root.pem").read_text()
        yield address, pem[:pem.index("-----BEGIN PRIVATE KEY")]
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)


@pytest.fixture
def phone_at(tmp_path, home, playwright):
    """`phone_at(trusting=…)`: a browser of its own, signed out."""
    started = []

    def start(trusting=False):
        folder = tmp_path / "phone"
        store = folder / ".pki/nssdb"
        store.mkdir(parents=True)
        subprocess.run(["certutil", "-d", f"sql:{store}", "-N", "--empty-password"], check=True)
        if trusting:
            (folder / "root.pem").write_text(home[1])
            subprocess.run(["certutil", "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "tl", "-i", folder / "root.pem"],
                           check=True)
        arguments = ["--host-resolver-rules=MAP *.local 127.0.0.1"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        context = playwright.chromium.launch_persistent_context(
            folder / "profile", executable_path=browser_program(), args=arguments,
            env=os.environ | {"HOME": str(folder)}, viewport={"width": 390, "height": 844}, has_touch=True)
        started.append(context)
        return context.pages[0]

    yield start
    for context in started:
        context.close()


def sign_in(page, address):
    page.goto(address)
    page.get_by_label("Name").fill("kaia")
    page.get_by_label("Password").fill("correct horse")
    page.locator("form[method=post] button").first.click()
    expect(page.locator(".card h3").first).to_have_text("Bread")


def test_without_the_root_there_is_no_page(home, phone_at):
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        phone_at().goto(home[0])


def test_a_page_that_was_clicked_through_keeps_nothing(home, phone_at):
    page = phone_at()
    page.context.new_cdp_session(page).send("Security.setIgnoreCertificateErrors", {"ignore": True})
    page.goto(home[0])
    assert page.evaluate(REGISTER) == "SecurityError"


def test_with_the_root_the_page_works_offline(home, phone_at):
    page = phone_at(trusting=True)
    sign_in(page, home[0])
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".card h3").first).to_have_text("Bread")
    assert page.locator(".hint a").count() == 0


def test_the_root_vouches_for_no_other_name(home, phone_at):
    page = phone_at(trusting=True)
    with pytest.raises(Error, match="ERR_CERT_COMMON_NAME_INVALID"):
        page.goto(re.sub(r"//[^.]+\.", "//another.", home[0]))
