import ArgumentParser
internal import VaultFormat
internal import VaultIndex

/// Shared by list and search: runs a query, orders the notes and prints them.
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
      explainEmptyResult(of: query, in: index, on: session.console)
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

  /// Reads a few notes again to show them: cheaper than keeping the titles of all.
  private var keepsText: Bool {
    guard let number = filter.number, filter.sort != .title else { return true }
    return number > 200
  }

  private func explainEmptyResult(
    of query: NoteQuery, in index: VaultIndex, on console: Console
  ) {
    if query.isEmpty {
      console.say("this vault has no notes yet; tl add \"What happened\" writes the first")
    } else {
      let notes = index.scannedCount == 1 ? "1 note" : "\(index.scannedCount) notes"
      console.say("nothing matches among \(notes); fewer conditions find more")
    }
  }
}
