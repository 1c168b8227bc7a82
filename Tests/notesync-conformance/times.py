"""Times of the wire, as microseconds since 1970 and as text."""

import re
from datetime import datetime, timedelta, timezone

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
ECHO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z")
WHOLE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def text_of(microseconds: int) -> str:
    """The form in which the original answers: six digits of fraction, or none where it is zero (§3.3)."""
    moment = EPOCH + timedelta(microseconds=microseconds)
    digits = "" if moment.microsecond == 0 else f".{moment.microsecond:06d}"
    return moment.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0") + digits + "Z"


def microseconds_of(text: str) -> int:
    """Reads what a server answered; nothing but `…Z`, with six digits or none, is an answer."""
    assert ECHO.fullmatch(text), f"no time as §3.3 has it in answers: {text!r}"
    moment = datetime.fromisoformat(text[:-1]).replace(tzinfo=timezone.utc)
    return (moment - EPOCH) // timedelta(microseconds=1)


def second_after(text: str) -> str:
    """A whole second that is later, also where the fraction was cut from the answer."""
    return text_of(microseconds_of(text) // 1_000_000 * 1_000_000 + 2_000_000)
