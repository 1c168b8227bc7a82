import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

struct ConflictResolveCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "End a conflict: choose between a note or file and its copy",
    discussion: """
      NOTE is the note or its copy, or the path of another file or its copy. What is removed goes to the trash; tl \
      trash restore brings it back. Where a note has several copies, --note ends all of these conflicts; for \
      anything else name the copy. A copy whose note is gone becomes a note by --copy or --both. --edit works for \
      text only.
      """)

  @Argument(help: "The note, or its copy", completion: .notes)
  var note: String

  @Flag(help: ArgumentHelp("Which version to keep"))
  var choices: [Choice] = []

  @OptionGroup var global: GlobalOptions

  enum Choice: String, EnumerableFlag {
    case note, copy, both, edit

    static func help(for value: Choice) -> ArgumentHelp? {
      switch value {
      case .note: "Keep the note as it is; the copy goes to the trash"
      case .copy: "Put the copy's text and keys into the note"
      case .both: "Make the copy a separate note"
      case .edit:
        "Open both in the editor as one text; when it is saved, the copy goes to the trash"
      }
    }
  }

  func validate() throws {
    let names = choices.map { "--\($0.rawValue)" }
    if names.isEmpty {
      throw ValidationError("tl conflict resolve needs --note, --copy, --both or --edit")
    } else if names.count > 1 {
      throw ValidationError("\(names.joined(separator: " and ")) cannot be used together")
    }
  }

  private var choice: Choice { choices.first ?? .note }

  /// Nil if the user decides in the editor.
  private var resolution: ConflictResolution? { ConflictResolution(rawValue: choice.rawValue) }

  func run(in vault: OpenVault) throws {
    let copies = try vault.conflictCopies()
    let named = try named(among: copies, in: vault)
    if let copy = copies.first(where: { $0.path == named.path }), copy.note == nil {
      return try end(copy, in: vault)
    }
    let conflict = try Conflict(of: named, among: copies, choice: choice)
    guard let resolution else {
      return try NoteEditing(vault).join(conflict.note, with: conflict.copies[0])
    }
    try end(conflict, resolution, in: vault)
  }

  /// Files that are not notes are named by their paths.
  private func named(among copies: [ConflictCopyFile], in vault: OpenVault) throws -> ResolvedNote {
    let files = copies.filter(\.isFile).flatMap { [$0.path, $0.note].compactMap(\.self) }
    let paths = VaultPathParser.candidates(for: note, in: vault.vault)
    if let path = paths.first(where: files.contains), MediaFolder(of: path) == nil {
      return ResolvedNote(path: path, id: ProvisionalID.of(path))
    }
    return try NotePicker.pickOne(note, in: vault)
  }

  /// Ends the conflict of a copy whose note is gone: the copy is removed or becomes the note.
  private func end(_ copy: ConflictCopyFile, in vault: OpenVault) throws {
    let console = vault.console
    guard let resolution else {
      throw Problem(
        "the note of \(copy.path.shown) is gone, so there is nothing to join it with",
        hint: "--both makes the copy a separate note, --note moves it to the trash")
    }
    guard let id = copy.id, let noteID = copy.noteID else {
      let outcome = try vault.writer().resolve(
        copy: copy.path, ofFile: copy.original, keeping: resolution)
      try console.line(TerminalText.line((outcome.place ?? copy.path).shown))
      return report(outcome.entry.map { [$0] } ?? [], "the copy", on: console)
    }
    let entries = try vault.writer().resolve(
      copy: copy.path, of: copy.path, id: noteID, keeping: resolution == .note ? .note : .both)
    try console.line(id, copy.path)
    if entries.isEmpty {
      console.say("its note is gone; the copy is a separate note now")
    } else {
      report(entries, "the copy", on: console)
    }
  }

  private func end(
    _ conflict: Conflict, _ resolution: ConflictResolution, in vault: OpenVault
  ) throws {
    if resolution == .both {
      for copy in conflict.copies where copy.noteID == nil {
        try checkPrivacy(of: copy, besides: conflict.note.path, in: vault)
      }
    }
    let writer = try vault.writer()
    var entries: [TrashEntry] = []
    var places: [(id: NoteID?, path: VaultPath)] = []
    for copy in conflict.copies {
      if let id = copy.noteID {
        entries += try writer.resolve(
          copy: copy.path, of: conflict.note.path, id: id, keeping: resolution)
        places.append((copy.id, copy.path))
      } else {
        let outcome = try writer.resolve(
          copy: copy.path, ofFile: conflict.note.path, keeping: resolution)
        entries += outcome.entry.map { [$0] } ?? []
        places.append((nil, outcome.place ?? copy.path))
      }
    }
    let console = vault.console
    func line(_ id: NoteID?, _ path: VaultPath) throws {
      if let id {
        try console.line(id, path)
      } else {
        try console.line(TerminalText.line(path.shown))
      }
    }
    try line(conflict.id, conflict.note.path)
    switch resolution {
    case .both:
      for place in places { try line(place.id, place.path) }
      console.say(conflict.isOfFiles ? "both are separate files now" : "both are notes now")
    case .note: report(entries, "the copy", on: console)
    case .copy:
      let what = conflict.isOfFiles ? "the former file" : "the note's former text"
      report(Array(entries.prefix(1)), what, on: console)
    }
  }

  /// Refuses a new name under which git would no longer encrypt the file.
  private func checkPrivacy(
    of copy: ConflictCopyFile, besides file: VaultPath, in vault: OpenVault
  ) throws {
    let path = try vault.vault.folder.freePath(like: file)
    guard try !vault.exposed([RenamedFile(copy.path, to: path)]).isEmpty else { return }
    throw Problem(
      "git would not keep \(path.shown) as private as \(copy.path.shown)",
      hint: "give \(path.shown) a line in .gitattributes, or choose --note, --copy or --edit")
  }

  private func report(_ entries: [TrashEntry], _ what: String, on console: Console) {
    guard !entries.isEmpty else { return }
    let numbers = entries.map { "\($0.number)" }.joined(separator: " ")
    console.say("\(what) is in the trash; tl trash restore \(numbers) brings it back")
  }
}

