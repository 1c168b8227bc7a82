import ArgumentParser
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct ConflictCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflict",
    abstract: "List the notes and files that have two versions, and choose one",
    subcommands: [ConflictListCommand.self, ConflictResolveCommand.self],
    defaultSubcommand: ConflictListCommand.self)
}

struct ConflictListCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the notes and files that have two versions",
    discussion: """
      If two devices changed the same lines of a note, the note has the later version, and the other one \
      is beside it as a conflict copy; the same goes for other files. Prints each such note or file and its \
      copies, on whichever device the conflict arose. Ends with 3 while there are any. With --json: an array of \
      {note: {id, path}, copy: {id, path}, device, updated}; the note's path is null if the note is gone, and \
      both ids are null for files that are not notes.
      """)

  @OptionGroup var output: ListOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let copies = try vault.conflictCopies()
    let console = vault.console
    if output.json {
      try console.print(.array(copies.map(Self.value)))
    } else if copies.isEmpty {
      console.say("no conflicts")
    } else {
      try print(copies, on: console)
    }
    guard copies.isEmpty else {
      try console.end(with: .conflict)
    }
  }

  private func print(_ copies: [ConflictCopyFile], on console: Console) throws {
    for (number, copy) in copies.enumerated() {
      if number == 0 || copies[number - 1].origin != copy.origin {
        try console.line(Self.heading(of: copy, console.style))
      }
      let origin = copy.device.map { ", from \($0)" } ?? ""
      let text = TerminalText.line("\(copy.path.shown)  \(copy.updated.day)\(origin)")
      try console.line("    \(Self.mark(copy.id, console.style))\(text)")
    }
    let count = copies.count.counted("conflict")
    console.say(
      "\(count); tl show prints a note or a copy, and tl conflict resolve ends a conflict:")
    console.say(
      "tl conflict resolve NOTE --note keeps the note, --copy takes the copy, --both makes two notes,"
    )
    console.say("--edit opens both as one text")
  }

  private static func heading(of copy: ConflictCopyFile, _ style: Style) -> String {
    switch copy.origin {
    case .gone(let id): style.dim("the note \(TerminalText.line(id.text)) is gone")
    case .goneFile(let path): style.dim("\(TerminalText.line(path.shown)) is gone")
    case .path(let path): mark(copy.noteID, style) + TerminalText.line(path.shown)
    }
  }

  private static func mark(_ id: NoteID?, _ style: Style) -> String {
    guard let id else { return "" }
    return style.yellow(TerminalText.line(String(id.text.prefix(VaultIndex.shortLength)))) + "  "
  }

  private static func value(_ copy: ConflictCopyFile) -> JSONValue {
    .object([
      ("note", .object([("id", .text(copy.noteID?.text)), ("path", .text(copy.note?.text))])),
      ("copy", .object([("id", .text(copy.id?.text)), ("path", .string(copy.path.text))])),
      ("device", .text(copy.device)), ("updated", .string(copy.updated.rfc3339)),
    ])
  }
}

extension ConflictCopyFile {
  /// The note or file that a copy is a version of.
  fileprivate enum Origin: Equatable {
    case path(VaultPath)
    case gone(NoteID)
    case goneFile(VaultPath)
  }

  fileprivate var origin: Origin {
    if let note { return .path(note) }
    if let noteID { return .gone(noteID) }
    return .goneFile(ConflictCopyName(path)?.original ?? path)
  }
}

extension OpenVault {
  /// The conflict copies of the vault; reports what could not be read.
  func conflictCopies() throws -> [ConflictCopyFile] {
    let (copies, findings) = try source.scanner().conflictCopies()
    for located in findings where located.finding.severity == .error {
      session.fail(Problem("\(located.path.shown): \(located.finding.message)"))
    }
    return copies
  }
}
