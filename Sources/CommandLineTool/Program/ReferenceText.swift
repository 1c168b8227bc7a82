/// Texts of manual pages and the reference that belong to no single command.
enum ReferenceText {
  /// A name and its description.
  typealias Entry = (name: String, text: String)

  static let environment: [Entry] = [
    (
      "TL_VAULT",
      "The vault, if neither --vault nor the current folder names one. Without it the notes of the current "
        + "folder are read, if there are any, unless that is the home folder or /."
    ),
    (
      "TL_EDITOR, VISUAL, EDITOR",
      "The editor: TL_EDITOR, else `editor` of the settings, VISUAL, EDITOR. Words are split as a shell "
        + "splits them; nothing is run through a shell."
    ),
    (
      "TL_PAGER, PAGER",
      "The pager: TL_PAGER, else `pager` of the settings, PAGER, else `less -FRX`. `cat` means none. If a pager "
        + "fails, its input is printed without it."
    ),
    (
      "TL_RECORDER",
      "The recorder of `tl record` with its arguments; else `recorder` of the settings, else the first of those that "
        + "its help names. `{file}` stands for the path of the recording without its extension."
    ),
    ("LESS, LV", "Set to `FRX` and `-c` for the pager if they are not set, as git does."),
    ("NO_COLOR", "Set to anything, it turns colours off."),
    (
      "CLICOLOR_FORCE",
      "Set to anything but 0, it turns colours on if the output is not a terminal."
    ),
    (
      "COLORTERM",
      "`truecolor` or `24bit`: the colours of categories are shown as they are, else the nearest of 256."
    ),
    ("TERM", "`dumb` means no colours, no progress, and no pager but one that is named."),
    (
      "TZ",
      "The time zone of new notes, and of days, if the vault sets none (`timezone` in its settings)."
    ),
    ("XDG_CONFIG_HOME", "The folder of the settings; ~/.config by default."),
    (
      "TL_LOCK_WAIT",
      "How many seconds to wait while another tl writes to the vault; 10 by default, 0 fails at once."
    ),
    (
      "TL_GIT_TOKEN",
      "The password for https remotes; never printed, nor visible in a list of processes."
    ),
    (
      "TL_NOTESYNC_SERVER, TL_NOTESYNC_TOKEN, TL_NOTESYNC_API_KEY",
      "The server, a token and the server's key for `tl notesync`, for scripts that do not sign in."
    ),
    (
      "TL_NETWORK_TIMEOUT",
      "The timeout for remotes, in seconds without an answer."
    ),
    ("TL_DEVICE", "The name of this device in the history; the host name by default."),
    (
      "XDG_STATE_HOME",
      "Where the key of this device is stored, which marks the journals of its syncs; ~/.local/state by default."
    ),
    ("TMPDIR", "The folder for temporary files outside of vaults."),
    (
      "TL_NOW, TL_SEED",
      "The clock as a time such as 2026-11-20T18:03:11+01:00, and a number that ids are made from: for tests."
    ),
  ]

  static let files: [Entry] = [
    (
      "~/.config/tl/config.yaml",
      "Your own settings: `editor`, `pager`, `recorder`, `notify`, `reminders`, `author`, `language`, "
        + "`notesync`, `notesync_request`, `site_remote`, `site_branch`."
    ),
    (
      ".tl/config.yaml",
      "The settings of a vault, shared by every device: `timezone`, `templates` and others."
    ),
    (
      ".tl/local/",
      "What belongs only to this device: drafts, the trash, locks. It is never synced."
    ),
    (
      ".tlignore",
      "Patterns of files that lists and searches leave out, as in .gitignore; tl sync commits them."
    ),
  ]

  static let note = """
    NOTE is, in this order:

    - `@N`: the Nth note of the last list or search printed in this vault, within an hour; `@1-3`: the first three \
    of it, where several notes can be named; `@last`: the note that was created last;
    - a path that exists: absolute, from the current folder, or from the vault's root;
    - a whole id;
    - the beginning of one id, of four characters or more, or the name of one file, with its ending or without, in \
    any case: `tl show 'Buy wisely'`;
    - one of the `aliases` of one note.

    If several notes match, the error lists them. Without NOTE, tl asks on a terminal: with fzf if it is installed, \
    else with a numbered list. If a command gets several notes, all are tried; tl ends with 2 if one of them failed.
    """

