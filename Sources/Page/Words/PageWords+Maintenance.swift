internal import VaultFormat
internal import VaultStore
internal import Words

/// The words of status, conflicts, history and doctor; what syncs say and ask are the words of the command line.
extension PageWords {
  static let statusTitle = "Sync and backup"
  static let failed = "Not done"
  static let notesync = "Notesync"
  static let backup = "Backup"
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
  static let (toSend, toKeep) = ("to send", "not kept yet")
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

  static let syncWas = "The last sync was"
  static let syncWaits = "Waiting for the next sync. The last was"

  /// - Parameter otherFiles: nil, as `bytes`, while nobody can count them.
  static func holds(notes: Int, otherFiles: Int?, bytes: Int64?) -> String {
    let parts = [
      PageWords.notes(notes),
      otherFiles?.counted("photo or other file", "photos and other files"),
      bytes.map(size),
    ].compactMap(\.self)
    return "All in one file: \(parts.joined(separator: ", "))."
  }

  static func size(_ bytes: Int64) -> String { ByteCount(bytes).inThousands }

  static let nothingUndone = "Nothing was undone."
  static let lastSyncFailed = "The last sync failed"
  static let syncAsks = "A sync has a question"

  /// What was done, by the field `done` of an address; nil for what is not known.
  static func done(_ word: String) -> String? { doneTable[word] }

  private static let doneTable: [String: String] = [
    "stale": "That was about an earlier sync. Nothing was started: see below.",
    "note": "The note stays as it is; the other version is in the trash.",
    "copy": "The note has the other version; its former text is in the trash.",
    "both": "Both are kept, each for itself.",
    "joined": "The note has the text of both; the other version is in the trash.",
    "version": "The note is as it was then; its former text is in the trash.",
    "emptied": "The trash is empty.", "gone": "Deleted for good.", "restored": "Brought back.",
    "pinned": "Pinned.", "unpinned": "Unpinned.", "favourite": "A favourite.",
    "unfavourite": "The favourite mark is removed.",
    "public": "The note is public, once the site is built again.",
    "anonymous": "The note is public without names, once the site is built again.",
    "private": "The note is private, once the site is built again.",
    "said": "The comment is there.", "given": "The circle sees the note now.",
    "taken": "The circle does not see the note any more.", "newbook": "The book is there.",
    "newcircle": "The circle is there. A note is shown to it on its page.",
    "inbook": "In the book.", "undone": "Taken back.", "redone": "Made again.",
    "partly": "Taken back, except for what was changed since in the same place.", "saved": saved,
    "ended": "Signed out.", "dismissed": "Put aside until tomorrow.",
    "person": "The page is there.", "unset": "As at first again.",
    "reset": "This browser is as at first.", "forgotten": forgotten,
    "zone": "Saved. The page uses it when it is started again.",
    "merged": "The note was changed meanwhile; it has both changes now.", "unlogged": takenBack,
    "removed": eventRemoved, "relogged": eventBack, "finished": ended, "paused": paused,
    "categoryadded": "Added.", "categorymoved": "Moved.", "categoryremoved": "Removed.",
  ]

  // MARK: - Changes

  static let changes = "Recent changes"
  static let changesKept =
    "What was changed here in the last 90 days. Undo keeps what you have written since."
  static let noChanges = "Nothing was changed here lately."
  static let canTakeBack = "Recent changes can take this back."
  static let partChanged = "A part was changed before"
  static let partChangedAndLogged = "A part was changed before, which Recent changes can take back"
  static let sync = "From other devices"
  static let received = "Received by a sync"
  static let isFromPhone = ", from a phone"
  static let isUndone = ", taken back"
  static let undo = "Undo"
  static let redo = "Redo"
  static let bringBack = "Restore"
  static let trashHow = "What you removed stays here until you empty the trash."

  static func emptiesTrash(_ count: Int) -> String {
    "\(count.counted("entry", "entries")) will be gone, with photos and recordings. Nothing brings them back."
  }

