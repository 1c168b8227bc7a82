import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct ResolveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "End a conflict: choose between a note and its copy",
    discussion: """
      NOTE is the note or its copy. What goes, goes to the trash, and tl trash restore brings it back. Where a \
      note has several copies, --note ends all of these conflicts; for anything else name the copy. A copy whose \
      note is gone becomes a note by --copy or --both.
      """)

  @Argument(help: "The note, or its copy", completion: NoteCompletion.kind)
  var note: String

  @Flag(help: ArgumentHelp("What becomes of the two"))
  var choice: Choice

  @OptionGroup var global: GlobalOptions

  enum Choice: String, EnumerableFlag {
    case note, copy, both, edit

    static func help(for value: Choice) -> ArgumentHelp? {
      switch value {
      case .note: "Keep the note as it is; the copy goes"
      case .copy: "Put the copy's text and keys into the note"
      case .both: "Make the copy a note of its own"
      case .edit: "Open both in the editor as one text; the copy goes once that is saved"
      }
    }
  }

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let named = try NotePicker.pickOne(note, in: vault)
    let copies = try vault.keptCopies()
    if let copy = copies.first(where: { $0.path == named.path }), copy.note == nil {
      return try end(copy, in: vault)
    }
    let conflict = try Conflict(of: named, among: copies, choice)
    switch choice {
    case .note: try end(conflict, .note, in: vault)
    case .copy: try end(conflict, .copy, in: vault)
    case .both: try end(conflict, .both, in: vault)
    case .edit:
      try NoteEditing(vault).join(conflict.note, with: conflict.copies[0].path)
    }
  }

  /// Ends the conflict of a copy whose note is gone: it goes too, or it is the note from now on.
  private func end(_ copy: KeptCopy, in vault: OpenVault) throws {
    let console = vault.session.console
    if choice == .edit {
      throw CommandError(
        "the note of \(copy.path.text) is gone, so there is nothing to join it with",
        hint: "--both makes the copy a note of its own, --note puts it into the trash")
    }
    let resolution: ConflictResolution = choice == .note ? .note : .both
    let entries = try vault.writer().resolve(
      copy: copy.path, of: copy.path, id: copy.noteID, resolution)
    try console.line(copy.id, copy.path)
    if let entry = entries.first {
      console.say("the copy is in the trash; tl trash restore \(entry.number) brings it back")
    } else {
      console.say("its note is gone; the copy is a note of its own now")
    }
  }

  private func end(
    _ conflict: Conflict, _ resolution: ConflictResolution, in vault: OpenVault
  ) throws {
    let writer = try vault.writer()
    var entries: [TrashEntry] = []
    for copy in conflict.copies {
      entries += try writer.resolve(
        copy: copy.path, of: conflict.note.path, id: conflict.note.id, resolution)
    }
    let console = vault.session.console
    try console.line(conflict.note.id, conflict.note.path)
    switch resolution {
    case .both:
      for copy in conflict.copies { try console.line(copy.id, copy.path) }
      console.say("both are notes now")
    case .note, .copy:
      let what = resolution == .note ? "the copy" : "what the note said before"
      let numbers = entries.prefix(resolution == .note ? entries.count : 1).map { "\($0.number)" }
      console.say(
        "\(what) is in the trash; tl trash restore \(numbers.joined(separator: " ")) brings it back"
      )
    }
  }
}

/// A note and those of its copies that a choice is about; at least one.
private struct Conflict {
  let note: ResolvedNote
  let copies: [KeptCopy]

  init(
    of named: ResolvedNote, among all: [KeptCopy], _ choice: ResolveCommand.Choice
  ) throws(CommandError) {
    if let copy = all.first(where: { $0.path == named.path }) {
      guard let note = copy.note else {
        throw CommandError(
          "the note of \(copy.path.text) is gone",
          hint: "tl set \(copy.path.text) conflict_of= conflict_from= makes the copy a note")
      }
      self.note = ResolvedNote(path: note, id: copy.noteID)
      copies = [copy]
      return
    }
    note = named
    copies = all.filter { $0.note == named.path }
    guard !copies.isEmpty else {
      throw CommandError(
        "\(named.path.text) is in no conflict", hint: "tl conflicts lists the notes that are")
    }
    guard copies.count == 1 || choice == .note else {
      var error = CommandError(
        "\(named.path.text) has \(copies.count) copies: name the one that is meant",
        status: .wrongUsage)
      error.hints = copies.map(\.path.text)
      throw error
    }
  }
}
