/// Example command lines in the help.
enum CommandExample {
  /// A line, and a fragment without a full stop that says what it does.
  typealias Entry = (line: String, text: String)

  /// By the command's name behind `tl`: three for each.
  static let all: [String: [Entry]] = [
    notes, trackers, journal, settings, vault, syncing, notesync,
  ].reduce([:]) { $0.merging($1) { $1 } }

  private static let notes: [String: [Entry]] = [
    "": [
      ("tl", "the timeline"),
      ("tl add \"Kaia climbed onto the chair\" -t firsts", "a new note"),
      ("tl search rain", "notes with a word"),
    ],
    "add": [
      ("tl add \"Kaia climbed onto the chair\" -t firsts -a chair.jpg", "with a tag and a photo"),
      ("tl add --date yesterday", "in your editor, for what happened yesterday"),
      (
        "cat templates/day.md | tl add \"A good day\"",
        "words, then piped text; its front matter is kept"
      ),
    ],
    "list": [
      ("tl list -t family/kaia --since 2026-05", "notes with a tag, from May 2026 on"),
      ("tl list --sort title -n 10", "the first ten by title"),
      ("tl list -0 | xargs -0 grep -l rain", "the files for another program"),
    ],
    "search": [
      ("tl search bà", "with or without the accent"),
      ("tl search 'tag:japan rain -hotel'", "a tag, a word, and a word that must not occur"),
      ("tl search '\"first step\" since:2026-06'", "a phrase"),
    ],
    "show": [
      ("tl show @1", "the first note of the last list"),
      ("tl show people/kaia.md --json", "for a program"),
      ("tl show people/kaia.md --at 2026-11-01", "as it was then"),
    ],
    "edit": [
      ("tl edit @1", "the first note of the last list"),
      ("tl edit people/kaia.md", "by its path"),
      ("EDITOR='code --new-window' tl edit @1", "in another editor"),
    ],
    "pin": [
      ("tl pin @1", "the first note of the last list"),
      ("tl pin @2 @3", "two at once"),
      ("tl pin people/kaia.md", "by its path"),
    ],
    "tag add": [
      ("tl tag add firsts @1", "one tag, one note"),
      ("tl tag add travel/japan,food @2 @3", "two tags, two notes"),
      ("tl list --on 2026-04 -0 | xargs -0r tl tag add spring", "all notes of a month"),
    ],
    "tag rm": [
      ("tl tag rm firsts @1", "one tag, one note"),
      ("tl tag rm travel,food @2 @3", "two tags, two notes"),
      ("tl list -t draft -0 | xargs -0r tl tag rm draft", "wherever it is"),
    ],
    "tag rename": [
      ("tl tag rename kitchen food", "in every note"),
      ("tl tag rename travel/japan japan", "out of the tag that it is nested in"),
      ("tl tag rename family people", "with the tags nested in it"),
    ],
    "tag list": [
      ("tl tag list", "by name"),
      ("tl tag list --sort count", "the most used first"),
      ("tl tag list --names | grep '^family/'", "for another program"),
    ],
    "set": [
      ("tl set @1 mood=calm place=\"Da Nang\"", "two keys"),
      ("tl set @1 date='yesterday 18:30'", "when it happened"),
      ("tl set @1 mood=", "remove a key"),
    ],
    "import photos": [
      ("tl import photos --dry-run ~/Pictures", "what it would do"),
      (
        "tl import photos --group day -t holiday ~/Pictures/2016", "a tagged note for each day"
      ),
      ("tl import photos a.heic a.mov", "a Live Photo"),
    ],
    "attach": [
      ("tl attach @1 chair.jpg", "a photo"),
      ("tl attach people/kaia.md chair.jpg voice.m4a", "two files"),
      (
        "tl attach @2 *.jpg --strip position",
        "all photos of the current folder, without where they were taken"
      ),
    ],
    "detach": [
      (
        "tl detach 2026/05/2026-05-17-one-year-old.md cake.jpg", "by its name, as tl show prints it"
      ),
      ("tl detach 2026/02/2026-02-08-lampe.md voice.m4a", "a recording"),
      ("tl detach 2026/06/2026-06-23-sankthans-by-the-fjord.md fire.jpg waves.ogg", "two files"),
    ],
    "record": [
      ("tl record", "a new note with the recording; Enter ends it"),
      ("tl record @1", "into the first note of the last list"),
      ("TL_RECORDER='ffmpeg -f pulse -i default {file}.opus' tl record", "by another program"),
    ],
    "mv": [
      ("tl mv people/kaia.md people/kaia-marie", "another name"),
      ("tl mv @1 letters/", "into a folder"),
      ("tl mv people/bà-lan.md family/bà-lan --links", "links to it are rewritten"),
    ],
    "rm": [
      ("tl rm @1", "asks on a terminal"),
      ("tl rm -y @2 @3", "without asking"),
      ("tl rm -y people/kaia.md", "by its path"),
    ],
    "undo": [
      ("tl undo", "the last change"),
      ("tl undo --list", "what can be taken back"),
      ("tl undo 1 --dry-run", "what taking back number 1 of the list would change"),
    ],
    "redo": [
      ("tl redo", "what tl undo took back last"),
      ("tl redo --dry-run", "what that would change"),
      ("tl undo && tl redo", "nothing, in the end"),
    ],
  ]

