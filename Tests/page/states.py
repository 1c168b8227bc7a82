"""Waiting for a state of a page, as long as it takes."""

import os
import re
import time

from playwright.sync_api import Error

#: In seconds. A machine that builds something else at the same time is slow.
PATIENCE = int(os.environ.get("TL_PATIENCE", 60))


def until(page, condition, arg=None):
    """Waits until `condition` is true: an expression, or a function of `arg`, in JavaScript; a promise is waited for.

    Playwright's `wait_for_function` takes a promise for true, and the page's policy refuses it an expression.
    """
    function = condition if re.match(r"\s*(async\s*)?(\w+|\([^)]*\))\s*=>", condition) else f"() => ({condition})"
    end = time.monotonic() + PATIENCE
    while True:
        try:
            is_met = page.evaluate(
                """async (arg) => {
                  const isMet = FUNCTION;
                  for (let turn = 0; turn < 40; turn++) {
                    if (await isMet(arg)) return true;
                    await new Promise((next) => setTimeout(next, 25));
                  }
                  return false;
                }""".replace("FUNCTION", function), arg)
        except Error as error:
            # The page went on to another one meanwhile.
            if "Execution context was destroyed" not in error.message:
                raise
            is_met = False
        if is_met:
            return
        assert time.monotonic() < end, f"in {PATIENCE} s it never became true: {condition}"


def field(page, name):
    """A field of the form for a note, in the sheet that is opened for it; without script in *More*."""
    found = page.locator(f"#{name}") if re.fullmatch(r"[\w-]+", name) else page.get_by_label(name)
    if page.locator("form.live").count():
        found.evaluate("(field) => field.closest('.sheet:not(:popover-open)')?.showPopover()")
    elif not found.is_visible():
        page.locator("#rest > summary").click()
    return found


def expect_shown(page, address, text):
    """Loads the page until it has the text: the vault is read some milliseconds after a file has changed."""
    for _ in range(100):
        page.goto(address)
        if text in page.locator("main").inner_text():
            return
    raise AssertionError(f"{address} never has {text!r}")


OUTBOX = "import(document.body.dataset.outbox)"


def retry(page):
    """Sends what waits, as the clock does, without waiting for it."""
    page.evaluate(f"{OUTBOX}.then((outbox) => outbox.retry())")


def all_sent(page):
    until(page, f"{OUTBOX}.then((outbox) => outbox.waiting()).then((all) => all.length === 0)")


def open_more(page):
    """Opens the menu with what else can be done with the note that is shown."""
    page.locator("details.more > summary").click()


def editing(page, address):
    """Opens a list with what can be done with its lines; without script that is always there."""
    page.goto(address)
    if page.locator(".arrange").is_visible():
        page.get_by_label("Edit", exact=True).check()