  static let queries = """
    All words of a search are joined by spaces and read as one query. Words are looked for in the title, the \
    text, the tags, the file's name (without the date that it begins with) and the `aliases`.

    | in a query | finds notes |
    |---|---|
    | `word` | with the word or a longer one that contains it; all words have to be there, in any order |
    | `"two words"` | with the words as a phrase |
    | `-word`, `-"two words"` | without it. In a shell the query needs quotes then, `tl search 'sofa -draft'`; `--not WORD` is the same |
    | `tag:TAG` | with the tag, or one nested in it; `-tag:TAG` without it; `tag:a,b` with both |
    | `since:DATE`, `until:DATE`, `on:DATE` | of that day or later, of that day or earlier, of that day, month or year |
    | `kind:KIND` | of that kind: `photo`, `audio`, `video`, alone or among others; `mixed`: several of these; `text`: none; `milestone` and `memory`: with and without the key `milestone` |
    | `is:WHAT` | files that are this: `note`, `person`, `tracker`, `circle`, `book`, `comment`, or `any` of these |
    | `pinned:yes`, `pinned:no` | that are pinned, that are not |
    | `has:WHAT` | that have this: `media`, `photo`, `audio`, `video`, `file`, or a key of that name with a value |
    | `category:TEXT`, `prompt:ID` | whose key has that value, or has it in its list |
    | `person:NAME`, `people:NAME`, `author:NAME` | about, or by, the person with that name, whichever of the person's names the note has |
    | `age:"PERSON FROM..TO"` | about a person, of the days when the person was that old: `age:"kaia 6m..12m"`, `age:"kaia 2y"` |
    | `milestone:NAME`, `milestone:yes` | with that milestone, by its id or its title in any language; with any |
    | `weather:WORD` | with weather of that kind, in any of the words for it: `rain` finds `drizzle` and `Regen` |
    | `tracker:NAME` | that are events of that tracker |
    | `favorite:yes`, `publish:yes`, `anonymous:yes`, `sealed:yes` | that are; with `no` those that are not |
    | `place:TEXT` | with the text in their place or locality |
    | `near:PLACE`, `near:PLACE,KM` | within 5 km, or so many, of a place: a name that notes have, a city, or `48.86,2.34` |
    | `-PREFIX:VALUE` | all others: each of these can be excluded, but for `age:` |

    A value of several words is quoted: `place:"Da Nang"`. Anything else with a colon is text: `12:30`, \
    `https://example.org`. A query has at most 64 words and values, with those of the filters; one that is repeated \
    counts once.

    Neither case nor accents matter, unless `--exact-case` and `--exact-accents` say so: `cafe` finds `Café`, \
    `strasse` finds `Straße`, `公園` finds `日比谷公園で`. Marks that make another letter count: `はは` does not \
    find `ぱぱ`.
    """

  static let filters = """
    A list, and a search, can be narrowed down by the options of `tl list`. Different options have to hold \
    together. `-t`, `--has` and `--where` can be repeated and all have to hold; of several `--any-tag` or `--kind` \
    one has to hold, and a note is left out if one `--not-tag` or `--not` holds. `-t a,b` is `-t a -t b`. \
    A tag includes those nested in it: \
    `-t travel` finds `travel/japan`. `--since`, `--until` and `--on` look at the time that the list is ordered \
    by: the `date` of a note, else `created`; with `--sort created` or `--sort updated` that one.

    `--where KEY=VALUE` compares the whole value, or an item of a list; `--where KEY` finds notes that have the \
    key, `--where KEY=` those that do not.

    The timeline is ordered by when it happened: the `date` of a note, else `created`, from the newest on, and \
    pinned notes come first. With `--sort`, `--reverse` or `--no-pinned` they are sorted like the others, so \
    that `-n 1 --no-pinned` is the newest note. `--sort date` is the order of the timeline; `created` and `updated` \
    are newest first too, `title` is alphabetical, `order` by the number in the key `order`, `near` by the distance \
    from the place of `--near` or `near:`, nearest first. Notes that are equal by that are ordered by their paths, those \
    at one distance by time.
    """

  static let dates = """
    DATE is one of these; English words, in any case.

    | written | means |
    |---|---|
    | `2026-11-20`, `2026-11`, `2026` | the day, the month, the year |
    | `2026-11-20 18:30`, `2026-11-20T18:30:05+01:00` | the minute, the second |
    | `20 nov 2026`, `nov 20 2026`, `november 2026` | the day, the month |
    | `today`, `yesterday`, `now` | |
    | `yesterday 18:30`, `18:30`, `7pm`, `7:30 pm`, `noon`, `midnight` | that minute; without a day, that of today |
    | `monday`, `november`, `20 nov` | the last one that has begun; where only the future makes sense, as in `--until` of a pause, the next |
    | `last tuesday`, `next tuesday` | the last before today, the first after it |
    | `this week`, `last month`, `this year` | the whole of it; weeks begin on Monday |
    | `3 days ago`, `two weeks ago`, `a fortnight ago`, `2w`, `6m`, `1y` | that long before now; where only the future makes sense, `2w` is that long after it |
    | `in 3 days`, `3 days from now` | that long after now |

    A day is the day in the time zone in which the note was written, wherever it is read.
    """

