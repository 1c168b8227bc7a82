import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct OrderCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Move a note within your own order",
    discussion: """
      Sets the key order, a number, which tl list --sort order follows; notes without one come behind, newest first. A \
      neighbour without a number gets the next one. Where there is no room between two numbers, notes behind the place get \
      new ones, up to the next gap. The notes that changed are printed, the moved one first.
      """)

  @Argument(help: "The note", completion: .notes)
  var note: String

  @Option(help: ArgumentHelp("Put it before this note", valueName: "note"), completion: .notes)
  var before: String?

  @Option(help: ArgumentHelp("Put it behind this note", valueName: "note"), completion: .notes)
  var after: String?

  @Flag(help: "Put it before all notes that have an order")
  var first = false

  @Flag(help: "Put it behind all notes that have an order")
  var last = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    let places = [before != nil, after != nil, first, last].count { $0 }
    guard places == 1 else {
      throw ValidationError(
        places == 0
          ? "where to? give one of --before NOTE, --after NOTE, --first and --last"
          : "--before, --after, --first and --last cannot be used together")
    }
  }

  func run(in vault: OpenVault) throws {
    let resolver = NoteResolver(vault)
    let note = try resolver.resolve(note)
    let neighbour = try (before ?? after).map(resolver.resolve)
    guard note.path != neighbour?.path else {
      throw Problem(
        usage: "\(note.path.shown) cannot stand \(before == nil ? "behind" : "before") itself")
    }
    func place(_ neighbour: ResolvedNote) -> OrderedNotes.Place {
      let note = OrderedNotes.Note(path: neighbour.path, id: neighbour.id)
      return before == nil ? .after(note) : .before(note)
    }
    let changes = OrderedNotes(of: try vault.scan(keepsText: false)).changes(
      placing: OrderedNotes.Note(path: note.path, id: note.id),
      at: neighbour.map(place) ?? (first ? .first : .last))
    guard !changes.isEmpty else {
      return vault.console.say("\(note.path.shown) is there already")
    }
    for change in changes {
      try vault.writer().change(change.note) { try change.applied(to: $0) }
    }
    for change in changes.reversed() {
      try vault.console.line(change.note.id, change.note.path)
    }
    let others = changes.count - 1
    if others > 0 { vault.console.say("\(others.counted("other note")) got a number too") }
  }
}
