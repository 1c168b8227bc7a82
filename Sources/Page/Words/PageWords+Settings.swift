/// The words of the settings of the vault.
extension PageWords {
  static let nobody = "Nobody"
  static let noCategory = "None"
  static let february28 = "28 February"
  static let march1 = "1 March"
  static let yes = "Yes"
  static let no = "No"
  static let moodOfTheTime = "as suits the time"
  static let usualSets = "development, firsts, celebrations"

  static func notSaved(_ reason: String) -> String { "Not saved: \(reason)." }

  /// By the names of the settings: what a line is called, and what it does.
  static let settingLines: [String: (label: String, how: String)] = [
    "timezone": (
      "Time zone",
      "Of days, and of times without an offset; empty for that of the machine. The page uses it when tl serve is started "
        + "again."
    ),
    "person": ("Default person", "Whose milestones are shown where nobody is named."),
    "default_category": ("Category of new notes", "Of tl add, where none is named."),
    "since.display": ("How long ago", "How trackers write it."),
    "since.details": ("Details of trackers", "In the list: what each is about, and its last time."),
    "pin.color": (
      "Colour",
      "Of links and of the map: a name, or # and six digits. It is made dark or light enough to be read."
    ),
    "pin.icon": (
      "Symbol of places", "Before their names on the map: an emoji, or a name of the list."
    ),
    "location": ("Ask where I am", "Whether the form and the map offer to ask this device."),
    "since.day_start": (
      "A day begins at", "For trackers: with 03:00, what happens at 01:30 counts to the day before."
    ),
    "since.leap_day": ("Born on 29 February", "In other years, this is the day."),
    "milestone_sets": (
      "Milestones",
      "development, firsts, celebrations, pregnancy, east-asian, south-asian, islamic, jewish, christian; separated by commas."
    ),
    "nudge.at": (
      "Reminder to write",
      "On days without a note. tl due install sets it up on a machine; empty for none."
    ),
    "nudge.mood": ("Its tone", "Of the reminder to write."),
    "daily.path": ("Note of a day", "Where tl daily keeps it, with YYYY, MM and DD for its date."),
    "daily.template": ("Its template", "The file with which the note of a day begins."),
    "path": (
      "New notes",
      "Where they go, with YYYY, MM and DD for the date, {{title}}, {{category}} and {{template}}."
    ),
    "templates": ("Templates", "Folders whose files are no notes, separated by commas."),
    "media.max_size": ("Largest file in a sync", "A larger one stays on this machine."),
    "media.max_sync": ("New files in one sync", "With more, a sync asks first."),
  ]

  static let settingTable: [String: String] = [
    "resetSetting": "Reset",
    "vaultFile": "These are in .tl/config.yaml, for every device.",
  ]
}
