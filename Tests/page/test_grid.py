"""The grid of photos: its heights are those of the ratios, whether or not a picture is loaded."""

import pytest

SIZES = [(160, 120), (120, 160), (300, 100), (60, 600), (900, 60), (128, 127), (1, 1), (400, 260)]


@pytest.fixture
def vault(vault):
    for number in range(24):
        name = f"walk-{number:02}"
        vault.note(name, f"![[{name}.png]]", created=f"2026-05-{28 - number // 3:02}T10:00:00+02:00")
        vault.picture(f"{name}.media/{name}.png", *SIZES[number % len(SIZES)], colour=(40 + number, 90, 120))
    return vault


#: Where each photo and each day is, in pixels.
BOXES = """[...document.querySelectorAll('#feed .photo, #feed .day')].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x, y + scrollY, width, height].map(Math.round).join();
})"""


@pytest.mark.expects_errors
@pytest.mark.parametrize("width", [390, 820, 1440])
def test_no_height_depends_on_a_picture_that_is_loaded(open_page, width):
    # What a service worker loads is not held back by the route.
    page = open_page(width, service_workers="block")
    page.route("**/*.png", lambda route: route.abort())
    page.goto("/photos")
    assert page.evaluate("[...document.images].every((image) => !image.naturalWidth)")
    before = page.evaluate(BOXES)
    assert len(before) == 24 + 8
    page.unroute("**/*.png")
    page.reload()
    # All of them, also those that are below what is seen.
    page.evaluate("""Promise.all([...document.querySelectorAll('#feed img')].map((image) => {
      image.loading = 'eager';
      return image.decode();
    }))""")
    assert page.evaluate(BOXES) == before