  private static let trackers: [String: [Entry]] = [
    "did": [
      ("tl did water 2 -m 'and the lemon'", "a value and a text"),
      ("tl did coffee --at 'yesterday 18:30'", "at another time"),
      ("tl did --undo", "take the last one back"),
    ],
    "since": [
      ("tl since", "all trackers"),
      ("tl since water", "only the text, for a prompt"),
      ("tl since --watch --subunits", "drawn anew each second"),
    ],
    "due list": [
      ("tl due", "what is due now"),
      ("tl due --notify --again 1d", "show notifications, once more after a day"),
      ("tl due --exit-code --quiet || echo 'water them'", "for a script: 1 if anything is"),
    ],
    "event list": [
      ("tl event list water -n 10", "the last ten"),
      ("tl event list water --since 2026-11", "of a month and later"),
      ("tl event list water --csv | head -100", "for a spreadsheet"),
    ],
    "event edit": [
      ("tl event edit water 1 --value 3", "the newest in tl event list"),
      ("tl event edit water 2026-11-18 -m 'only the kitchen'", "by its day"),
      ("tl event edit water 2 --at 'yesterday 18:30'", "another time"),
    ],
    "event rm": [
      ("tl event rm water 1", "the newest in tl event list"),
      ("tl event rm water 2026-11-18", "by its day"),
      ("tl event rm water '2026-11-18 19:30'", "by its time"),
    ],
    "tracker new": [
      ("tl tracker new Feed the fish --every '1 day at 08:00' --unit g", "with an interval"),
      ("tl tracker new Tea --unit cups --icon 🍵", "with a unit"),
      ("tl tracker new Haircut --from tag:haircut", "notes with a tag are its events"),
    ],
    "tracker rename": [
      ("tl tracker rename water 'Water everything'", "another title"),
      ("tl tracker rename 'Water the plants' Plants", "by its title"),
      ("tl tracker rename trackers/coffee.md 'Coffee at home'", "by its path"),
    ],
    "tracker archive": [
      ("tl tracker archive coffee", "by its name"),
      ("tl tracker archive trackers/coffee.md", "by its path"),
      ("tl tracker archive cof", "by a beginning of its name"),
    ],
    "tracker unarchive": [
      ("tl tracker unarchive coffee", "by its name"),
      ("tl tracker unarchive trackers/coffee.md", "by its path"),
      ("tl since --all && tl tracker unarchive coffee", "after a look at which there are"),
    ],
    "tracker merge": [
      ("tl tracker merge coffee-2 coffee", "the second file goes to the trash"),
      ("tl tracker merge trackers/coffee-2.md trackers/coffee.md", "by their paths"),
      ("tl tracker merge 'Coffee at work' coffee", "by its title"),
    ],
    "tracker rm": [
      ("tl tracker rm coffee", "asks on a terminal"),
      ("tl tracker rm -y coffee", "without asking"),
      ("tl tracker rm -y trackers/coffee.md", "by its path"),
    ],
    "tracker every": [
      ("tl tracker every water 2 days at 08:00", "an interval"),
      ("tl tracker every water off", "keep it, and say nothing"),
      ("tl tracker every water none", "remove it"),
    ],
    "tracker pause": [
      ("tl tracker pause water --until 2026-12-24 -m away", "from today on"),
      ("tl tracker pause --all --from 2026-12-20 --until 2027-01-02", "all that have an interval"),
      ("tl tracker pause coffee --until tomorrow", "for two days"),
    ],
  ]

