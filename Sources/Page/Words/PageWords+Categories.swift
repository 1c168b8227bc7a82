internal import Journal
internal import VaultFormat

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
    "categoryDefault": "tl add gives it to new notes",
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
