"""WebKit, the engine of every iPhone, by WebDriver (W3C): Debian's webkit2gtk-driver, on a display of its own."""

import json
import os
import selectors
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from serving import free_port
from states import PATIENCE


def missing():
    """What of the system is not here; empty if all is."""
    return [name for name in ("WebKitWebDriver", "Xvfb") if not shutil.which(name)]


# Without it the bar of the window keeps it 447 px wide.
NARROW = "* { min-width: 0; margin: 0; border: 0; padding: 0; font-size: 1px; -gtk-icon-size: 4px; }"


# Errors of WebDriver.
NOT_YET = ("element not interactable", "no such element", "stale element reference")


class WebKit:
    """A browser with one window. What pages say on their console is in `console()`."""

    def __init__(self, folder, width=390, height=844, script=True):
        self.log = Path(folder) / "webkit.log"
        reading, writing = os.pipe()
        self.display = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with open(reading) as numbers, selectors.DefaultSelector() as selector:
            selector.register(numbers, selectors.EVENT_READ)
            assert selector.select(timeout=PATIENCE), "Xvfb did not start"
            display = numbers.readline().strip()
        port = free_port()
        home = Path(folder) / "webkit"
        for version in ("gtk-3.0", "gtk-4.0"):
            (home / "config" / version).mkdir(parents=True)
            (home / "config" / version / "gtk.css").write_text(NARROW)
        with open(self.log, "wb") as log:
            self.driver = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}"], stdout=log, stderr=log, start_new_session=True,
                env=os.environ | {
                    "DISPLAY": f":{display}", "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"),
                    "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / "config"),
                    "GDK_BACKEND": "x11", "LC_ALL": "C.UTF-8",
                    "NO_AT_BRIDGE": "1"})
        self.base = f"http://127.0.0.1:{port}"
        wait(lambda: self._ask("GET", "/status")["ready"], "WebKitWebDriver does not answer")
        options = {"args": ["--automation", "--enable-write-console-messages-to-stdout=true",
                            f"--enable-javascript={'true' if script else 'false'}"]}
        program = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
        if program:
            options["binary"] = str(program)
        answer = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}})
        self.base += f"/session/{answer['sessionId']}"
        self._ask("POST", "/window/rect", {"width": width, "height": height})

    def _ask(self, method, path, value=None):
        body = None if method == "GET" else json.dumps(value or {}).encode()
        request = urllib.request.Request(self.base + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE * 2) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode(errors='replace')[:500]}") from None

    def goto(self, address):
        self._ask("POST", "/url", {"url": address})

    def element(self, selector):
        """The address of the first element that a selector of CSS finds."""
        found = self._ask("POST", "/element", {"using": "css selector", "value": selector})
        return f"/element/{next(iter(found.values()))}"

    def click(self, selector):
        self._use(selector, "click")

    def write(self, selector, text):
        self._use(selector, "value", {"text": text})

    def _use(self, selector, action, value=None):
        """Waits until the element can be used: a page that has just come is not laid out yet."""
        def is_done():
            try:
                self._ask("POST", f"{self.element(selector)}/{action}", value)
            except AssertionError as error:
                if not any(f'"{state}"' in str(error) for state in NOT_YET):
                    raise
                return False
            return True
        wait(is_done, f"{selector} cannot be used")

    def shows(self, selector, words):
        """Waits until an element has these words."""
        self.until("!!document.querySelector(a)?.textContent.includes(b)", selector, words)

    def run(self, script, *arguments):
        """The value of an expression, or of a promise."""
        return self._ask("POST", "/execute/async", {"args": list(arguments), "script": f"""
            const done = arguments[arguments.length - 1];
            const take = async () => {{ const [a, b, c] = arguments; return {script}; }};
            take().then(done, (error) => done("error: " + error));"""})

    def until(self, script, *arguments):
        wait(lambda: self.run(script, *arguments) is True, f"never true: {script}")

    def console(self):
        return [line for line in self.log.read_text(errors="replace").splitlines() if line.startswith("CONSOLE")]

    def end(self):
        try:
            self._ask("DELETE", "")
        except (AssertionError, OSError):
            pass
        for process in (self.driver, self.display):
            process.terminate()
            process.wait()


def wait(state, problem):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if state():
                return
        except (OSError, KeyError):
            pass
        time.sleep(0.05)
    raise AssertionError(problem)
