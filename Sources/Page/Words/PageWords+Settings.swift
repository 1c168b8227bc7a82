internal import Journal
internal import VaultFormat

/// The words of the settings of the vault.
extension PageWords {
  static let nobody = "Nobody"
  static let noCategory = "None"
  static let february28 = "28 February"
  static let march1 = "1 March"
  static let inWords = "3 days"
  static let yes = "Yes"
  static let no = "No"
  static let moodOfTheTime = "as suits the time"

  static let look = "Look"
  static let browserOnly = "This browser"
  static let writing = "Writing"
  static let colourAndPlaces = "Colour and places"
  static let publicSite = "Public site"
  static let filesAndFolders = "Files and folders"
  static let vaultFile =
    "From People on, the settings are the same on all your devices."

  /// `East Asian`.
  static func name(of set: MilestoneSet) -> String {
    set.rawValue.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }

  static func notSaved(_ reason: String) -> String { "Not saved: \(reason)." }

  /// By the names of the settings: what a line is called, and what it does.
  static let settingLines: [String: (label: String, how: String)] = [
    "timezone": (
      "Time zone",
      "Of days and times; empty for that of this computer. The page uses it when it is started again."
    ),
    "person": ("Default person", "Whose milestones are shown where nobody is named."),
    "default_category": ("Category of new notes", "Where none is chosen."),
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
      "Milestones", "Which are proposed. With none, it is the first three."
    ),
    "nudge.at": (
      "Reminder to write",
      "On days without a note, on machines with reminders; empty for none."
    ),
    "nudge.mood": ("Its tone", "Of the reminder to write."),
    "daily.path": ("Note of a day", "Where it is kept, with YYYY, MM and DD for its date."),
    "daily.template": ("Its template", "The file with which the note of a day begins."),
    "path": (
      "New notes",
      "Where they go, with YYYY, MM and DD for the date, {{title}}, {{category}} and {{template}}."
    ),
    "templates": ("Templates", "Folders whose files are no notes, separated by commas."),
    "media.max_size": ("Largest file in a sync", "A larger one stays on this machine."),
    "media.max_sync": ("New files in one sync", "With more, a sync asks first."),
    "site.title": ("Title of the public site", "It has the notes that are public."),
    "site.author": ("Its author", "At the end of its pages and in its feeds."),
    "site.language": ("Its language", "Of the texts, such as en, de or vi."),
    "site.address": ("Its address", "Such as https://example.org/; feeds need it."),
    "site.accent": ("Its colour", "Of links: a name, or # and six digits."),
  ]

  static let settingTable: [String: String] = [
    "resetSetting": "Reset",
    "settingsMore": "More settings",
  ]
}

/// The words of categories.
extension PageWords {
  static let category = "Category"
  static let categories = "Categories"
  static let noCategories =
    "There are no categories yet. A note has one at most: what kind of note it is."
  static let noNoteHasIt = "No note has this category: only the settings change."

  static func categoryDone(_ word: String) -> String? {
    switch word {
    case "categoryadded": "Added."
    case "categorymoved": "Moved."
    case "categoryremoved": "Removed."
    default: nil
    }
  }

  static func categorized(_ changed: Int, failed: Int) -> String {
    "\(failed.counted("note")) could not be changed, so the category stays: "
      + "\(changed.counted("note")) had been changed before. Doing it again goes on."
  }

  static func have(_ count: Int) -> String {
    "\(count.counted("note")) \(count == 1 ? "has" : "have")"
  }

  static func notesGetAnother(_ count: Int) -> String {
    "\(have(count)) this category, and \(count == 1 ? "gets" : "get") another one. "
      + canTakeBack
  }

  static func renamesNotes(_ count: Int) -> String {
    "Another name is written into the \(count.counted("note")) that \(count == 1 ? "has" : "have") it."
  }

  static func sentence(_ problem: CategoryProblem) -> String {
    switch problem {
    case .isNoName: "A category has a name of one line."
    case .isNoSymbol(let text): "“\(text.clipped)” is not an emoji."
    case .isNoColor(let text): "“\(text.clipped)” is not a colour: write #2e8b57."
    case .isUnknown(let name): "There is no category “\(name.clipped)” any more."
    case .isNotInSettings(let name): "“\(name.clipped)” is not in the settings."
    case .isTaken(let name): "There is “\(name.clipped)” already."
    case .isInUse: "Choose the category that its notes get."
    case .standsForItself: "Choose another category than the one that goes."
    }
  }

  /// By the names of the settings.
  static let symbols: [String: String] = [
    "book": "Book", "fork.knife": "Fork and knife", "sun.min": "Sun",
    "movieclapper": "Clapperboard", "message.badge.filled.fill": "Speech bubble",
    "list.bullet": "List", "paperplane": "Letter", "doc.text": "Page", "calendar": "Calendar",
    "brain.head.profile": "Brain", "lightbulb": "Light bulb", "quote.bubble": "Thought",
    "music.note": "Music", "cart": "Shopping trolley", "tag": "Label", "house": "House",
    "heart": "Heart", "star": "Star",
  ]

  /// A name of the settings in words.
  static func color(_ name: String) -> String {
    switch name {
    case "lightBlue": "Light blue"
    case "darkGreen": "Dark green"
    default: name.prefix(1).uppercased() + name.dropFirst()
    }
  }

  static let categoryTable: [String: String] = [
    "addCategory": "Add a category",
    "addDefaultCategories": "Add six to begin with",
    "addDefaultCategoriesHow": "Book, Cooking, Day, Movie, Message and List",
    "categories": categories,
    "category": category,
    "categoryBefore": "Put it before",
    "categoryColor": "Colour",
    "categoryDefault": "New notes get it",
    "categoryIsDefault": "for new notes",
    "categoryLast": "Behind all others",
    "categoryMove": "Move",
    "categoryName": "Name",
    "categoryNone": "None",
    "categoryOthers": "Only in notes",
    "categoryOthersHow":
      "Notes have these, and the settings do not know them. Save one to give it a symbol and a place, or remove it.",
    "categoryOtherColor": "Or another, such as #2e8b57",
    "categoryOtherSymbol": "Or another emoji",
    "categoryRemove": "Remove",
    "categorySymbol": "Symbol",
    "categoryTarget": "Its notes get",
    "categoryChoose": "Choose one",
  ]
}
