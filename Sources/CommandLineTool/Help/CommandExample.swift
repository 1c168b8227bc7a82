/// An example command line in the help, with its description.
struct CommandExample: Hashable, Sendable {
  let line: String
  /// A fragment without a full stop.
  let text: String

  init(_ line: String, _ text: String) {
    self.line = line
    self.text = text
  }
}

extension CommandDescription {
  /// Examples of the command; a command that only has others below it shows the first of each.
  var examples: [CommandExample] {
    let name = path.dropFirst().joined(separator: " ")
    if let own = CommandExample.all[name] { return own }
    return subcommands.compactMap(\.examples.first)
  }
}

extension CommandExample {
  /// By the command's name behind `tl`: three for each.
  static let all: [String: [CommandExample]] = notes.merging(vault) { $1 }.merging(syncing) { $1 }
    .merging(notesync) { $1 }

  private static let notes: [String: [CommandExample]] = [
    "": [
      CommandExample("tl", "the timeline"),
      CommandExample("tl add \"Kaia climbed onto the chair\" -t firsts", "a new note"),
      CommandExample("tl search rain", "notes with a word"),
    ],
    "add": [
      CommandExample(
        "tl add \"Kaia climbed onto the chair\" -t firsts -a chair.jpg", "with a tag and a photo"),
      CommandExample("tl add --date yesterday", "in your editor, for what happened yesterday"),
      CommandExample(
        "cat templates/day.md | tl add \"A good day\"",
        "words, then piped text; its front matter is kept"),
    ],
    "list": [
      CommandExample(
        "tl list -t family/kaia --since 2026-05", "notes with a tag, from May 2026 on"),
      CommandExample("tl list --sort title -n 10", "the first ten by title"),
      CommandExample("tl list -0 | xargs -0 grep -l rain", "the files for another program"),
    ],
    "search": [
      CommandExample("tl search bà", "with or without the accent"),
      CommandExample(
        "tl search 'tag:japan rain -hotel'", "a tag, a word, and a word that must not occur"),
      CommandExample("tl search '\"first step\" since:2026-06'", "a phrase"),
    ],
    "show": [
      CommandExample("tl show @1", "the first note of the last list"),
      CommandExample("tl show people/kaia.md --json", "for a program"),
      CommandExample("tl show people/kaia.md --at 2026-11-01", "as it was then"),
    ],
    "edit": [
      CommandExample("tl edit @1", "the first note of the last list"),
      CommandExample("tl edit people/kaia.md", "by its path"),
      CommandExample("EDITOR='code --new-window' tl edit @1", "in another editor"),
    ],
    "pin": [
      CommandExample("tl pin @1", "the first note of the last list"),
      CommandExample("tl pin @2 @3", "two at once"),
      CommandExample("tl pin people/kaia.md", "by its path"),
    ],
    "unpin": [
      CommandExample("tl unpin @1", "the first note of the last list"),
      CommandExample("tl unpin @2 @3", "two at once"),
      CommandExample("tl list --pinned -0 | xargs -0r tl unpin", "all that are pinned"),
    ],
    "tag add": [
      CommandExample("tl tag add firsts @1", "one tag, one note"),
      CommandExample("tl tag add travel/japan,food @2 @3", "two tags, two notes"),
      CommandExample(
        "tl list --on 2026-04 -0 | xargs -0r tl tag add spring", "all notes of a month"),
    ],
    "tag rm": [
      CommandExample("tl tag rm firsts @1", "one tag, one note"),
      CommandExample("tl tag rm travel,food @2 @3", "two tags, two notes"),
      CommandExample("tl list -t draft -0 | xargs -0r tl tag rm draft", "wherever it is"),
    ],
    "tag rename": [
      CommandExample("tl tag rename kitchen food", "in every note"),
      CommandExample("tl tag rename travel/japan japan", "out of the tag that it is nested in"),
      CommandExample("tl tag rename family people", "with the tags nested in it"),
    ],
    "tags": [
      CommandExample("tl tags", "by name"),
      CommandExample("tl tags --sort count", "the most used first"),
      CommandExample("tl tags --names | grep '^family/'", "for another program"),
    ],
    "set": [
      CommandExample("tl set @1 mood=calm place=\"Da Nang\"", "two keys"),
      CommandExample("tl set @1 date='yesterday 18:30'", "when it happened"),
      CommandExample("tl set @1 mood=", "remove a key"),
    ],
    "attach": [
      CommandExample("tl attach @1 chair.jpg", "a photo"),
      CommandExample("tl attach people/kaia.md chair.jpg voice.m4a", "two files"),
      CommandExample("tl attach @2 *.jpg", "all photos of the current folder"),
    ],
    "detach": [
      CommandExample(
        "tl detach 2026/05/2026-05-17-one-year-old.md cake.jpg", "by its name, as tl show prints it"
      ),
      CommandExample("tl detach 2026/02/2026-02-08-lampe.md voice.m4a", "a recording"),
      CommandExample(
        "tl detach 2026/06/2026-06-23-sankthans-by-the-fjord.md fire.jpg waves.ogg", "two files"),
    ],
    "mv": [
      CommandExample("tl mv people/kaia.md people/kaia-marie", "another name"),
      CommandExample("tl mv @1 letters/", "into a folder"),
      CommandExample("tl mv people/bà-lan.md family/bà-lan --links", "links to it are rewritten"),
    ],
    "rm": [
      CommandExample("tl rm @1", "asks on a terminal"),
      CommandExample("tl rm -y @2 @3", "without asking"),
      CommandExample("tl rm -y people/kaia.md", "by its path"),
    ],
  ]

