"""Fingers on the glass, which Playwright does not have, and a mouse that drags step by step."""


class Fingers:
    """One or more fingers that are put down, moved and lifted."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind, points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

    def down(self, *points):
        self.points = points
        # One after the other, as real ones come.
        for count in range(1, len(points) + 1):
            self._send("touchStart", points[:count])

    def move(self, *points, steps=10):
        start = self.points
        for step in range(1, steps + 1):
            self._send("touchMove", [
                (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps)
                for (x, y), (to_x, to_y) in zip(start, points)])
        self.points = points

    def up(self):
        self._send("touchEnd", [])


def swipe(page, start, end):
    fingers = Fingers(page)
    fingers.down(start)
    fingers.move(end)
    fingers.up()


def pinch(page, middle, before, after):
    """Two fingers beside each other change their distance."""
    x, y = middle
    fingers = Fingers(page)
    fingers.down((x - before / 2, y), (x + before / 2, y))
    fingers.move((x - after / 2, y), (x + after / 2, y))
    fingers.up()


def tap(page, x, y):
    fingers = Fingers(page)
    fingers.down((x, y))
    fingers.up()


def middle(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, handle, x, y):
    """With the mouse, to a point of the window."""
    page.mouse.move(*middle(handle))
    page.mouse.down()
    page.mouse.move(x, y, steps=8)
    page.mouse.up()