extension ConflictCopyFile {
  /// The file that the copy is named after.
  fileprivate var original: VaultPath { note ?? ConflictCopyName(path)?.original ?? path }
}

/// A note or another file, and the copies of it that a choice applies to; at least one.
private struct Conflict {
  let note: ResolvedNote
  let copies: [ConflictCopyFile]

  /// The note's; nil for another file.
  var id: NoteID? { MediaFolder(of: note.path) == nil ? nil : note.id }
  var isOfFiles: Bool { id == nil }

  init(
    of named: ResolvedNote, among all: [ConflictCopyFile], choice: ConflictResolveCommand.Choice
  ) throws(Problem) {
    if let copy = all.first(where: { $0.path == named.path }) {
      guard let note = copy.note else {
        throw Problem(
          "the note of \(copy.path.shown) is gone",
          hint: "tl set \(copy.path.shown) conflict_of= conflict_from= makes the copy a note")
      }
      self.note = ResolvedNote(path: note, id: copy.noteID ?? ProvisionalID.of(note))
      copies = [copy]
      return
    }
    copies = all.filter { $0.note == named.path }
    // If the note's own id cannot be read, the copies have it.
    note = ResolvedNote(path: named.path, id: copies.lazy.compactMap(\.noteID).first ?? named.id)
    guard !copies.isEmpty else {
      throw Problem(
        "\(named.path.shown) has no conflict", hint: "tl conflict lists the notes that have one")
    }
    guard copies.count == 1 || choice == .note else {
      var error = Problem(
        usage: "\(named.path.shown) has \(copies.count) copies: name the one that is meant")
      error.hints = copies.map(\.path.shown)
      throw error
    }
  }
}
