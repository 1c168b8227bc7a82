"""A vault of a family of which two circles see a part, and the pages that their members have.

Words that nobody but the owner may read begin with `Hidden`; the folders, files and ids of all notes have `hidden` in them.
"""

from vaults import paragraph

GRANDPARENTS, FRIENDS = "Grandparents", "Friends"

#: The notes that the grandparents see: of more than one year, and enough in one month for a second page.
SHOWN = 60

LANGUAGES = {"Ingrid": "en", "Nils": "de", "Lan": "vi"}
"""Members of the grandparents: Ingrid and Lan comment, Nils reads."""

DAY = "00000000-0000-4000-8000-000000000001"
"""The id of a note with a photo in its text, a table, and comments."""

WALK = "00000000-0000-4000-8000-000000000002"
"""The id of one with nine photos and a recording, of which nothing has been said."""

DAY_TEXT = """# A day by the lake

Kaia threw **every** stone that she could lift. See [what the doctor said](../hidden-2026/hidden-doctor.md), and
[the walk](../hidden-2026/hidden-walk.md).

![](hidden-day.media/photo-0.png)

## What we ate

| what | how much | why so much of it, and who is going to eat it |
|---|---:|---|
| pears | 2 kg | pears |

- [x] bread
- [ ] salt

> The geese know nothing of us.
"""


def fill(vault):
    people(vault)
    in_folder, shown = "hidden-2026/hidden-", [GRANDPARENTS]
    vault.note(in_folder + "day", DAY_TEXT, id=DAY, created="2026-05-17T18:00:00+02:00", circles=shown, tags=["lake"],
               place="Lyon", people=["Kaia"], author="Papa", mood="Hidden mood")
    vault.picture(f"{in_folder}day.media/photo-0.png", 240, 160, (60, 110, 150))
    vault.note(in_folder + "walk", "# The walk\n\n" + paragraph(3), id=WALK, created="2026-05-16T18:00:00+02:00", circles=shown)
    for index in range(9):
        width, height = [(240, 160), (120, 160), (160, 160)][index % 3]
        vault.picture(f"{in_folder}walk.media/hidden-{index}.png", width, height, (60 + 20 * index, 110, 150))
    vault.sound(f"{in_folder}walk.media/hidden-geese.wav", 2)
    vault.write(f"{in_folder}walk.media/hidden-list.pdf", b"%PDF-1.4\n")
    vault.note(in_folder + "doctor", "# Hidden illness\n\nHidden words.", created="2026-05-17T12:00:00+02:00")
    vault.note(in_folder + "friends", "# Hidden party\n\nHidden cake.", created="2026-05-15T12:00:00+02:00", circles=[FRIENDS])
    vault.note(in_folder + "sealed", "# Hidden surprise\n\nHidden letter.", created="2026-05-14T12:00:00+02:00", circles=shown,
               open_after="2999-01-01")
    for index in range(SHOWN):
        day = f"2026-05-{28 - index // 4:02}" if index < 48 else f"{2025 - index % 3}-{1 + index % 12:02}-03"
        name = f"hidden-many/hidden-{index:02}"
        text = paragraph(index, 40 if index % 5 else 160)
        vault.note(name, text if index % 7 == 0 else f"# Day {index} of the spring\n\n{text}",
                   id=f"00000000-0000-4000-8000-0000000001{index:02}",
                   created=f"{day}T{20 - index % 4}:00:00+02:00", circles=shown)
        if index % 6 == 0:
            vault.picture(f"{name}.media/hidden.png", 200, 150, (150, 90 + index, 60))
    comment(vault, 1, "Ingrid", "What a day! And the geese:\ndid they come near?")
    comment(vault, 2, "Lan", "Đẹp quá! Bà nhớ cháu.")
    comment(vault, 3, "Lan", "❤️")
    comment(vault, 4, "Ingrid", "❤️")
    comment(vault, 5, "Mia", "Hidden talk.", FRIENDS)


def people(vault):
    for name, language in LANGUAGES.items():
        vault.note(f"people/{name.lower()}", id=name.lower(), tl="person", title=name, language=language)
    vault.note("people/mia", id="mia", tl="person", title="Mia")
    vault.note("people/kaia", id="kaia", tl="person", title="Kaia", birthday="2025-05-17", circles=[GRANDPARENTS])
    vault.note("circles/grandparents", "Hidden words about them.", id="grandparents", tl="circle", title=GRANDPARENTS,
               viewers=["Nils"], contributors=["Ingrid", "Lan"])
    vault.note("circles/friends", id="friends", tl="circle", title=FRIENDS, contributors=["Mia"])
    vault.note("circles/neighbours", id="neighbours", tl="circle", title="Neighbours", viewers=["Mia"])


def comment(vault, number, author, text, circle=GRANDPARENTS):
    vault.note(f"comments/2026/05/hidden-{number}", text, id=f"00000000-0000-4000-8000-00000000090{number}",
               created=f"2026-05-17T2{number % 4}:0{number}:00+02:00", tl="comment", comment_on=DAY, author=author,
               circles=[circle])


PAGES = {
    "timeline": "/shared/", "second page": "/shared/m/2026-05?after=40", "month": "/shared/m/2025-01",
    "note": f"/shared/n/{DAY}", "plain note": f"/shared/n/{WALK}",
    "search": "/shared/search?q=spring", "nothing found": "/shared/search?q=zzzz", "no words": "/shared/search",
    "not here": "/shared/nowhere", "change": f"/shared/n/{DAY}/comment/00000000-0000-4000-8000-000000000901",
    "leaving": "/shared/leave",
}
"""The addresses of a member's pages, by name; a contributor has forms on them."""


def invite(server, person, circle=GRANDPARENTS):
    """The address of an invitation, as the owner sends it."""
    address = server.run("circle", "invite", circle, person, "--quiet")
    return next(line for line in address.splitlines() if "/shared/join/" in line).strip()