  private static let vault: [String: [Entry]] = [
    "init": [
      ("tl init", "the current folder"),
      ("tl init ~/notes", "a folder, also one that has notes"),
      ("tl init ~/journal --remote git@example.org:me/journal.git", "with a remote to sync with"),
    ],
    "trash list": [
      ("tl trash list", "what was removed"),
      ("tl trash", "the same"),
      ("tl trash list --json", "for a program"),
    ],
    "trash restore": [
      ("tl trash restore 1", "the entry 1 of tl trash"),
      ("tl trash restore 2 3", "two at once"),
      ("tl --quiet trash restore 4", "print only the path"),
    ],
    "trash empty": [
      ("tl trash empty", "asks on a terminal"),
      ("tl trash empty -y", "without asking"),
      ("tl trash empty --yes --quiet", "in a script"),
    ],
    "drafts list": [
      ("tl drafts list", "texts that could not be saved"),
      ("tl drafts", "the same"),
      ("tl drafts list --json", "for a program"),
    ],
    "drafts resume": [
      ("tl drafts resume 1", "the draft 1 of tl drafts"),
      ("EDITOR='code --new-window' tl drafts resume 2", "in another editor"),
      ("EDITOR=true tl drafts resume 3", "save it as it is"),
    ],
    "drafts drop": [
      ("tl drafts drop 1", "asks on a terminal"),
      ("tl drafts drop -y 2", "without asking"),
      ("tl drafts drop -y 3 4", "two at once"),
    ],
    "doctor": [
      ("tl doctor", "what would not survive elsewhere"),
      ("tl doctor --fix", "repair what can be repaired safely"),
      ("tl doctor --json", "for a program"),
    ],
  ]

  private static let syncing: [String: [Entry]] = [
    "sync": [
      ("tl sync", "commit, fetch, merge and push"),
      ("tl sync --dry-run", "show what it would do"),
      ("tl sync --watch", "after each change, until Ctrl-C"),
    ],
    "status": [
      ("tl status", "what the next sync would do"),
      ("tl status --json", "for a program"),
      ("tl --vault ~/notes status", "of another vault"),
    ],
    "log": [
      ("tl log -n 5", "the last five syncs"),
      ("tl log people/kaia.md", "the history of a note"),
      ("tl log people/kaia.md --patch", "with the words that changed"),
    ],
    "restore": [
      ("tl restore people/kaia.md", "the version before the last change"),
      ("tl restore people/kaia.md --at 2026-11-01", "as it was then"),
      ("tl restore letters/gone.md", "a note that was deleted"),
    ],
    "clone": [
      ("tl clone git@example.org:me/notes.git", "into the folder notes"),
      ("tl clone https://example.org/me/notes.git ~/notes", "into another folder"),
      ("tl clone /media/usb/notes.git", "from a disk"),
    ],
    "remote show": [
      ("tl remote show", "its name and address"),
      ("tl remote", "the same"),
      ("tl --vault ~/notes remote show", "of another vault"),
    ],
    "remote set": [
      ("tl remote set git@example.org:me/notes.git", "over ssh"),
      ("tl remote set https://example.org/me/notes.git", "over https"),
      ("tl remote set /media/usb/notes.git", "a folder"),
    ],
    "remote follow": [
      ("tl remote follow main", "the branch is called main on the server"),
      ("tl remote follow main && tl status", "and see what there is to sync"),
      ("tl --vault ~/notes remote follow main", "of another vault"),
    ],
    "remote check": [
      ("tl remote check", "test the connection"),
      ("tl remote check --json", "for a program"),
      ("TL_NETWORK_TIMEOUT=60 tl remote check", "a slow server"),
    ],
    "remote remove": [
      ("tl remote remove", "the notes stay"),
      ("tl remote remove --quiet", "in a script"),
      ("tl --vault ~/notes remote remove", "of another vault"),
    ],
    "conflict list": [
      ("tl conflict", "notes that have two versions"),
      ("tl conflict --json", "for a program"),
      ("tl conflict --quiet && echo none", "in a script: 3 while there are any"),
    ],
    "conflict resolve": [
      ("tl conflict resolve people/kaia.md --note", "keep the note"),
      ("tl conflict resolve people/kaia.md --copy", "take the copy"),
      ("tl conflict resolve people/kaia.md --edit", "join both in your editor"),
    ],
  ]

