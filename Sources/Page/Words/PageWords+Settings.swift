internal import Journal
internal import VaultFormat

/// The words of the settings of the vault.
extension PageWords {
  /// `East Asian`.
  static func name(of set: MilestoneSet) -> String {
    set.rawValue.split(separator: "-").map { $0.capitalizedFirst }.joined(separator: " ")
  }

  /// By the names of the settings: what a line is called, and what it does.
  static let settingLines: [String: (label: String, how: String)] = [
    "timezone": ("Time zone", "Empty for this computer's; counts from the next start."),
    "person": ("Default person", "Whose milestones are shown."),
    "default_category": ("Category of new notes", ""),
    "since.display": ("How long ago", ""),
    "since.details": ("Details of trackers", "What each is about, and its last time."),
    "pin.color": ("Colour", "Of links and of the map: a name, or # and six digits."),
    "pin.icon": ("Symbol of places", "On the map: an emoji, or a name of the list."),
    "location": ("Ask where I am", "When you write, and on the map."),
    "since.day_start": ("A day begins at", "What happens earlier counts to the day before."),
    "since.leap_day": ("Born on 29 February", "The birthday in other years."),
    "milestone_sets": ("Milestones", "Which are proposed."),
    "nudge.at": ("Reminder to write", "On days without a note; empty for none."),
    "nudge.mood": ("Its tone", ""),
    "daily.path": ("Note of a day", "Where it is kept, with YYYY, MM and DD for its date."),
    "daily.template": ("Its template", "The file with which the note of a day begins."),
    "path": ("New notes", "Where they go: YYYY, MM, DD, {{title}}, {{category}} and {{template}}."),
    "templates": ("Templates", "Folders whose files are no notes, separated by commas."),
    "media.max_size": ("Largest file in a sync", "A larger one stays on this machine."),
    "media.max_sync": ("New files in one sync", "With more, a sync asks first."),
    "site.title": ("Title of the public site", "It has the notes that are public."),
    "site.author": ("Its author", "At the end of its pages and in its feeds."),
    "site.language": ("Its language", "Such as en, de or vi."),
    "site.address": ("Its address", "Such as https://example.org/; feeds need it."),
    "site.accent": ("Its colour", "Of links: a name, or # and six digits."),
  ]

  static let settingsShared = "From here on, all is the same on all your devices."
  static let settingTable: [String: String] = [
    "deviceHow": "The browsers that are signed in to your timeline.",
    "deviceAdd": "Add a device", "deviceAddHow": "With a code to scan, or a link.",
    "deviceLink": "Link",
    "deviceOnce": "It works once, within five minutes.", "noCode": "No code?",
    "noCodeHow":
      "On a device that is signed in, open Settings, then Devices, and choose “Add a device”.",
    "resetSetting": "Reset", "settingsMore": "More settings", "signOut": "Sign out",
    "signOutOthers": "Sign out all others",
  ]
}

/// The words of categories.
extension PageWords {
  static let category = "Category"
  static let categories = "Categories"
  static let noCategories =
    "There are no categories yet. A note has one at most: what kind of note it is."
  static let noNoteHasIt = "No note has this category: only the settings change."

  static func categorized(_ changed: Int, failed: Int) -> String {
    "\(failed.counted("note")) could not be changed, so the category stays: "
      + "\(changed.counted("note")) had been changed before. Doing it again goes on."
  }

  static func have(_ count: Int) -> String {
    "\(count.counted("note")) \(count == 1 ? "has" : "have")"
  }

  static func notesGetAnother(_ count: Int) -> String {
    "\(have(count)) this category, and \(count == 1 ? "gets" : "get") another one. " + canTakeBack
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
    default: name.capitalizedFirst
    }
  }

  static let categoryTable: [String: String] = [
    "categoriesHow": "New notes offer them in this order.",
    "addDefaultCategories": "Add six to begin with",
    "addDefaultCategoriesHow": "Book, Cooking, Day, Movie, Message and List",
    "categories": categories,
    "category": category,
    "categoryBefore": "Put it before",
    "categoryColor": "Colour",
    "categoryDefault": "New notes get it",
    "categoryIsDefault": "for new notes",
    "categoryLast": "Behind all others",
    "categoryNone": "None",
    "categoryOthers": "Only in notes",
    "categoryOthersHow":
      "Notes have these, and the settings do not know them. Save one to give it a symbol and a place, or remove it.",
    "categoryOtherColor": "Or another, such as #2e8b57",
    "categoryOtherSymbol": "Or another emoji",
    "categorySymbol": "Symbol",
    "categoryTarget": "Its notes get",
    "categoryChoose": "Choose one",
  ]
}
