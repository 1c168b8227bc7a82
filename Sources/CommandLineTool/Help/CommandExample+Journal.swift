/// Examples of the commands about persons, milestones and looking back.
extension CommandExample {
  static let journal: [String: [Entry]] = [
    "due install": [
      ("tl due install -N", "show what would be written"),
      ("tl due install --cron -y", "by cron, without asking"),
      ("tl due install --systemd --from 07:30 --to 21:00 -y", "other hours, by systemd"),
    ],
    "due show": [
      ("tl due show", "what is installed"),
      ("tl due show && tl due", "and what is due now"),
      ("tl due show --json", "for a program"),
    ],
    "due test": [
      ("tl due test", "show a notification"),
      ("tl due test && tl due install -y", "and have them told if it works"),
      ("tl due test || echo 'start a notification daemon'", "in a script"),
    ],
    "due uninstall": [
      ("tl due uninstall", "for this vault"),
      ("tl due uninstall -N", "show what would go"),
      (
        "tl --vault ~/notes reminders install --cron -y && tl --vault ~/notes reminders uninstall",
        "another vault"
      ),
    ],
    "person list": [
      ("tl person", "all, with their ages"),
      ("tl person list --json", "for other programs"),
      ("tl person && tl person use kaia", "and choose one"),
    ],
    "person add": [
      ("tl person add Mira --role child --due 2027-02-04", "a child to come"),
      ("tl person add Onkel Tom --born=--03-02", "a birthday without a year"),
      ("tl person add Ana --alias Mama --avatar chair.jpg", "with another name and a picture"),
    ],
    "person rename": [
      ("tl person rename kaia 'Kaia Luna'", "notes that name Kaia still do"),
      ("tl person rename people/kaia.md Kaya && tl person", "by its path"),
      ("tl person rename Farmor 'Ingrid Dahl'", "by the beginning of a name"),
    ],
    "person use": [
      ("tl person use kaia", "whose ages and milestones are meant"),
      ("tl person use kaia && tl person use", "who is chosen"),
      ("tl person use --none", "nobody"),
    ],
    "person age": [
      ("tl person age kaia", "today"),
      ("tl person age kaia --on 2026-03-08", "on a day"),
      ("tl person age kaia @1", "on the day of a note"),
    ],
    "milestone list": [
      ("tl milestone list kaia", "done, and ahead"),
      ("tl milestone list kaia --done", "with the ages at which they came"),
      ("tl milestone list kaia --all --json", "for other programs"),
    ],
    "milestone add": [
      ("tl milestone add first-steps Three of them --person kaia", "one that tl knows"),
      ("tl milestone add 'Erste Schritte' --date yesterday", "by its title in another language"),
      ("tl milestone add 'Carried her own lantern' -a chair.jpg", "your own words, and a photo"),
    ],
    "today prompt": [
      ("tl today prompt", "something to write about"),
      (
        "tl today prompt --category funny --new The best wrong word was xylophone",
        "write the answer"
      ),
      ("tl today prompt --list", "all of them"),
    ],
    "fav": [
      ("tl fav @1", "the first note of the last list"),
      ("tl fav @2 @3", "several"),
      ("tl fav @1 && tl list --fav", "and show all"),
    ],
    "seal": [
      ("tl seal @1 2043-05-17", "until a day"),
      ("tl seal @1 'in 3 years' --rename", "and name its file by its time"),
      ("tl seal @1 --at-age 'kaia 18 years'", "until somebody is so old"),
    ],
    "publish": [
      ("tl publish @1", "the first note of the last list"),
      ("tl publish @2 @3 --anonymous", "several, without names and places"),
      ("tl publish @1 && tl search publish:yes", "and show all that are public"),
    ],
    "order": [
      ("tl order @3 --first", "before all others"),
      ("tl order @3 --after @1 && tl list --sort order", "and show the order"),
      ("tl order people/kaia.md --before @2", "by its path"),
    ],
    "then": [
      ("tl then @1", "earlier notes that belong to the first of the list"),
      ("tl then --person kaia", "the newest photo, and one of each year before"),
      ("tl then --person kaia --json", "for other programs"),
    ],
    "today show": [
      ("tl today", "memories, birthdays, what is due, a prompt"),
      ("tl today --on 2027-05-17", "of another day"),
      ("tl today --months --dismiss @1", "a young journal, without one of them"),
    ],
    "stats": [
      ("tl stats", "of the whole vault"),
      ("tl stats coffee -n 14", "of a tracker, the last two weeks"),
      ("tl stats coffee --by month --svg coffee.svg", "with a chart in a file"),
    ],
    "places": [
      ("tl places", "all, the newest first"),
      ("tl places tag:travel", "those of some of the notes"),
      ("tl places --fill -N", "the towns that notes with coordinates would get"),
    ],
    "calendar ics": [
      ("tl calendar ics --out tl.ics", "for a calendar program"),
      ("tl calendar ics --what birthdays", "on standard output"),
      ("mkdir -p ~/calendar && tl calendar ics --vdir ~/calendar", "a file for each event"),
    ],
    "calendar show": [
      ("tl calendar", "this month"),
      ("tl calendar 2026 tag:family", "a year, and only some of the notes"),
      ("tl calendar 2026-11 --tracker coffee", "the events of a tracker"),
    ],
  ]
}