  /// What became of the first file of a change, as `Pinned`, or of several, as `Pinned 3 notes`.
  static func change(_ change: FileChange?, _ count: Int, _ noun: String) -> String {
    let (verb, rest) =
      switch change {
      case .text(_, nil, _)?: (count > 1 ? "Wrote" : "Written", "")
      case .text(_, _, let text)?: changed(change?.parts ?? [], to: NoteDocument(text))
      case nil: ("Changed", "")
      case .moved?: ("Renamed", "")
      case .removed?: ("Moved", " to the trash")
      case .broughtBack?: ("Brought", " back")
      case .added?: ("Added", "")
      }
    return verb + (count > 1 ? " \(count.counted(noun))" : "") + rest
  }

  private static func changed(_ parts: [String], to text: NoteDocument) -> (String, String) {
    let isInOrder = text.frontMatter?.field(named: "order") != nil
    return switch parts {
    case ["order"]: isInOrder ? ("Put", " in order") : ("Taken", " out of the order")
    case ["pinned"]: (text.isPinned ? "Pinned" : "Unpinned", "")
    default: ("Changed", (parts.isEmpty ? "" : ": ") + parts.joined(separator: ", "))
    }
  }

  // MARK: - Conflicts

  static let conflicts = "Conflicts"
  static let writtenTwice = "Written on two devices"
  static func conflictsWait(_ count: Int) -> String {
    "\(count.counted("note")) \(count == 1 ? "has" : "have") two versions"
  }
  static let conflictsKept = "Written on two devices. Both versions are kept until you choose."
  static let choose = "Choose"
  static let conflictsHow = "Keep what is right. A version that you leave goes to the trash."
  static let noConflicts = "All is well. No note has two versions."
  static let takeThis = "Keep this one"
  static let toTrash = "Keep it removed"
  static let here = "On this computer"
  static let removedHere = "Removed here."
  static let otherDevice = "another device"
  static let notCompared = "This is not a text, or too long to compare."
  static let joinVersions = "One text of both"
  static let joinHow =
    "Where they differ, both versions stand between lines of <<<<<<< and >>>>>>>. Keep what is right, remove these "
    + "lines, and save."
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

  static func version(of device: String) -> String { "On \(device)" }
  static func changed(_ moment: String) -> String { "Changed \(moment)" }

  /// - Parameter host: the private address by which the page was opened.
  static func atAddress(_ host: String) -> String {
    "What this browser keeps for reading and writing without a network belongs to \(host). "
      + "It is not there under another address, and this one can change. The timeline's own name:"
  }

  static let noteIsGone = "It was removed here, and changed on another device."

  static func furtherConflicts(_ count: Int) -> String {
    "\(count) more are shown when these are done."
  }

  static func lessPrivate(_ old: String, _ new: String) -> String {
    "Nothing was done: git would not keep \(new) as private as \(old)."
  }

  // MARK: - History

  static let now = "Now"
  static let noVersions = "There is no older version yet. Each sync keeps one."
  static let noLinesChanged = "The text reads as in the version before."

  static let history = "History"

  static func linesLeftOut(_ count: Int) -> String {
    "… \(count.counted("line")) that \(count == 1 ? "is" : "are") the same …"
  }

  // MARK: - Doctor

  static func checked(notes: Int, problems: Int) -> String {
    problems == 0
      ? "All is well. \(notes.counted("note or page was", "notes and pages were")) checked."
      : "\(problems.counted("thing needs", "things need")) a look."
  }

  static func problems(_ count: Int) -> String {
    count == 0 ? "no problems" : count.counted("problem")
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
    "editMerged": "Make one text", "added": "Added", "removed": "Removed",
    "goOn": "Sync with these answers", "yes": "Yes", "no": "No",
    "lastRepair": "Mended", "worthKnowing": "Worth knowing", "lookAgain": "Look again",
    "versions": "Versions", "newer": "Newer", "onDevice": "on", "takeBoth": "Keep both",
    "syncCommands":
      "On this computer, in the folder of your notes, write this in a terminal, with that address:",
    "syncHow": "How to switch sync on",
    "syncPlace":
      "Make an empty, private git repository: at a provider, or on a computer of yours. Copy its address.",
    "syncThen":
      "Load this page again, and press Sync now. From then on that button is all it takes.",
  ]
}