  private static let vault: [String: [CommandExample]] = [
    "init": [
      CommandExample("tl init", "the current folder"),
      CommandExample("tl init ~/notes", "a folder, also one that has notes"),
      CommandExample(
        "tl init ~/journal --remote git@example.org:me/journal.git", "with a remote to sync with"),
    ],
    "trash list": [
      CommandExample("tl trash list", "what was removed"),
      CommandExample("tl trash", "the same"),
      CommandExample("tl trash list --json", "for a program"),
    ],
    "trash restore": [
      CommandExample("tl trash restore 1", "the entry 1 of tl trash"),
      CommandExample("tl trash restore 2 3", "two at once"),
      CommandExample("tl --quiet trash restore 4", "print only the path"),
    ],
    "trash empty": [
      CommandExample("tl trash empty", "asks on a terminal"),
      CommandExample("tl trash empty -y", "without asking"),
      CommandExample("tl trash empty --yes --quiet", "in a script"),
    ],
    "drafts list": [
      CommandExample("tl drafts list", "texts that could not be saved"),
      CommandExample("tl drafts", "the same"),
      CommandExample("tl drafts list --json", "for a program"),
    ],
    "drafts resume": [
      CommandExample("tl drafts resume 1", "the draft 1 of tl drafts"),
      CommandExample("EDITOR='code --new-window' tl drafts resume 2", "in another editor"),
      CommandExample("EDITOR=true tl drafts resume 3", "save it as it is"),
    ],
    "drafts drop": [
      CommandExample("tl drafts drop 1", "asks on a terminal"),
      CommandExample("tl drafts drop -y 2", "without asking"),
      CommandExample("tl drafts drop -y 3 4", "two at once"),
    ],
    "doctor": [
      CommandExample("tl doctor", "what would not survive elsewhere"),
      CommandExample("tl doctor --fix", "repair what can be repaired safely"),
      CommandExample("tl doctor --json", "for a program"),
    ],
  ]

  private static let syncing: [String: [CommandExample]] = [
    "sync": [
      CommandExample("tl sync", "commit, fetch, merge and push"),
      CommandExample("tl sync --dry-run", "show what it would do"),
      CommandExample("tl sync --watch", "after each change, until Ctrl-C"),
    ],
    "status": [
      CommandExample("tl status", "what the next sync would do"),
      CommandExample("tl status --json", "for a program"),
      CommandExample("tl --vault ~/notes status", "of another vault"),
    ],
    "log": [
      CommandExample("tl log -n 5", "the last five syncs"),
      CommandExample("tl log people/kaia.md", "the history of a note"),
      CommandExample("tl log people/kaia.md --patch", "with the words that changed"),
    ],
    "restore": [
      CommandExample("tl restore people/kaia.md", "the version before the last change"),
      CommandExample("tl restore people/kaia.md --at 2026-11-01", "as it was then"),
      CommandExample("tl restore letters/gone.md", "a note that was deleted"),
    ],
    "clone": [
      CommandExample("tl clone git@example.org:me/notes.git", "into the folder notes"),
      CommandExample("tl clone https://example.org/me/notes.git ~/notes", "into another folder"),
      CommandExample("tl clone /media/usb/notes.git", "from a disk"),
    ],
    "remote show": [
      CommandExample("tl remote show", "its name and address"),
      CommandExample("tl remote", "the same"),
      CommandExample("tl --vault ~/notes remote show", "of another vault"),
    ],
    "remote set": [
      CommandExample("tl remote set git@example.org:me/notes.git", "over ssh"),
      CommandExample("tl remote set https://example.org/me/notes.git", "over https"),
      CommandExample("tl remote set /media/usb/notes.git", "a folder"),
    ],
    "remote follow": [
      CommandExample("tl remote follow main", "the branch is called main on the server"),
      CommandExample("tl remote follow main && tl status", "and see what there is to sync"),
      CommandExample("tl --vault ~/notes remote follow main", "of another vault"),
    ],
    "remote check": [
      CommandExample("tl remote check", "test the connection"),
      CommandExample("tl remote check --json", "for a program"),
      CommandExample("TL_NETWORK_TIMEOUT=60 tl remote check", "a slow server"),
    ],
    "remote remove": [
      CommandExample("tl remote remove", "the notes stay"),
      CommandExample("tl remote remove --quiet", "in a script"),
      CommandExample("tl --vault ~/notes remote remove", "of another vault"),
    ],
    "conflicts": [
      CommandExample("tl conflicts", "notes that have two versions"),
      CommandExample("tl conflicts --json", "for a program"),
      CommandExample("tl conflicts --quiet && echo none", "in a script: 3 while there are any"),
    ],
    "resolve": [
      CommandExample("tl resolve people/kaia.md --note", "keep the note"),
      CommandExample("tl resolve people/kaia.md --copy", "take the copy"),
      CommandExample("tl resolve people/kaia.md --edit", "join both in your editor"),
    ],
  ]

