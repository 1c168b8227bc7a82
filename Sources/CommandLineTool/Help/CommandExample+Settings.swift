/// Examples of the commands about categories and settings.
extension CommandExample {
  static let settings: [String: [Entry]] = [
    "category list": [
      ("tl category list", "in their order, with the number of their notes"),
      ("tl category list --json", "for other programs"),
      ("tl category list && tl list -c travel", "and show the notes of one"),
    ],
    "category add": [
      ("tl category add Book --symbol 📖 --colour green", "with a symbol and a colour"),
      ("tl category add 'Sunday walks'", "a name alone"),
      ("tl category add --defaults", "six with which to start"),
    ],
    "category edit": [
      ("tl category edit travel --symbol paperplane", "by the name of a symbol"),
      ("tl category edit travel --colour '#ff8800'", "any colour"),
      ("tl category edit travel --symbol none --colour none", "neither"),
    ],
    "category rename": [
      ("tl category rename travel Reise --dry-run", "look first"),
      ("tl category rename travel Reise", "in the settings and in all notes"),
      ("tl category rename travel Travel", "another spelling"),
    ],
    "category move": [
      ("tl category move letter --before day", "before another one"),
      ("tl category move day --last", "behind all others"),
      ("tl category move letter --before day && tl category list", "and show the order"),
    ],
    "category rm": [
      ("tl category rm travel --to day", "its notes get another one"),
      ("tl category rm travel --to day --dry-run", "look first"),
      ("tl category add Idea && tl category rm Idea", "one that no note has"),
    ],
    "daily": [
      ("tl daily Soup with the neighbours", "a line in the note of today"),
      ("tl daily yesterday: First frost", "in that of yesterday"),
      ("tl daily", "opens it in your editor"),
    ],
    "config get": [
      ("tl config get", "all that are set"),
      ("tl config get timezone", "one of them"),
      ("tl config get --json", "for other programs"),
    ],
    "config set": [
      ("tl config set since.display subUnits", "2d 8hr instead of 2.3 d"),
      ("tl config set nudge.at 19:00", "a reminder to write, each day"),
      ("tl config set default_category day", "the category of new notes"),
    ],
    "config unset": [
      ("tl config unset nudge.at", "no reminder"),
      ("tl config set person kaia && tl config unset person", "nobody"),
      ("tl config unset since.display", "as it was at first"),
    ],
  ]
}
