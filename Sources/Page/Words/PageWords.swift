internal import Rendering

/// The words of the page, in one table.
enum PageWords {

  /// For the templates, below `page.words`.
  static let view = TemplateView(
    [
      table, maintenanceTable, lookingBackTable, trackerTable, placesTable, categoryTable,
      settingTable, firstStepTable, bookTable, circleTable,
    ].reduce(into: [:]) { $0.merge($1) { $1 } }.mapValues(TemplateValue.text))

  static let me = "Me"

  /// `12 345`, with narrow blanks between groups of three digits, which no language reads as a decimal mark.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    guard digits.count > 3 else { return "\(number)" }
    var text = number < 0 ? "−" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "\u{202F}" }
      text.append(digit)
    }
    return text
  }

  /// `1 945 notes`.
  static func notes(_ count: Int) -> String { "\(grouped(count)) \(count == 1 ? "note" : "notes")" }

  /// - Parameter size: a word such as `small`.
  static func wall(_ size: String) -> String {
    "\(size.prefix(1).uppercased())\(size.dropFirst()) photos"
  }
  static let wholeNotes = "Notes with photos"
  static let shortNotes = "Notes in short"
  static let atOnce = "Now"

  /// - Parameter time: of a note whose field for it stays empty.
  static func unless(_ time: String) -> String { "\(time), unless you choose a time." }

  static let keysHow = "Press n for a new note, j for the next one."
  static let copiesHow = "Notes that you open stay on this device."
  static let writeOne = "Write a note"
  static let (noteChange, noteNew, someDraft) = ("Changed note", "New note", "A draft")
  static let noDrafts = "What you begin and leave waits here."
  static let draftsHow = "What you began is kept here until you save it."
  static let notifyHow = "When a tracker is due, while a page is open."
  static let forgotten =
    "Saved. This browser keeps no notes any more; text that was not sent stays."
  static let keptSignedOut = "Your text is kept on this device and is saved when you are back."
  static let noPhotos = "Choose some photos first."
  static let tooManyImports = "Too many imports wait already: finish or remove one below."
  static let noSmallerCopies =
    "tl-media, which makes pictures smaller, does not start: it needs libvips. Nothing was added; "
    + "choose to import the pictures as they are."

  private static let table: [String: String] = [
    "actionsFor": "Actions for",
    "addEvent": "Tracker",
    "addPhoto": "Photo",
    "any": "Any",
    "attached": "Photos, recordings and files of this note",
    "bold": "Bold",
    "cancel": "Cancel",
    "clear": "Clear",
    "clearHere": "Remove it from this device",
    "close": "Close",
    "countAll": "Count all",
    "cut": "The note is too long to be shown whole.",
    "deleteForever": "Delete for good", "deleteHow": "Nothing brings it back.",
    "devices": "Devices",
    "discard": "Discard",
    "does": "Does",
    "due": "due",
    "earlier": "Move earlier",
    "details": "Details",
    "edit": "Edit",
    "emptyTrash": "Empty the trash",
    "files": "Photos, recordings, files",
    "favourite": "Favourite",
    "filter": "Filter",
    "filters": "Filters",
    "findLinks": "Find the notes that link here",
    "firstDay": "From",
    "format": "Formatting",
    "go": "Go",
    "goTo": "Go to",
    "heading": "Heading",
    "history": "History",
    "howSearch":
      "Words are found in titles, texts, tags and file names. “Words in quotes” are found together, and a word with - before it leaves notes out.",
    "howToSearch": "How to search",
    "importClear": "Start over", "removeThis": "Remove",
    "importDrop": "Drop photos here", "importFiles": "Choose photos",
    "importFolder": "Choose a folder", "importGo": "Continue", "importGroup": "A note for each",
    "importMore": "Add more",
    "importOthers": "Choose others", "importRuns": "You can leave this page.",
    "importSizes": "Quality", "importStop": "Stop",
    "importStops": "It stops after the notes that are being written.",
    "importSeen": "Nothing is added before you have seen it.",
    "importKnown": "Photos that are here already are left out.",
    "importPlace": "Day and place come from the photo.",
    "italic": "Italic",
    "inTimeline": "Show in timeline",
    "keptHere": "What can be read now",
    "keptHow": "Kept on this device for reading without a network",
    "key": "Key",
    "kind": "Kind",
    "lastDay": "To",
    "later": "Move later",
    "link": "Link",
    "changeComment": "Change", "comments": "Comments", "openComment": "Open",
    "react": "Reactions", "sendComment": "Send", "writeComment": "Write a comment",
    "listOfKeys": "All keys", "list": "List", "lookInTrash": "Look in the trash",
    "loadOlder": "Load older", "olderVersions": "Older versions",
    "photosOfMonth": "Photos of the month",
    "noteOf": "Note of", "readsNow": "This is how it reads now",
    "restoreThis": "Restore this version",
    "linkedHere": "Linked from", "markdown": "Markdown", "more": "More", "noteTitle": "Title",
    "merge": "If the name is taken, the two tags become one.",
    "months": "Years and months",
    "moreActions": "More that can be done with the note",
    "moreLinks": "These are the newest; there may be more.",
    "neighbours": "Neighbouring notes",
    "newHold": "Hold for a photo, a recording or a tracker",
    "newMore": "More to add",
    "newNote": "New",
    "newerNote": "Newer",
    "next": "Next",
    "older": "Older",
    "onMap": "On the map",
    "original": "Original file",
    "pin": "Pin",
    "pinToTop": "Keep at the top of the timeline",
    "pinned": "Pinned",
    "place": "Where",
    "places": "Places",
    "preview": "Preview",
    "previous": "Previous",
    "recent": "Recent",
    "record": "Record",
    "recording": "Recording",
    "remove": "(remove)",
    "rename": "Rename",
    "renameTo": "New name of",
    "reset": "Reset the settings of this browser",
    "results": "Notes that were found",
    "rooms": "Rooms",
    "save": "Save",
    "search": "Search",
    "searchNotes": "Search the notes",
    "sections": "Sections",
    "share": "Share",
    "show": "Show",
    "sendNow": "Send now",
    "skip": "Skip to the notes",
    "smaller": "Smaller photos (2048 px)",
    "smallerHow":
      "Copies without the place and what the camera wrote; your originals stay where they are. This browser remembers it.",
    "suggestions": "Suggestions",
    "tags": "Tags",
    "tagsHow": "Separated by commas",
    "takeOut": "Take out",
    "task": "Task",
    "text": "Text",
    "toLookAt": "to look at",
    "toTrash": "Move to the trash",
    "undo": "Undo",
    "unpin": "Unpin",
    "unreadable":
      "These notes have front matter that cannot be read, and may have the tag too. They stay as they are:",
    "whatChanges": "See what changes",
    "waiting": "Waits to be sent",
    "waitingHow": "Kept on this device, and sent as soon as there is a connection.",
    "when": "When",
    "whole": "Open the file",
  ]
}

/// The words about places and the map.
extension PageWords {
  static let map = "Map"
  static let noPlaces =
    "No note says where it was written. A place, a town or coordinates in a note bring it here."
  static let noSuchPlace = "No place has that in its name."
  static let newestPlaces = "Newest"
  static let mostNotes = "Most notes"
  static let nothingHere = "No note was written here."
  static let showNearer = "show nearer"
  static let zoomIn = "Nearer"
  static let zoomOut = "Farther"
  static let moveTo = "To the"

  static let placesTable: [String: String] = [
    "allPlaces": "All places",
    "findPlace": "Find",
    "fitMap": "All",
    "map": map,
    "mapKeys":
      "Arrow keys move the map, + and - change its scale, 0 shows all. The list has the same places.",
    "mapOf": "Map of the notes",
    "notesHere": "Notes around here",
    "otherMap": "In another app",
    "placesAfter": "Next places",
    "placesBefore": "Places before",
    "placeSearch": "Name of a place",
    "whereRefused": "The browser does not say where it is.",
  ]
}

extension StringProtocol {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
