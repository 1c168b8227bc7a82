import ArgumentParser
internal import VaultFormat
internal import VaultStore

struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash",
    abstract: "List, bring back or clear what was removed",
    discussion:
      "The trash is in .tl/local/trash, on this device only. Nothing leaves it by itself.",
    subcommands: [TrashListCommand.self, TrashRestoreCommand.self, TrashEmptyCommand.self],
    defaultSubcommand: TrashListCommand.self)
}

struct TrashListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what was removed",
    discussion: """
      For each entry: its number, when it was removed, what it is, and where it was. With --json: an array of \
      {number, removed, what, path, media}, where media is an array of {name, kind, bytes}.
      """,
    aliases: ["ls"])

  @Flag(help: "Print a JSON array")
  var json = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let rows = try Trash(vault.vault.folder).entries().map { TrashRow($0, vault) }
    let console = session.console
    if json { return try console.line(JSONValue.array(rows.map(\.json)).pretty) }
    guard !rows.isEmpty else { return console.say("the trash is empty") }
    let width = rows.map { String($0.entry.number).count }.max() ?? 0
    for row in rows { try console.line(row.line(width, console.style)) }
  }
}

struct TrashEmptyCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty",
    abstract: "Remove everything in the trash for good",
    discussion: "Asks on a terminal.")

  @Flag(name: .shortAndLong, help: "Do not ask")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let entries = try Trash(vault.vault.folder).entries()
    guard let highest = entries.last?.number else {
      return session.console.say("the trash is empty")
    }
    let what = entries.count.counted("entry", "entries")
    try session.requireConsent(
      yes, question: "remove \(what) for good?", command: "tl trash empty -y")
    let writer = try vault.writer()
    let failures = try writer.emptyTrash(through: highest).failures
    for failure in failures { session.fail(CommandError(failure)) }
    let left = try Trash(vault.vault.folder).entries().count { $0.number <= highest }
    let gone = entries.count - left
    session.console.say(
      "removed \(gone.counted("entry", "entries")) for good")
  }
}

/// An entry of the trash, as it is printed.
private struct TrashRow {
  let entry: TrashEntry
  private let media: [MediaFile]

  init(_ entry: TrashEntry, _ vault: OpenVault) {
    self.entry = entry
    let folder = entry.file.flatMap { MediaFolder(of: $0) }
    media = folder.flatMap { try? vault.vault.folder.media(in: $0) }?.files ?? []
  }

  func line(_ width: Int, _ style: Style) -> String {
    let number = String(entry.number)
    let indent = String(repeating: " ", count: width - number.count)
    let time = TerminalText.line(String(entry.time.prefix(16)).replacingT)
    let what = DisplayWidth.pad(entry.what.rawValue, to: 8)
    let summary = MediaSummary.text(of: media)
    let parts = [
      indent + style.yellow(number), style.dim(time), what, TerminalText.line(entry.origin.shown),
    ]
    return (parts + (summary.isEmpty ? [] : [style.dim(summary)])).joined(separator: "  ")
  }

  var json: JSONValue {
    .object([
      ("number", .int(entry.number)), ("removed", .string(entry.time)),
      ("what", .string(entry.what.rawValue)),
      ("path", .string(entry.origin.text)),
      (
        "media",
        .array(
          media.map { file in
            .object([
              ("name", .string(String(decoding: file.path.name, as: UTF8.self))),
              ("kind", .string(file.kind.rawValue)), ("bytes", .int(Int(file.size))),
            ])
          })
      ),
    ])
  }
}

extension String {
  /// RFC 3339 with a blank for the `T`.
  fileprivate var replacingT: String { split(separator: "T", maxSplits: 1).joined(separator: " ") }
}
