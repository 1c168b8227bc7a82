import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct ConflictsCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List the notes that have two versions",
    discussion: """
      Where two devices changed the same lines of a note, the note has the later version, and the other one \
      lies beside it as a conflict copy. Prints each such note and its copies, on whichever device the conflict \
      arose. Ends with 3 while there are any. With --json: an array of {note: {id, path}, copy: {id, path}, \
      device, updated}; the note's path is null where the note is gone.
      """)

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let copies = try vault.keptCopies()
    let console = session.console
    if json {
      try console.line(JSONValue.array(copies.map(Self.value)).pretty)
    } else if copies.isEmpty {
      console.say("no conflicts")
    } else {
      try print(copies, on: console)
    }
    guard copies.isEmpty else {
      try console.finish()
      throw QuietExit(status: .conflict)
    }
  }

  private func print(_ copies: [KeptCopy], on console: Console) throws {
    var previous: NoteID?
    for copy in copies {
      if copy.noteID != previous {
        if let note = copy.note {
          try console.line(copy.noteID, note)
        } else {
          try console.line(
            console.style.dim("the note \(TerminalText.line(copy.noteID.text)) is gone"))
        }
      }
      previous = copy.noteID
      let origin = copy.device.map { ", from \($0)" } ?? ""
      let id = TerminalText.line(String(copy.id.text.prefix(VaultIndex.shortLength)))
      let text = TerminalText.line("\(copy.path.text)  \(copy.updated.day)\(origin)")
      try console.line("    \(console.style.yellow(id))  \(text)")
    }
    let count = copies.count == 1 ? "1 conflict" : "\(copies.count) conflicts"
    console.say("\(count); tl show prints a note or a copy, and tl resolve ends a conflict:")
    console.say(
      "tl resolve NOTE --note keeps the note, --copy takes the copy, --both makes two notes,")
    console.say("--edit opens both as one text")
  }

  private static func value(_ copy: KeptCopy) -> JSONValue {
    .object([
      (
        "note",
        .object([
          ("id", .string(copy.noteID.text)), ("path", copy.note.map { .string($0.text) } ?? .null),
        ])
      ),
      ("copy", .object([("id", .string(copy.id.text)), ("path", .string(copy.path.text))])),
      ("device", copy.device.map(JSONValue.string) ?? .null),
      ("updated", .string(copy.updated.rfc3339)),
    ])
  }
}

extension OpenVault {
  /// The conflict copies of the vault; what could not be read is told.
  func keptCopies() throws -> [KeptCopy] {
    let scanner = VaultScanner(vault.folder, zone: zone, threads: processorCount())
    let (copies, findings) = try scanner.keptCopies(in: vault, zone: zone)
    for located in findings where located.finding.severity == .error {
      session.fail(CommandError("\(located.path.text): \(located.finding.message)"))
    }
    return copies
  }
}
