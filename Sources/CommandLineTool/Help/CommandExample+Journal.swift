/// Examples of the commands about persons, milestones and looking back.
extension CommandExample {
  static let journal: [String: [Entry]] = [
    "reminders install": [
      ("tl reminders install -N", "show what would be written"),
      ("tl reminders install --cron -y", "by cron, without asking"),
      ("tl reminders install --systemd --from 07:30 --to 21:00 -y", "other hours, by systemd"),
    ],
    "reminders show": [
      ("tl reminders show", "what is installed"),
      ("tl reminders", "the same"),
      ("tl reminders show --json", "for a program"),
    ],
    "reminders test": [
      ("tl reminders test", "show a notification"),
      ("tl reminders test && tl reminders install -y", "and have them told if it works"),
      ("tl reminders test || echo 'start a notification daemon'", "in a script"),
    ],
    "reminders uninstall": [
      ("tl reminders uninstall", "for this vault"),
      ("tl reminders uninstall -N", "show what would go"),
      (
        "tl --vault ~/notes reminders install --cron -y && tl --vault ~/notes reminders uninstall",
        "another vault"
      ),
    ],
    "people": [
      ("tl people", "all, with their ages"),
      ("tl people --json", "for other programs"),
      ("tl people && tl use kaia", "and choose one"),
    ],
    "person add": [
      ("tl person add Mira --role child --due 2027-02-04", "a child to come"),
      ("tl person add Onkel Tom --born=--03-02", "a birthday without a year"),
      ("tl person add Ana --alias Mama --avatar chair.jpg", "with another name and a picture"),
    ],
    "person rename": [
      ("tl person rename kaia 'Kaia Luna'", "notes that name Kaia still do"),
      ("tl person rename people/kaia.md Kaya && tl people", "by its path"),
      ("tl person rename Farmor 'Ingrid Dahl'", "by the beginning of a name"),
    ],
    "use": [
      ("tl use kaia", "whose ages and milestones are meant"),
      ("tl use kaia && tl use", "who is chosen"),
      ("tl use --none", "nobody"),
    ],
    "age": [
      ("tl age kaia", "today"),
      ("tl age kaia --on 2026-03-08", "on a day"),
      ("tl age kaia @1", "on the day of a note"),
    ],
    "milestones": [
      ("tl milestones kaia", "done, and ahead"),
      ("tl milestones kaia --done", "with the ages at which they came"),
      ("tl milestones kaia --all --json", "for other programs"),
    ],
    "milestone add": [
      ("tl milestone add first-steps Three of them --person kaia", "one that tl knows"),
      ("tl milestone add 'Erste Schritte' --date yesterday", "by its title in another language"),
      ("tl milestone add 'Carried her own lantern' -a chair.jpg", "your own words, and a photo"),
    ],
    "prompt": [
      ("tl prompt", "something to write about"),
      ("tl prompt --category funny --new The best wrong word was xylophone", "write the answer"),
      ("tl prompt --list", "all of them"),
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
    "unseal": [
      ("tl seal @1 2043-05-17 && tl unseal -y @1", "show it again"),
      ("tl seal @1 'in 3 years' && tl unseal --yes @1", "without a question"),
      (
        "tl seal @1 'in 3 years' && tl show --open-early @1 && tl unseal -y @1",
        "look, then open it"
      ),
    ],
    "publish": [
      ("tl publish @1", "the first note of the last list"),
      ("tl publish @2 @3 --anonymous", "several, without names and places"),
      ("tl publish @1 && tl search publish:yes", "and show all that are public"),
    ],
    "unpublish": [
      ("tl unpublish @1", "the first note of the last list"),
      ("tl unpublish @2 @3", "several"),
      ("tl search publish:yes -0 | xargs -0r tl unpublish", "all of them"),
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
    "today": [
      ("tl today", "memories, birthdays, what is due, a prompt"),
      ("tl today --on 2027-05-17", "of another day"),
      ("tl today --months --dismiss @1", "a young journal, without one of them"),
    ],
    "on-this-day": [
      ("tl on-this-day", "earlier years"),
      ("tl on-this-day --months", "the last months too"),
      ("tl on-this-day --on 2027-05-17 --json", "for other programs"),
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
    "ics": [
      ("tl ics --out tl.ics", "for a calendar program"),
      ("tl ics --what birthdays", "on standard output"),
      ("mkdir -p ~/calendar && tl ics --vdir ~/calendar", "a file for each event"),
    ],
    "calendar": [
      ("tl calendar", "this month"),
      ("tl calendar 2026 tag:family", "a year, and only some of the notes"),
      ("tl calendar 2026-11 --tracker coffee", "the events of a tracker"),
    ],
    "unfav": [
      ("tl unfav @1", "the first note of the last list"),
      ("tl list --fav && tl unfav @1", "the newest favourite"),
      ("tl unfav @2 @3", "several"),
    ],
  ]
}