/// What is wrong with a note, and what to do about it.
extension PageWords {
  /// - Returns: what is said of `count` files, as `2 links lead nowhere`, and what it means, if that has to be said.
  static func finding(_ code: Finding.Code, count: Int) -> (title: String, how: String?) {
    if let found = findingTable[code.rawValue] {
      return (count.counted(found.one, found.many), found.how)
    }
    let words = code.words(count: count)
    return (words == count.counted("finding") ? "\(count) × \(spaced(code))" : words, nil)
  }

  private static func spaced(_ code: Finding.Code) -> String {
    code.rawValue.replacing("-", with: " ")
  }

  static let withoutTitle = "Note without a title"
  static func filesOf(_ date: String) -> String { "Files of \(date)" }

  /// By what a check calls it: the words for one, those for several, and what it means.
  private static let findingTable = Dictionary(
    uniqueKeysWithValues: """
      broken-front-matter | note begins with lines that cannot be read | notes begin with lines that cannot be read | Until they are mended, its date, tags and places are left out.
      broken-link | link leads nowhere | links lead nowhere | What is meant was renamed or removed. Change the link, or take it out.
      category-spelling | category is spelled in two ways | categories are spelled in two ways | The spelling in your list of categories can be used for all.
      clashing-names | name is nearly that of another file | names are nearly those of other files | Some computers cannot tell them apart. Give one of them another name.
      conflict-marker | note has two versions in one text | notes have two versions in one text | Keep what is right between the marked lines, and remove these lines.
      created-unknown | note has no date of its own | notes have no date of their own | It is shown on the day of its file, which a copy may lose. Set a date to keep it.
      duplicate-id | note is a copy of another | notes are copies of others | Its text is safe, but links lead to the other one.
      file-too-large | file is too large for a sync | files are too large for a sync | It stays on this computer only. Settings say how large a file may be.
      id-not-stored | note is not marked yet | notes are not marked yet | A mark of its own, hidden in the file, makes sure that a note stays the same when it is moved or renamed.
      large-file-elsewhere | file is not on this computer | files are not on this computer
      leftover | file is left over from an interrupted save | files are left over from interrupted saves | They go to the trash, and can be brought back.
      link-spelling | link works on some computers only | links work on some computers only | It differs from the name of the file in capitals or accents.
      markers-in-log | tracker has two versions of its events | trackers have two versions of their events | The events of both stay, each once.
      media-without-note | folder of files has lost its note | folders of files have lost their notes | No note shows the files, since another program renamed or removed theirs. They are safe, and stay until you put them elsewhere.
      missing-note | link leads to a note that is still to be written | links lead to notes that are still to be written
      nul-byte | file has characters that are no text | files have characters that are no text
      refused-name | name does not work on every computer | names do not work on every computer
      shared-media | note shows the photos of another | notes show the photos of others | Both have the same name but for its ending. Give one of them another name.
      unclosed-front-matter | note begins with lines that do not end | notes begin with lines that do not end | A line of --- is missing below them.
      unknown-category | category is not in your list | categories are not in your list | Add it in Categories, or choose another one.
      unreadable-file | file cannot be read | files cannot be read
      unreadable-folder | folder cannot be read | folders cannot be read
      unreadable-time | date cannot be read | dates cannot be read | Until it is mended, the note stands on another day.
      vault-setting | setting has no effect | settings have no effect
      """.split(separator: "\n").map { line in
        let parts = line.split(separator: " | ").map(String.init)
        return (parts[0], (one: parts[1], many: parts[2], how: parts.count > 3 ? parts[3] : nil))
      })
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
    let start = isWord ? text.capitalizedFirst : text
    return start + (".!?:".contains(last) ? "" : ".")
  }

  /// On one line, without control characters.
  var shownLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
