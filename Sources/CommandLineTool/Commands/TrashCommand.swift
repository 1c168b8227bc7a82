import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "List, bring back or clear what was removed",
    discussion:
      "The trash is in .tl/local/trash, on this device only. Nothing leaves it by itself.",
    subcommands: [TrashListCommand.self, TrashRestoreCommand.self, TrashEmptyCommand.self],
    defaultSubcommand: TrashListCommand.self)
}

struct TrashListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what was removed",
    discussion: """
      For each entry: its number, when it was removed, what it is, and where it was. With --json: an array of \
      {number, removed, what, path, media}, where media is an array of {name, kind, bytes}.
      """,
    aliases: ["ls"])

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let visibility = KeptVisibility(vault)
    let rows = try Trash(vault.vault.folder).entries().map { try TrashRow($0, vault, visibility) }
    let style = vault.console.style
    try vault.console.list(
      rows, asJSON: output.json, none: "the trash is empty", json: \.json
    ) { rows in
      zip(rows.map { String($0.entry.number) }.rightAligned(style.yellow), rows).map {
        number, row in
        row.line(number, style)
      }
    }
  }
}

struct TrashEmptyCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty",
    abstract: "Remove everything in the trash for good",
    discussion: "Asks on a terminal.")

  @OptionGroup var consent: ConsentOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let entries = try Trash(vault.vault.folder).entries()
    guard let highest = entries.last?.number else {
      return vault.console.say("the trash is empty")
    }
    let what = entries.count.counted("entry", "entries")
    try vault.session.requireConsent(
      consent.yes, question: "remove \(what) for good?", command: "tl trash empty -y")
    let writer = try vault.writer()
    let failures = try writer.emptyTrash(through: highest).failures
    for failure in failures { vault.session.fail(Problem(failure)) }
    let left = try Trash(vault.vault.folder).entries().count { $0.number <= highest }
    let gone = (entries.count - left).counted("entry", "entries")
    vault.console.say("removed \(gone) for good")
  }
}

/// An entry of the trash, as it is printed.
private struct TrashRow {
  let entry: TrashEntry
  /// None of a sealed note.
  private let media: [MediaFile]

  init(_ entry: TrashEntry, _ vault: OpenVault, _ visibility: KeptVisibility) throws {
    self.entry = entry
    guard let file = entry.file, let folder = MediaFolder(of: file),
      let files = (try? vault.vault.folder.media(in: folder))?.files, !files.isEmpty,
      let content = try? vault.vault.folder.read(file),
      try visibility.shows(NoteDocument(content.bytes), at: entry.origin)
    else {
      media = []
      return
    }
    media = files
  }

  func line(_ number: String, _ style: Style) -> String {
    let time = TerminalText.line(TimeText.minute(rfc3339: entry.time))
    let what = DisplayWidth.pad(entry.what.rawValue, to: 8)
    let summary = MediaSummary.text(of: media)
    let parts = [
      number, style.dim(time), what, TerminalText.line(entry.origin.shown),
    ]
    return (parts + (summary.isEmpty ? [] : [style.dim(summary)])).joined(separator: "  ")
  }

  var json: JSONValue {
    .object([
      ("number", .int(entry.number)), ("removed", .string(entry.time)),
      ("what", .string(entry.what.rawValue)), ("path", .string(entry.origin.text)),
      ("media", .array(media.map(Self.json))),
    ])
  }

  private static func json(_ file: MediaFile) -> JSONValue {
    .object([
      ("name", .string(String(decoding: file.path.name, as: UTF8.self))),
      ("kind", .string(file.kind.rawValue)), ("bytes", .int(Int(file.size))),
    ])
  }
}

struct TrashRestoreCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Put something back where it was",
    discussion: """
      Prints where it is. If its name is taken by now, -2 is added to it. The comments that went with a note come back \
      with it.
      """)

  @Argument(help: ArgumentHelp("Numbers of tl trash list", valueName: "number"))
  var numbers: [Int]

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let origins = try Trash(vault.vault.folder).entries().reduce(into: [:]) { $0[$1.number] = $1 }
    var companions: Set<Int> = []
    for number in numbers where !companions.contains(number) {
      guard let entry = origins[number] else {
        vault.session.fail(
          Problem(
            "the trash has no entry \(number)", hint: "tl trash list shows what there is"))
        continue
      }
      let now = try entry.following(in: vault.vault.folder) { id in
        let index = try vault.scan()
        return index.notes(withIDs: [id]).first.map(index.path)
      }
      if now.origin != entry.origin {
        vault.console.say("the note of \(entry.origin.shown) was moved since")
      }
      companions.formUnion(try restore(now, vault))
    }
  }

  /// - Returns: the entries that came back with it.
  private func restore(_ entry: TrashEntry, _ vault: OpenVault) throws -> [Int] {
    let session = vault.session
    let result: RestoreResult
    do {
      let destination = try Trash(vault.vault.folder).destination(of: entry)
      let media = try entry.media.map { try vault.vault.folder.allFiles(in: $0) } ?? []
      try vault.checkPrivacy(
        of: RenamedFile.note(entry.origin, to: destination, media: media),
        hint: entry.what == .note && entry.origin != destination
          ? "tl mv \(entry.origin.shown) NAME frees its name"
          : "first move the file that has its name")
      // Released after this call: the note below is updated under its own lock.
      result = try vault.writer().restore(entry.number, at: entry.origin)
    } catch let error as StoreError {
      if case .locked = error.reason { throw error }
      try session.continueAfter(Problem(error))
      return []
    } catch let error as Problem {
      session.fail(error)
      return []
    } catch let error as SyncError {
      session.fail(Problem(error))
      return []
    }
    try session.console.line(TerminalText.line(result.path.shown))
    if result.path != entry.origin {
      session.console.say("\(entry.origin.shown) exists, so it came back under another name")
    }
    for leftover in result.leftovers {
      var error = Problem(leftover)
      error.hints = ["the rest is back; tl trash list shows what is not"]
      session.fail(error)
    }
    if !result.companions.isEmpty {
      session.console.say("with \(result.companions.count.counted("comment"))")
    }
    if entry.what == .media { try stampNote(of: result.path, vault) }
    return result.companions
  }

  /// Updates the note of restored media.
  private func stampNote(of media: VaultPath, _ vault: OpenVault) throws {
    guard let folder = media.parent else { return }
    for note in MediaFolder.notes(ofFolder: folder)
    where (try? vault.vault.folder.exists(note)) == true {
      try vault.session.attempt(at: note) {
        let resolved = try NoteResolver(vault).note(at: note)
        try vault.writer().stamp(note, provisionalID: resolved.id)
      }
    }
  }
}
