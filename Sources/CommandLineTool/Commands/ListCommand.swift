import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct ListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the timeline",
    discussion: """
      Pinned notes come first, then the newest, by when it happened: the date of a note, or when it was written. For \
      each note: the day, its short id, its title, its tags, its place and its media. The third note of the list can be named \
      @3 in the next commands, the first three @1-3 (-N shows the numbers), and the note created last @last. \
      Pages, such as those of persons and trackers (the key tl), are listed only with --is.
      """,
    aliases: ["ls"])

  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try Listing(filter: filter, output: output, isTimeline: true).run("", in: session)
  }
}

struct SearchCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find notes by their words",
    discussion: """
      All words have to be in the title, the text, a tag, the file's name or its aliases, in any order; part of a word is enough, and \
      neither case nor accents matter. #word finds tags too, which lists show so. "Quoted words" are found as a phrase, -word leaves out \
      notes that have it (write the whole query in quotes for that: tl search 'sofa -draft'). tag:, since:, \
      until:, on:, kind:, is:, pinned:yes, category:, place: and people: narrow the search down.
      """,
    aliases: ["find"])

  @Argument(help: "What to look for")
  var query: [String] = []

  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if query.isEmpty, filter.regex == nil {
      throw ValidationError("what should be searched for? Give a word, or --regex")
    }
  }

  func run(in session: Session) throws {
    try Listing(filter: filter, output: output, isTimeline: false).run(
      query.joined(separator: " "), in: session)
  }
}

/// Shared by list and search: runs a query, orders the notes and prints them.
struct Listing {
  let filter: FilterOptions
  let output: OutputOptions
  /// Whether pages, such as those of persons and trackers, are left out where the query does not ask for them.
  let isTimeline: Bool

  func run(_ text: String, in session: Session) throws {
    let vault = try session.openVault()
    let query = try filter.query(text, vault.queryParser)
    if filter.sort == .near, query.circle == nil {
      throw Problem(
        usage: "--sort near needs a place", hint: "such as tl list --near Tokyo,20 --sort near")
    }
    let found = try vault.scan(query, keepsText: keepsText)
    let index = isTimeline && query.files == nil ? found.withoutPages : found
    let notes = try notes(of: index, query.circle, in: vault)
    if index.count == 0, case .lines = output.form {
      session.console.say(
        query.isEmpty
          ? "this vault has no notes yet; tl add \"What happened\" writes the first"
          : "no note matches; fewer conditions find more"
      )
    } else {
      let ages =
        output.noAges ? nil : NoteAges(vault, query.isEmpty ? found : nil)
      // Sections by month would tear apart what lies together.
      let order = filter.sort == .near ? TimelineOrder(.order) : filter.order
      let listing = ListingPrinter(
        vault: vault, index: index, order: order, options: output, ages: ages,
        circle: query.circle)
      try listing.print(notes)
    }
    if index.count == 0, !query.isEmpty {
      try session.console.end(with: session.hasFailed ? .failure : .nothingFound)
    }
    if notes.count < index.count, case .lines = output.form {
      session.console.say("\(notes.count) of \(index.count.counted("note"))")
    }
  }

  /// The part of the list that is asked for, in its order.
  private func notes(
    of index: VaultIndex, _ circle: CoordinateCircle?, in vault: OpenVault
  ) throws -> [VaultIndex.Position] {
    guard filter.sort == .near, let circle else {
      return index.notes(in: filter.order, offset: filter.offset, limit: filter.number)
    }
    // Those at one place in the order of the timeline.
    let ranked = index.notes(in: filter.order).enumerated().map { rank, position in
      let document = try? vault.note(position, of: index).document
      let distance = document?.coordinates.flatMap(circle.distance) ?? .infinity
      return (key: (filter.reverse ? -distance : distance, rank), position: position)
    }
    let sorted = ranked.sorted { $0.key < $1.key }.map(\.position).dropFirst(filter.offset)
    return Array(sorted.prefix(filter.number ?? sorted.count))
  }

  /// Reads a few notes again to show them: cheaper than keeping the titles of all.
  private var keepsText: Bool {
    guard let number = filter.number, filter.sort != .title else { return true }
    return number > 200
  }
}