  static let fields = """
    `--format TEMPLATE` prints a line for each note; `{{name}}` in it is replaced by a value, `\\n` and `\\t` by \
    a line end and a tab.

    | field | value |
    |---|---|
    | `id`, `short_id` | the id, and its shortest beginning that names the note, eight characters or more |
    | `path` | from the vault's root |
    | `file` | the path as it is printed elsewhere: from the current folder |
    | `title` | |
    | `created`, `updated`, `date` | RFC 3339; `date` is `created` if the note has no date of its own |
    | `pinned` | `true` or `false` |
    | `tags`, `media` | joined by a comma and a space |
    | `kind` | `text`, `photo`, `audio`, `video`, `mixed` |
    | `text` | the note without its front matter |
    | any other name | the key of the front matter, empty if the note does not have it |
    """

  static let json = """
    `list` and `search` print one array with `--json`, and an object a line with `--jsonl`; `show --json` prints \
    one object. This is version 1 of the object: keys are added, but none is removed or gets another meaning.

    | key | value |
    |---|---|
    | `id` | string |
    | `id_stored` | whether the note's file has the id; otherwise it is derived from the path, and changes with it |
    | `path` | string, from the vault's root; bytes that are not UTF-8 are shown as U+FFFD: `-0` prints them as they are |
    | `title` | string |
    | `created`, `updated` | string, RFC 3339 |
    | `pinned` | boolean |
    | `tags` | array of strings |
    | `text` | string, the note without its front matter; left out with `--no-text` |
    | `kind` | `text`, `photo`, `audio`, `video` or `mixed` |
    | `media` | array of `{path, kind, bytes}`; `kind` is `photo`, `audio`, `video` or `file` |
    | `properties` | object, the whole front matter: all keys as they are written, values by the core schema of YAML 1.2, times as written, as strings, `.nan` and `.inf` as strings; `{}` if the front matter is broken |
    | `findings` | array of `{severity, code, path, line, column, message}`; `severity` is `error`, `warning` or `info` |
    | `date` | string, RFC 3339; only if the note has one |
    | `ages` | array of `{person, text, years, months, days}`, of the persons in the key `people` on the day of the note, by `list`, `search` and `show`; left out with `--no-ages`; a part that is not known is null |
    | `distance_km` | number with three decimals, the distance from the place of `near:` or `--near` in kilometres; only with one of them |

    What other commands print with `--json` is described with them.
    """

  static let output = """
    Data goes to standard output, messages go to standard error; `--quiet` leaves out remarks and progress. \
    Errors are `tl: error: ...`, mostly followed by `hint: ...`, what to do next. If the reader closes the \
    pipe, tl ends without an error.

    On a terminal long output goes through a pager. Colours are used on a terminal, unless `NO_COLOR` is set or \
    `TERM` is `dumb`; `--color always` and `--color never` decide otherwise. Control characters in notes and \
    file names are shown as symbols there; the machine-readable forms have them as they are, JSON escaped.

    With `-0` the paths of the notes are printed, each ended by a NUL: `tl list -0 | xargs -0 grep -l word`.

    Paths are printed so that they work where tl runs: from the current folder if that is in the vault or above \
    it, else absolute; with `--absolute` always absolute. `path` in JSON and in templates is a path from the \
    vault's root.
    """

  static let settings = """
    Your own settings are in `~/.config/tl/config.yaml` (or below `XDG_CONFIG_HOME`). Programs to start \
    are named there or in the environment, never in a vault:

    | key | value |
    |---|---|
    | `editor` | the editor with its arguments, such as `code --wait` |
    | `pager` | the pager with its arguments, such as `less -R` |
    | `recorder` | the recorder with its arguments, such as `ffmpeg -f pulse -i default {file}.opus` |
    | `notify` | the program that shows notifications, with its arguments: `[ntfy, publish, https://ntfy.home/me]`. It gets the title and the text as two more |
    | `reminders` | which kinds of `tl due --notify` are off, whatever the vault says: `{birthdays: off}`; docs/reminders.md lists them |
    | `author` | the `author` of the notes that `tl add` makes, unless they are anonymous or name another |
    | `language` | `de` or `vi`: of the titles of milestones and of prompts |
    | `notesync` | `on`: `tl sync` ends with `tl notesync sync`, whose failure does not affect the first |
    | `notesync_request` | the largest request of notesync, at most `50 MiB`; `10 MB` unless given. A file needs a third more than its size |
    | `site_remote` | where `tl site push` sends the public site: an address of a git repository |
    | `site_branch` | its branch there, `gh-pages` unless given |

    The settings of a vault are in its `.tl/config.yaml`; docs/vault-format.md describes them.
    """

  static let completions = """
    `scripts/install` installs completions for bash, zsh and fish: commands, options and their values, tags, \
    notes by id (with their titles, in zsh and fish) or path, and the media of a note. Without it:

    | shell | |
    |---|---|
    | bash | `source <(tl generate completions bash)` in `~/.bashrc` |
    | zsh | `source <(tl generate completions zsh)` in `~/.zshrc`, after `compinit` |
    | fish | `tl generate completions fish > ~/.config/fish/completions/tl.fish` |
    """
}