  private static let notesync: [String: [CommandExample]] = [
    "notesync login": [
      CommandExample("tl notesync login https://notes.example.org", "asks for name and password"),
      CommandExample("tl notesync login https://notes.example.org --user kaia", "with a name"),
      CommandExample(
        "tl notesync login https://notes.example.org --browser", "on the server's page"),
    ],
    "notesync logout": [
      CommandExample("tl notesync logout", "the notes stay"),
      CommandExample("tl notesync logout --quiet", "in a script"),
      CommandExample("tl --vault ~/notes notesync logout", "of another vault"),
    ],
    "notesync status": [
      CommandExample("tl notesync status", "the account and the last sync"),
      CommandExample("tl notesync status --json", "for a program"),
      CommandExample("tl --vault ~/notes notesync status", "of another vault"),
    ],
    "notesync queue": [
      CommandExample("tl notesync queue", "what is to be sent"),
      CommandExample("tl notesync queue --json", "for a program"),
      CommandExample("tl --vault ~/notes notesync queue", "of another vault"),
    ],
    "notesync push": [
      CommandExample("tl notesync push", "send what is to be sent"),
      CommandExample("tl notesync push --dry-run", "show what it would send"),
      CommandExample("tl notesync push --allow-deletes", "many deletions too"),
    ],
    "notesync sync": [
      CommandExample("tl notesync sync", "receive, then send"),
      CommandExample("tl notesync sync --dry-run", "show what it would do"),
      CommandExample("tl notesync sync -v", "show each request"),
    ],
    "notesync restore": [
      CommandExample("tl notesync restore", "the newest ten notes"),
      CommandExample("tl notesync restore -n 100", "the newest hundred"),
      CommandExample("tl notesync restore --all", "all that the server has"),
    ],
    "notesync aside list": [
      CommandExample("tl notesync aside list", "what the server could not carry out"),
      CommandExample("tl notesync aside list --json", "for a program"),
      CommandExample(
        "tl notesync aside list --accounts accounts.json", "of all vaults of a server"),
    ],
    "notesync aside show": [
      CommandExample("tl notesync aside show 1", "the first one, whole"),
      CommandExample("tl notesync aside show 1 | less", "page by page"),
      CommandExample("tl --vault ~/notes notesync aside show 1", "of another vault"),
    ],
    "notesync aside apply": [
      CommandExample("tl notesync aside apply 1", "bring its notes into the vault"),
      CommandExample("tl notesync aside apply 1 && tl doctor", "and check the vault"),
      CommandExample("tl --vault ~/notes notesync aside apply 1", "of another vault"),
    ],
    "notesync aside drop": [
      CommandExample("tl notesync aside drop 1", "remove the first one, after a question"),
      CommandExample("tl notesync aside drop 1 -y", "without a question"),
      CommandExample("tl --vault ~/notes notesync aside drop 1 -y", "of another vault"),
    ],
    "notesync resync": [
      CommandExample("tl notesync resync", "the next push compares all notes"),
      CommandExample("tl notesync resync && tl notesync push", "and sends what the server lacks"),
      CommandExample("tl --vault ~/notes notesync resync", "of another vault"),
    ],
    "notesync serve": [
      CommandExample(
        "tl notesync serve --listen 0.0.0.0:8788 --tls-cert cert.pem --tls-key key.pem",
        "for phones"),
      CommandExample("tl notesync serve --insecure-behind-proxy", "behind a proxy that does TLS"),
      CommandExample(
        "tl notesync serve --accounts accounts.yaml --insecure-behind-proxy", "several vaults"),
    ],
    "notesync user add": [
      CommandExample("tl notesync user add kaia", "asks for a password"),
      CommandExample("tl notesync user add kaia --accounts accounts.yaml", "of several vaults"),
      CommandExample("tl --vault ~/notes notesync user add kaia", "of another vault"),
    ],
    "notesync user remove": [
      CommandExample("tl notesync user remove kaia", "the vault stays"),
      CommandExample("tl notesync user remove kaia --accounts accounts.yaml", "of several vaults"),
      CommandExample("tl --vault ~/notes notesync user remove kaia", "of another vault"),
    ],
  ]
}
