internal import Rendering
internal import VaultFormat

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
  static func notes(_ count: Int) -> String {
    "\(grouped(count)) \(count == 1 ? "note" : "notes")"
  }

  /// - Parameter size: a word such as `small`.
  static func wall(_ size: String) -> String {
    "\(size.prefix(1).uppercased())\(size.dropFirst()) photos"
  }
  static let wholeNotes = "Notes with photos"
  static let shortNotes = "Notes in short"
  static let atOnce = "Now"

  /// - Parameter time: of a note whose field for it stays empty.
  static func unless(_ time: String) -> String { "\(time), unless you choose a time." }

  static let copiesHow = "Notes that you open stay on this device."
  static let writeOne = "Write a note"
  static let (noteChange, noteNew, someDraft) = ("Change of a note", "New note", "A draft")
  static let noDrafts = "What you begin and leave waits here."
  static let draftsHow = "What you began is kept here until you save it."
  static let notifyHow = "When a tracker is due, while a page is open."
  static let forgotten =
    "Saved. This browser keeps no notes any more; text that was not sent stays."
  static let keptSignedOut =
    "Your text is kept on this device and is saved when you are back."
  static let noPhotos = "Choose some photos first."
  static let tooManyImports =
    "Too many imports wait already: finish or remove one below."
  static let noSmallerCopies =
    "tl-media, which makes pictures smaller, does not start: it needs libvips. Nothing was added; "
    + "choose to import the pictures as they are."

  /// For the scripts, as JSON.
  static let scriptJSON = JSONValue.object(
    scriptTable.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }
  ).compact

  /// Words in braces are filled in by the scripts.
  private static let scriptTable: [String: String] = [
    "addIt": "Add it",
    "ago": "{time} ago", "justNow": "just now", "yesterday": "yesterday",
    "after": "The part after",
    "again": "Try again",
    "allowMic":
      "The browser may not use the microphone: allow it beside the address, and press Record again.",
    "back10": "Back 10 seconds",
    "before": "The part before",
    "both": "Both texts of a note that was changed in two places are in the drafts.",
    "change": "Change of a note",
    "characters": "{n} characters",
    "chosen": "{n} chosen",
    "close": "Close",
    "copy": "The server does not answer. This is a copy of {time}.",
    "discard": "Discard it",
    "done": "Done",
    "draft": "Kept on this device",
    "earlier": "Move earlier",
    "embed": "Show in the text",
    "edit": "Edit",
    "end": "This is the last note.",
    "failed": "That did not work. {why}",
    "fav": "Add to favourites",
    "forward10": "Forward 10 seconds",
    "found": "A recording of {time} is not saved yet.",
    "hits": "{n} notes found.",
    "filesGone": "its files are not in this browser any more: open it, and add them again",
    "fresh": "A new version of this page is ready.",
    "jump": "Time",
    "kept": "Saved in this browser. It is sent when the server answers.",
    "keptWhole": "kept as it is",
    "later": "Move later",
    "leave":
      "Text that was not sent stays in this browser, and is there when you sign in again. Sign out?",
    "level": "Level",
    "log": "Log",
    "load": "Load it",
    "loaded": "{n} more notes.",
    "looking": "All are sent. The server looks at them.",
    "placeLooking": "Asking this device where it is…",
    "placeNear": "Near {name}",
    "placeRefused": "This device does not say where it is.",
    "placeSeveral": "{n} places have this name",
    "placeUnknown": "No place that is known: the name is kept as it is.",
    "moved": "{name}, {n} of {all}",
    "needsSafe": "Recording needs https, or the address that tl serve prints.",
    "newer": "{n} newer notes",
    "newerOne": "1 newer note",
    "noDraft": "This browser cannot keep the text: save it now",
    "newNote": "New note",
    "onlyHere": "only on this device",
    "noFiles": "Kept on this device without its files, which this window cannot keep",
    "noMic": "There is no microphone.",
    "noteChanged": "This note has changed.",
    "noteGone": "This note is not there any more.",
    "notSent":
      "Not all photos have arrived, and nothing was added. Send them again: what has arrived is not sent twice.",
    "offline": "The server does not answer.",
    "open": "Open",
    "pause": "Pause",
    "pin": "Pin",
    "play": "Play",
    "position": "Position",
    "refused": "Not saved: {why}",
    "remove": "Remove",
    "restore": "Restore",
    "restored": "This is the draft that you left.",
    "restoredOlder":
      "This is the draft that you left. The note was changed since: Save joins both.",
    "resume": "Resume",
    "runs": "running {time}",
    "sending": "Saving…",
    "sendingBytes": "{done} of {all} MB sent",
    "sent": "What waited is saved in the vault.",
    "showAgain": "Show these notes again",
    "showIt": "Show it",
    "size": "{n} pages, {size} MB with pictures and sounds. They go when you sign out.",
    "smallerNow": "{from}, now {to}",
    "speed": "Speed",
    "stop": "Stop",
    "tooLarge": "{name} has more than {n}: take it out, and add it with tl attach.",
    "top": "This is the first note.",
    "trash": "Move to the trash",
    "undo": "Undo",
    "unfav": "Take out of favourites",
    "unpin": "Unpin",
    "unsent":
      "The server did not answer. Text and files are still here: press Save to try again.",
    "unreadable": "{name} cannot be read any more: choose it again.",
    "uploading": "Upload of {name}",
    "waits": "Waits since {time}",
    "waitsMany": "{n} changes wait to be sent",
    "waitsOne": "1 change waits to be sent",
    "wasNotSaved":
      "That was not saved. Text and files are still here: press Save to try again.",
  ]

  private static let table: [String: String] = [
    "actionsFor": "Actions for",
    "addEvent": "Tracker",
    "addMore": "Add",
    "addPhoto": "Photo",
    "addRecording": "Recording",
    "any": "Any",
    "attached": "Photos, recordings and files of this note",
    "bold": "Bold",
    "cancel": "Cancel",
    "clear": "Clear",
    "clearHere": "Remove it from this device",
    "close": "Close",
    "countAll": "Count all",
    "cut": "The note is too long to be shown whole.",
    "deleteForever": "Delete for good",
    "devices": "Devices",
    "discard": "Discard",
    "does": "Does",
    "due": due,
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
    "importClear": "Start over", "importDiscard": "Remove",
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
    "linkedHere": "Linked from",
    "listOfKeys": "All keys",
    "list": "List",
    "lookInTrash": "Look in the trash",
    "loadOlder": "Load older", "olderVersions": "Older versions",
    "readsNow": "This is how it reads now", "restoreThis": "Restore this version",
    "markdown": "Markdown",
    "more": "More",
    "noteTitle": "Title",
    "merge": "If the name is taken, the two tags become one.",
    "months": "Years and months",
    "me": me,
    "moreActions": "More that can be done with the note",
    "moreLinks": "These are the newest; there may be more.",
    "neighbours": "Neighbouring notes",
    "newHold": "Hold for a photo, a recording or a tracker",
    "newMore": "More to add",
    "newNote": "New",
    "newer": "Newer notes",
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
    "reset": "Back to how it was at first",
    "restore": "Restore",
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
    "showMe": "Where I am",
    "whereRefused": "The browser does not say where it is.",
  ]
}

extension StringProtocol {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
