"""The notes of the server that is shared by the tests that change nothing: something of everything."""

from vaults import day_of_years_ago

RICH = "rich"
ARABIC = "arabic"
TASKS = "tasks"

TEXT = """# Market day

Seven stalls, **one** of them with honey. See [the tasks](tasks.md) and <https://example.org/a/long/address>.

## What we bought

| what | how much | why so much of it, and who is going to eat it |
|---|---:|---|
| honey | 500 g | bread |
| pears | 2 kg | pears |

> The bees know nothing of us.

```
a line of code that is so long that it does not fit into a page of any width, least of all on a telephone, at all
```

1. one
2. two
   - three

~~Nothing~~ more.[^1]

[^1]: This is a footnote.
"""


def fill(vault):
    """130 notes: about 110 in one month, some with pictures, and one each of what else there is."""
    vault.note(RICH, TEXT, created="2026-05-17T18:00:00+02:00", tags=["market", "family/kaia"], place="Lyon",
               coordinates="[45.76, 4.83]")
    for index in range(5):
        vault.picture(f"{RICH}.media/photo-{index}.png", 160 + 40 * index, 120, (60 + 30 * index, 110, 150))
    vault.sound(f"{RICH}.media/bells.wav", 2)
    vault.write(f"{RICH}.media/list.pdf", b"%PDF-1.4\n")
    vault.note(TASKS, "# Tasks\n\n- [ ] honey\n- [x] bread\n", created="2026-05-17T12:00:00+02:00", tags=["plans"])
    vault.note("pinned", "# What matters\n\nAt the top.", created="2026-01-01T12:00:00+01:00", pinned=True)
    vault.note(ARABIC, "# خبز وملح\n\nكان المطر على السطح، والإبريق يغني.\n\n- قمح\n- ملح",
               created="2026-05-16T20:00:00+02:00", tags=["مطبخ"])
    vault.note("long", "# " + "donaudampfschifffahrt" * 12 + "\n\n" + "w" * 400, created="2026-05-16T19:00:00+02:00")
    vault.note("untitled", "No title, only a line.", created="2026-05-16T18:00:00+02:00")
    vault.notes(110, newest="2026-05-16T10:00:00", hours=6)
    for index in range(0, 110, 9):
        vault.picture(f"note-{index:04}.media/view.png", 200, 150, (150, 90 + index, 60))
    for year in (1101, 1998, 2016, 2024, 9999):
        vault.note(f"year-{year}", f"# The year {year}", created=f"{year}-03-01T12:00:00+01:00")
    people(vault)
    categories(vault)
    trackers(vault)
    vault.note("thrown-away", "# Thrown away", created="2026-04-01T12:00:00+02:00")


CATEGORIES = """\
format: 1
timezone: Europe/Berlin
categories:
  Book: 📖 green
  Day: ☀️ yellow
  Donaudampfschifffahrtsgesellschaftskapitän:
  Music: 'music.note #7a1f5c'
default_category: Day
"""


def categories(vault):
    vault.write(".tl/config.yaml", CATEGORIES)
    for number, name in enumerate(["Day", "book", "Music", "Elsewhere"]):
        vault.note(f"of-a-category-{number}", f"# Of the category {name}", created=f"2026-03-0{number + 1}T12:00:00+01:00",
                   category=name, order=1000 * (number + 1))


def trackers(vault):
    """Counted, and with values; neither is due."""
    vault.note("trackers/coffee", "## Log\n\n- 2026-03-01T08:00:00Z = 2\n- 2026-03-02T08:00:00Z = 5: " + "long " * 30,
               created="2026-01-01T10:00:00+01:00", tl="tracker", title="Coffee", unit="cups", icon="☕")
    vault.note("trackers/long", "## Log\n\n- 2026-03-01\n", created="2026-01-01T10:00:00+01:00", tl="tracker",
               title="Donaudampfschifffahrtsgesellschaftskapitän " * 2)


def people(vault):
    """A child, a grandmother without a picture, somebody whose name is too long, and what notes tell of the child."""
    vault.note("people/kaia", tl="person", title="Kaia", role="child", birthday="2025-05-17", aliases=["Aia"])
    vault.picture("people/kaia.media/kaia.png", 96, 96, (150, 90, 60))
    vault.note("people/lan", tl="person", title="Bà Lan", role="family", birthday="1958-03")
    vault.note("people/long", tl="person", title="Donaudampfschifffahrtsgesellschaftskapitän " * 2, birthday="--03-02")
    vault.note("smile", "# First smile", created="2025-07-18T10:00:00+02:00", milestone="smiles-back", people=["Kaia"],
               favorite=True)
    for year in (2025, 2026):
        vault.note(f"summer-{year}", f"# Summer {year}", created=f"{year}-06-21T10:00:00+02:00", people=["Kaia", "Bà Lan"])
        vault.picture(f"summer-{year}.media/garden.png", 200, 150, (90, 150, 60))
    for years in (1, 3):
        vault.note(f"years-{years}", f"# A day {years} years ago", created=f"{day_of_years_ago(years)}T10:00:00+01:00")


PAGES = {
    "timeline": "/", "search": "/?q=honey", "nothing": "/?q=zzzz", "of a category": "/?c=Day", "month": "/m/2026-05", "day": "/d/2026-05-17",
    "photos": "/photos", "calendar": "/calendar/2026", "tags": "/tags", "categories": "/categories",
    "category": "/categories?edit=Day", "trash": "/trash", "me": "/me", "keys": "/help/keys",
    "note": f"/n/{RICH}", "Arabic note": f"/n/{ARABIC}", "tasks": f"/n/{TASKS}", "viewer": f"/p/{RICH}.media/photo-1.png",
    "today": "/today?months=1", "people": "/people", "person": "/people/kaia", "milestones": "/milestones",
    "numbers": "/stats", "map": "/map", "favourites": "/?fav=1", "milestone": "/new?milestone=first-steps&about=Kaia",
    "since": "/since", "tracker": "/since/coffee", "calendar of a tracker": "/calendar/2026?tracker=coffee",
    "order": "/order", "settings": "/settings",
    "edit": f"/n/{RICH}/edit", "new": "/new", "error": "/nowhere",
}
"""The addresses of every page, by name."""