  private static let notesync: [String: [Entry]] = [
    "notesync login": [
      ("tl notesync login https://notes.example.org", "asks for name and password"),
      ("tl notesync login https://notes.example.org --user kaia", "with a name"),
      ("tl notesync login https://notes.example.org --browser", "on the server's page"),
    ],
    "notesync logout": [
      ("tl notesync logout", "the notes stay"),
      ("tl notesync logout --quiet", "in a script"),
      ("tl --vault ~/notes notesync logout", "of another vault"),
    ],
    "notesync status": [
      ("tl notesync status", "the account and the last sync"),
      ("tl notesync status --json", "for a program"),
      ("tl --vault ~/notes notesync status", "of another vault"),
    ],
    "notesync queue": [
      ("tl notesync queue", "what is to be sent"),
      ("tl notesync queue --json", "for a program"),
      ("tl --vault ~/notes notesync queue", "of another vault"),
    ],
    "notesync push": [
      ("tl notesync push", "send what is to be sent"),
      ("tl notesync push --dry-run", "show what it would send"),
      ("tl notesync push --allow-deletes", "many deletions too"),
    ],
    "notesync sync": [
      ("tl notesync sync", "receive, then send"),
      ("tl notesync sync --dry-run", "show what it would do"),
      ("tl notesync sync -v", "show each request"),
    ],
    "notesync restore": [
      ("tl notesync restore", "the newest ten notes"),
      ("tl notesync restore -n 100", "the newest hundred"),
      ("tl notesync restore --all", "all that the server has"),
    ],
    "notesync aside list": [
      ("tl notesync aside list", "what the server could not carry out"),
      ("tl notesync aside list --json", "for a program"),
      ("tl notesync aside list --accounts accounts.json", "of all vaults of a server"),
    ],
    "notesync aside show": [
      ("tl notesync aside show 1", "the first one, whole"),
      ("tl notesync aside show 1 | less", "page by page"),
      ("tl --vault ~/notes notesync aside show 1", "of another vault"),
    ],
    "notesync aside apply": [
      ("tl notesync aside apply 1", "bring its notes into the vault"),
      ("tl notesync aside apply 1 && tl doctor", "and check the vault"),
      ("tl --vault ~/notes notesync aside apply 1", "of another vault"),
    ],
    "notesync aside drop": [
      ("tl notesync aside drop 1", "remove the first one, after a question"),
      ("tl notesync aside drop 1 -y", "without a question"),
      ("tl --vault ~/notes notesync aside drop 1 -y", "of another vault"),
    ],
    "notesync resync": [
      ("tl notesync resync", "the next push compares all notes"),
      ("tl notesync resync && tl notesync push", "and sends what the server lacks"),
      ("tl --vault ~/notes notesync resync", "of another vault"),
    ],
    "serve start": [
      ("tl serve", "prints an address for the browser"),
      ("tl serve --open --read-only", "opens the browser, to look only"),
      ("tl serve --lan", "for the phones at home; see tl serve trust"),
    ],
    "serve trust": [
      ("tl serve trust", "a code for a phone's camera, for ten minutes"),
      ("tl serve trust --port 8000", "at another port"),
      ("tl serve trust --page-port 9000", "of tl serve --lan --listen :9000"),
    ],
    "serve link": [
      ("tl serve link", "for one more browser"),
      ("tl serve link | qrencode -t ansi", "as a code for a phone's camera"),
      ("tl --vault ~/notes serve link", "of another vault"),
    ],
    "serve token add": [
      ("tl serve token add backup --read-only", "for a program that only reads"),
      ("tl serve token add phone", "for the share menu of a phone"),
      ("tl --vault ~/notes serve token add backup", "of another vault"),
    ],
    "serve token list": [
      ("tl serve token list", "what may use the API"),
      ("tl serve token list --json", "for a program"),
      ("tl --vault ~/notes serve token list", "of another vault"),
    ],
    "serve token remove": [
      ("tl serve token remove phone", "the phone is lost"),
      ("tl serve token remove phone && tl serve token add phone", "and another in its place"),
      ("tl --vault ~/notes serve token remove backup", "of another vault"),
    ],
    "serve feed add": [
      ("tl serve feed add Kaia --filter 'tag:kaia'", "for grandma's feed reader"),
      ("tl serve feed add 'All notes'", "everything"),
      ("tl serve feed add Films --filter 'kind:video' --vault ~/notes", "of another vault"),
    ],
    "serve feed list": [
      ("tl serve feed list", "what can be followed"),
      ("tl serve feed list --json", "for a program"),
      ("tl --vault ~/notes serve feed list", "of another vault"),
    ],
    "serve feed remove": [
      ("tl serve feed remove Kaia", "the address opens nothing any more"),
      ("tl serve feed remove Kaia && tl serve feed add Kaia", "and another address"),
      ("tl --vault ~/notes serve feed remove Kaia", "of another vault"),
    ],
    "serve install": [
      ("tl serve install", "at each start of this machine"),
      ("tl serve install --dry-run --read-only", "shows the unit"),
      (
        "tl serve install --insecure-behind-proxy --origin https://notes.example.org",
        "behind a proxy that does TLS"
      ),
    ],
    "serve uninstall": [
      ("tl serve uninstall", "it is no longer started; the notes stay"),
      ("tl serve uninstall --dry-run", "shows which file would go"),
      ("tl --vault ~/notes serve uninstall", "of another vault"),
    ],
    "serve user add": [
      ("tl serve user add kaia", "asks for a password"),
      ("pass tl/kaia | tl serve user add kaia", "takes it from a password manager"),
      ("tl --vault ~/notes serve user add kaia", "of another vault"),
    ],
    "serve user list": [
      ("tl serve user list", "one name a line"),
      ("tl serve user list --json", "with their ids"),
      ("tl --vault ~/notes serve user list", "of another vault"),
    ],
    "serve user remove": [
      ("tl serve user remove kaia", "signs kaia out at once; the notes stay"),
      ("tl serve user remove 'Aunt Mia'", "a name of two words"),
      ("tl --vault ~/notes serve user remove kaia", "of another vault"),
    ],
    "serve user password": [
      ("tl serve user password kaia", "asks for the new password"),
      ("pass tl/kaia | tl serve user password kaia", "takes it from a password manager"),
      ("tl --vault ~/notes serve user password kaia", "of another vault"),
    ],
    "notesync serve": [
      (
        "tl notesync serve --listen 0.0.0.0:8788 --tls-cert cert.pem --tls-key key.pem",
        "for phones"
      ),
      ("tl notesync serve --insecure-behind-proxy", "behind a proxy that does TLS"),
      ("tl notesync serve --accounts accounts.yaml --insecure-behind-proxy", "several vaults"),
    ],
    "notesync user add": [
      ("tl notesync user add kaia", "asks for a password"),
      ("tl notesync user add kaia --accounts accounts.yaml", "of several vaults"),
      ("tl --vault ~/notes notesync user add kaia", "of another vault"),
    ],
    "notesync user remove": [
      ("tl notesync user remove kaia", "the vault stays"),
      ("tl notesync user remove kaia --accounts accounts.yaml", "of several vaults"),
      ("tl --vault ~/notes notesync user remove kaia", "of another vault"),
    ],
  ]
}

extension CommandDescription {
  /// Examples of the command; a command that only has others below it shows the first of each.
  var examples: [CommandExample.Entry] {
    let name = path.dropFirst().joined(separator: " ")
    if let own = CommandExample.all[name] { return own }
    return subcommands.compactMap(\.examples.first)
  }
}
