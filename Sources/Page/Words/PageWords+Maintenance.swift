internal import VaultFormat
internal import VaultStore

/// The words of status, conflicts, history and doctor; what syncs say and ask are the words of the command line.
extension PageWords {
  static let statusTitle = "Sync"
  static let failed = "Not done"
  static let notesync = "Notesync"
  static let downloadBackup = "Download a backup"
  static let folder = "Folder"
  static let notes = "Notes"
  static let timeline = "Timeline"
  static let findings = "Findings"
  static let checkVault = "Check the vault"
  static let syncNow = "Sync now"
  static let undoSync = "Undo what was received last"
  static let syncRuns = "A sync is running"
  static let resync = "Compare all notes"
  static let allowDeletions = "Sync and allow the deletions"
  static let restoreNewest = "Bring back the newest 10 notes"
  static let restoreAll = "Bring back all notes"
  static let restoreTitle = "Bring back from the server"
  static let restoreHow =
    "Notes that the server has and this vault does not have, or has in an older version. Nothing is changed yet."
  static let restore = "Bring them back"
  static let syncIsOff = "Sync is off"
  static let syncIsFor =
    "Your notes are on this computer only. With sync they are on your other computers too, and a second copy is kept in "
    + "another place."
  static let setRemote = "tl remote set ADDRESS"
  static let syncStopped = "Sync has stopped"
  static let toSend = "to send"
  static let toKeep = "to keep"
  static let allSynced = "All is sent"
  static let allKept = "All is kept"
  static let onlyHeld = "All else is sent"
  static let onlyHere =
    "Older versions of your notes are kept on this computer. There is no copy in another place yet."
  static let heldBackHow = "Something was left out: the details say why."
  static let why = "Why"
  static let helps = "What helps"
  static let said = "Said"

  static func halfSynced(ahead: Bool, behind: Bool) -> String {
    switch (ahead, behind) {
    case (true, true): "Changes to send and to receive"
    case (true, false): "Changes to send"
    default: "Changes to receive"
    }
  }

  static func lastSync(_ ago: String) -> String { "The last sync was \(ago)." }

