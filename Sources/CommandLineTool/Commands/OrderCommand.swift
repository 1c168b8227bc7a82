import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

struct OrderCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "order",
    abstract: "Put a note at a place of the order by hand",
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

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let resolver = NoteResolver(vault)
    let note = try resolver.resolve(note)
    let neighbour = try (before ?? after).map(resolver.resolve)
    guard note.path != neighbour?.path else {
      throw CommandError(
        "\(note.path.shown) cannot stand \(before == nil ? "behind" : "before") itself",
        status: .wrongUsage)
    }
    let others = OrderedNotes(of: try vault.scan(keepsText: false), without: note, with: neighbour)
    let place = place(among: others, neighbour)
    let plan = OrderPlan(placingAt: place, among: others.notes.map(\.number))
    guard others.movedPlace != place || others.hasUnnumbered else {
      return session.console.say("\(note.path.shown) is there already")
    }
    try carryOut(plan, for: note, among: others.notes, in: vault)
  }

  private func place(among others: OrderedNotes, _ neighbour: ResolvedNote?) -> Int {
    if first { return 0 }
    let index = others.notes.firstIndex { $0.note.path == neighbour?.path }
    return index.map { before == nil ? $0 + 1 : $0 } ?? others.notes.count
  }

  /// The others change from the end, so that the order stays the same whenever it is interrupted.
  private func carryOut(
    _ plan: OrderPlan, for note: ResolvedNote, among others: [OrderedNotes.Entry],
    in vault: OpenVault
  ) throws {
    let session = vault.session
    let changes =
      plan.others.reversed().map { (others[$0.index].note, $0.number) } + [(note, plan.placed)]
    for (note, number) in changes {
      try CommandError.naming(note.path) {
        try vault.writer().edit(note.path, provisionalID: note.id) {
          try $0.setting($0.name(of: .order), to: .plain(Self.text(of: number)))
        }
      }
    }
    for (note, _) in changes.reversed() { try session.console.line(note.id, note.path) }
    if !plan.others.isEmpty {
      session.console.say("\(plan.others.count.counted("other note")) got a number too")
    }
  }

  private static func text(of number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

/// The notes that have the key `order`, as a list by it shows them.
private struct OrderedNotes {
  struct Entry {
    let note: ResolvedNote
    /// Nil for a neighbour that has none.
    let number: Double?
  }

  /// Without the one that moves.
  private(set) var notes: [Entry] = []
  /// How many are before the one that moves now; nil if it has no number.
  private(set) var movedPlace: Int?

  var hasUnnumbered: Bool { notes.contains { $0.number == nil } }

  /// - Parameter neighbour: comes last if it has no number.
  init(of index: VaultIndex, without note: ResolvedNote, with neighbour: ResolvedNote?) {
    for position in index.notes(in: TimelineOrder(.order)) {
      let (path, number) = (index.path(position), index.order(position))
      guard number.isFinite else { continue }
      if path == note.path {
        movedPlace = notes.count
      } else {
        notes.append(
          Entry(note: ResolvedNote(path: path, id: index.id(position)), number: number))
      }
    }
    if let neighbour, !notes.contains(where: { $0.note.path == neighbour.path }) {
      notes.append(Entry(note: neighbour, number: nil))
    }
  }
}
