import ArgumentParser
internal import VaultFormat
internal import VaultIndex

struct ListCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the timeline",
    discussion: """
      Pinned notes come first, then the newest, by when it happened: the date of a note, or when it was written. For \
      each note: the day, its short id, its title, its tags and its media. The third note of the list can be named \
      @3 in the next commands, the first three @1-3 (-N shows the numbers), and the note written last @last.
      """,
    aliases: ["ls"])

  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    try Listing(filter: filter, output: output).run("", in: session)
  }
}

/// What list and search share: a query, a scan, an order, and the notes printed.
struct Listing {
  let filter: FilterOptions
  let output: OutputOptions

  func run(_ text: String, in session: Session) throws {
    let vault = try session.openVault()
    let parser = QueryParser(now: session.surroundings.now(), zone: vault.zone)
    let query = try filter.query(text, parser)
    let index = try vault.scan(query, keepsText: keepsText)
    let notes = index.notes(in: filter.order, offset: filter.offset, limit: filter.number)
    let listing = NoteListing(vault: vault, index: index, order: filter.order, options: output)
    if index.count == 0, case .lines = output.form {
      tellWhyEmpty(query, index, session)
    } else {
      try listing.print(notes)
    }
    if index.count == 0, !query.isEmpty {
      try session.console.finish()
      throw QuietExit(status: session.hasFailed ? .failure : .nothingFound)
    }
    if notes.count < index.count, case .lines = output.form {
      session.console.say("\(notes.count) of \(index.count) \(index.count == 1 ? "note" : "notes")")
    }
  }

  /// A few notes are read again when they are shown: cheaper than keeping the titles of all.
  private var keepsText: Bool {
    guard let number = filter.number, filter.sort != .title else { return true }
    return number > 200
  }

  private func tellWhyEmpty(_ query: NoteQuery, _ index: VaultIndex, _ session: Session) {
    if query.isEmpty {
      session.console.say("this vault has no notes yet; tl add \"What happened\" writes the first")
    } else {
      let notes = index.scannedCount == 1 ? "1 note" : "\(index.scannedCount) notes"
      session.console.say("nothing matches among \(notes); fewer conditions find more")
    }
  }
}