  /// What is beside the notes; nil for nothing.
  ///
  /// - Parameter pages: files with notes that stand in no timeline.
  static func holds(pages: Int, otherFiles: Int?, bytes: Int64?) -> String? {
    let parts = [
      pages == 0 ? nil : "\(pages.counted("page")) of people, trackers and such",
      otherFiles?.counted("photo or other file", "photos and other files"),
      bytes.map { "\(ByteCount($0)) in all" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "With \(parts.joined(separator: ", "))."
  }

  static let nothingUndone = "Nothing was undone."
  static let lastSyncFailed = "The last sync failed"
  static let syncAsks = "A sync has a question"

  /// What was done, by the field `done` of an address; nil for what is not known.
  static func done(_ word: String) -> String? {
    switch word {
    case "stale": "That was about an earlier sync. Nothing was started: see below."
    case "note": "The note stays as it is; the other version is in the trash."
    case "copy": "The note has the other version; its former text is in the trash."
    case "both": "Both are kept, each for itself."
    case "joined": "The note has the text of both; the other version is in the trash."
    case "version": "The note is as it was then; its former text is in the trash."
    case "saved": "Saved."
    case "emptied": "The trash is empty."
    case "restored": "Brought back."
    case "pinned": "Pinned."
    case "unpinned": "Unpinned."
    case "favourite": "A favourite."
    case "unfavourite": "The favourite mark is removed."
    case "public": "The note is public, once the site is built again."
    case "anonymous": "The note is public without names, once the site is built again."
    case "private": "The note is private, once the site is built again."
    case "said": "The comment is there."
    case "given": "The circle sees the note now."
    case "taken": "The circle does not see the note any more."
    case "newbook": "The book is there."
    case "newcircle": "The circle is there. A note is shown to it on its page."
    case "inbook": "In the book."
    case "undone": "Taken back."
    case "redone": "Made again."
    case "partly": "Taken back, except for what was changed since in the same place."
    default: nil
    }
  }

  // MARK: - Changes

  static let changes = "Recent changes"
  static let changesKept =
    "The changes of the last 90 days. Undo takes one back, and keeps what you have written since."
  static let noChanges = "Nothing was changed here lately."
  static let canTakeBack = "Recent changes can take this back."
  static let partChanged = "A part was changed before"
  static let partChangedAndLogged = "A part was changed before, which Recent changes can take back"
  static let sync = "A sync"
  static let received = "Received"
  static let isFromPhone = ", from a phone"
  static let isUndone = ", taken back"
  static let undo = "Undo"
  static let redo = "Redo"
  static let bringBack = "Restore"
  static let trashHow = "What you removed stays here until you empty the trash."

  static func emptiesTrash(_ count: Int) -> String {
    "\(count.counted("entry", "entries")) will be gone, with photos and recordings. Nothing brings them back."
  }

  /// What became of the first file of a change.
  static func change(_ change: FileChange?) -> String {
    switch change {
    case .text(_, nil, _)?: "Written"
    case .text?, nil: "Changed"
    case .moved?: "Renamed"
    case .removed?: "Moved to the trash"
    case .broughtBack?: "Brought back"
    case .added?: "Added"
    }
  }

  static func others(_ count: Int) -> String { "and \(count.counted("other"))" }

  // MARK: - Conflicts

  static let conflicts = "Conflicts"
  static func conflictsWait(_ count: Int) -> String {
    "\(count.counted("note")) \(count == 1 ? "has" : "have") two versions"
  }
  static let conflictsHow =
    "Two devices changed the same lines. Nothing is lost: choose a version, keep both, or make one text of them. What is "
    + "not kept goes to the trash."
  static let noConflicts = "No note has two versions."
  static let takeThis = "Take this one"
  static let toTrash = "Move the other version to the trash"
  static let here = "This note"
  static let otherDevice = "another device"
  static let notCompared = "This is not a text, or too long to compare."
  static let joinVersions = "Make one text of both"
  static let joinHow =
    "Both versions stand between lines of <<<<<<< and >>>>>>>. Keep what is right, remove these lines, and save."
  static let markersStay =
    "Lines of <<<<<<< and >>>>>>> are still in the text: keep what is right between them, and remove them."
  static let copyChanged =
    "The other version was changed meanwhile. Nothing is saved yet: copy what you wrote, and open this form again."
  static let noteChanged =
    "The note was changed meanwhile in the same lines. Nothing is saved yet: copy what you wrote, and open this form "
    + "again."
  static let alreadyResolved = "No longer a conflict"
  static let alreadyResolvedHow = "Somebody has ended this conflict already, or the file is gone."
  static let changedMeanwhile = "Changed meanwhile"
  static let changedMeanwhileHow =
    "What this page showed was changed since. Nothing was done: look again, then choose."

  static func version(of device: String, _ time: String) -> String { "\(device), \(time)" }

  /// - Parameter host: the private address by which the page was opened.
  static func atAddress(_ host: String) -> String {
    "What this browser keeps for reading and writing without a network belongs to \(host). "
      + "It is not there under another address, and this one can change. The timeline's own name:"
  }

  static func noteIsGone(_ path: String) -> String {
    "\(path) is gone; its other version can become a note."
  }

  static func furtherConflicts(_ count: Int) -> String {
    "\(count) more are shown when these are done."
  }

  static func lessPrivate(_ old: String, _ new: String) -> String {
    "Nothing was done: git would not keep \(new) as private as \(old)."
  }

  // MARK: - History

  static let now = "Now"
  static let noVersions = "This note is not in a commit yet: a sync makes one."
  static let noLinesChanged = "No line of the text was changed."

  static func historyOf(_ title: String) -> String { "History of \(title)" }

  static func changesOf(_ time: String?) -> String {
    time.map { "What was changed on \($0)" } ?? "What was changed since the last commit"
  }

  static func linesLeftOut(_ count: Int) -> String {
    "… \(count.counted("line")) …"
  }

  // MARK: - Doctor

  static let doctor = "Findings"

  static func checked(notes: Int, problems: Int) -> String {
    "\(notes.counted("note or page was", "notes and pages were")) checked: \(self.problems(problems))."
  }

  static func problems(_ count: Int) -> String {
    count == 0 ? "no problems" : count.counted("problem")
  }

  static func findings(_ severity: Finding.Severity, _ count: Int, _ code: String) -> String {
    let word = severity.rawValue + (count == 1 ? "" : "s")
    return "\(count) \(word): \(code.replacing("-", with: " "))"
  }

  static func line(_ number: Int) -> String { "line \(number)" }
  static func more(_ count: Int) -> String { "and \(count) more" }

  static func getsID(_ path: String, _ id: String) -> String { "\(path) gets the id \(id)" }
  static func getsCategory(_ path: String, _ category: String) -> String {
    "\(path) gets the category \(category)"
  }
  static func movesTo(_ path: String, _ target: String) -> String { "\(path) moves to \(target)" }

  static func leftovers(_ count: Int, in folder: String?) -> String {
    "\(count.counted("file")) of \(folder ?? "the vault’s own folder")"
  }

  /// For the templates, beside the others.
  static let maintenanceTable: [String: String] = [
    "conflicts": conflicts,
    "editMerged": "Make one text of both",
    "goOn": "Sync with these answers",
    "lastRepair": "What was repaired",
    "linesOfText": "Lines of the text",
    "lookAgain": "Look again",
    "no": "No",
    "syncCommands":
      "On this computer, in the folder of your notes, write this in a terminal, with that address:",
    "syncHow": "How to switch sync on",
    "syncPlace":
      "Make an empty, private git repository: at a provider, or on a computer of yours. Copy its address.",
    "syncThen":
      "Load this page again, and press Sync now. From then on that button is all it takes.",
    "takeBoth": "Keep both as notes",
    "yes": "Yes",
  ]
}

extension [String] {
  /// Fragments of the command line as sentences, in one text.
  var asSentences: String { map(\.asSentence).joined(separator: " ") }
}

extension String {
  /// A fragment of the command line as a sentence, without control characters.
  var asSentence: String {
    let text = shownLine
    guard let last = text.last else { return "" }
    let word = text.prefix { $0 != " " }
    // Paths and commands keep their spelling.
    let isWord = word.allSatisfy(\.isLetter) && !["tl", "git", "ssh"].contains(word)
    let start = isWord ? text.prefix(1).uppercased() + text.dropFirst() : text
    return start + (".!?:".contains(last) ? "" : ".")
  }

  /// On one line, without control characters.
  var shownLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