/// Prints the notes of a list or a search, in the requested form.
private struct ListingPrinter {
  let vault: OpenVault
  let index: VaultIndex
  let order: TimelineOrder
  let options: OutputOptions
  /// Nil if they are not asked for.
  let ages: NoteAges?
  /// That of `near:`, if there is one.
  let circle: CoordinateCircle?

  private var session: Session { vault.session }
  private var console: Console { vault.console }

  /// Prints the notes in the given order.
  func print(_ notes: [VaultIndex.Position]) throws {
    vault.saveLastList(
      notes.prefix(LastList.limit).map { LastList.Note(index.id($0), at: index.path($0)) })
    switch options.form {
    case .lines:
      session.startPager(unless: options.paging.noPager)
      let width = console.outputIsTerminal ? StandardStream.output.terminalWidth : nil
      let lines = NoteLines(
        vault: vault, index: index, order: order, hasNumbers: options.numbers, width: width,
        isFull: options.full, ages: ages)
      try lines.print(notes, on: console)
    case .json(let isArray): try printJSON(notes, isArray: isArray)
    case .paths:
      for note in notes { try console.write(index.path(note).shownBytes + [0]) }
    case .template(let source):
      let template = try NoteTemplate(source)
      let shortIDs = index.shortIDs(of: notes)
      for (position, shortID) in zip(notes, shortIDs) {
        try read(position) { note, id in
          let text = template.text(for: note, id: id, shortID: shortID, ages: ages, circle: circle)
          try console.line(console.outputIsTerminal ? TerminalText.block(text) : text)
        }
      }
    }
  }

  private func printJSON(_ notes: [VaultIndex.Position], isArray: Bool) throws {
    var isFirst = true
    if isArray { try console.write("[".utf8) }
    for position in notes {
      try read(position) { note, id in
        let value = NoteJSONV1.value(
          of: note, id: id, withText: !options.noText, ages: ages?.ages(of: note).json,
          circle: circle)
        if isArray { try console.write((isFirst ? "\n" : ",\n").utf8) }
        try console.write(value.compact.utf8)
        if !isArray { try console.write("\n".utf8) }
        isFirst = false
      }
    }
    if isArray { try console.write((isFirst ? "]\n" : "\n]\n").utf8) }
  }

  /// Reports a note that can no longer be read, and continues with the next one.
  private func read(
    _ position: VaultIndex.Position, _ body: (NoteFile, NoteID) throws -> Void
  ) throws {
    try session.attempt { try body(try vault.note(position, of: index), index.id(position)) }
  }
}

/// How notes are printed.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON array")
  var json = false

  @Flag(help: "Print one JSON object per line")
  var jsonl = false

  @Flag(name: [.customShort("0"), .customLong("null")], help: "Print paths, each ended by NUL")
  var nul = false

  @Option(
    help: ArgumentHelp(
      "Print each note by a template such as '{{short_id}} {{title}}'", valueName: "template"))
  var format: String?

  @Flag(
    name: [.customShort("N"), .customLong("numbers")],
    help: "Print @1, @2 and so on before the notes, as names for other commands")
  var numbers = false

  @Flag(help: "Print the whole text of each note below its line")
  var full = false

  @Flag(name: .customLong("no-ages"), help: "Hide the ages of the people whom a note names")
  var noAges = false

  @Flag(name: .customLong("no-text"), help: "Leave the text out of JSON")
  var noText = false

  @OptionGroup var paging: PagerOptions

  enum Form {
    case lines
    case json(isArray: Bool)
    case paths
    case template(String)
  }

  var form: Form {
    if json { return .json(isArray: true) }
    if jsonl { return .json(isArray: false) }
    if nul { return .paths }
    if let format { return .template(format) }
    return .lines
  }

  func validate() throws {
    let given = [
      json ? "--json" : nil, jsonl ? "--jsonl" : nil, nul ? "-0" : nil,
      format.map { _ in "--format" },
    ].compactMap { $0 }
    if full, let form = given.first {
      throw ValidationError("--full and \(form) cannot be used together")
    }
    if given.count > 1 {
      throw ValidationError("\(given.joined(separator: " and ")) cannot be used together")
    }
  }
}
