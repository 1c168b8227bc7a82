internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Finds the tracker that a word on the command line means.
///
/// In this order: `trackers/WORD.md`, `@N` and an existing path, a whole name or id, the beginning of a name.
struct TrackerFinder {
  let vault: OpenVault

  /// All trackers with their events.
  func book() throws -> TrackerBook { try book(of: vault.scan()) }

  /// - Parameter index: of all notes, with titles and tags.
  func book(of index: VaultIndex) throws -> TrackerBook {
    try TrackerBook(of: vault.vault, index, vault.scanner, now: vault.now, zone: vault.zone)
  }

  /// Without its notes that count as events, and without a scan if the word is the name of a file in `trackers`.
  func tracker(named word: String) throws -> Tracker {
    if let tracker = inFolder(word) { return tracker }
    return try log(named: word, in: book()).tracker
  }

  func log(named word: String, in book: TrackerBook) throws -> TrackerLog {
    let trackers = book.trackers
    // Another one may have the same title, if two devices have made it.
    if let path = Self.path(inFolder: word),
      let index = trackers.firstIndex(where: { $0.path == path })
    {
      return book.logs[index]
    }
    if word.hasPrefix("@") || word.contains("/") || word.hasSuffix(".md") {
      let path = try NoteResolver(vault).resolve(word).path
      guard let index = trackers.firstIndex(where: { $0.path == path }) else {
        throw CommandError(
          "\(path.shown) is not a tracker", hint: "tl since lists the trackers of this vault")
      }
      return book.logs[index]
    }
    switch NameSearch(word, among: trackers) {
    case .one(let index): return book.logs[index]
    case .several(let indices): throw CommandError.ambiguous(word, indices.map { trackers[$0] })
    case .tooShort: throw CommandError.tooShort(word)
    case .none:
      // The beginning of an id.
      if let path = try? NoteResolver(vault).resolve(word).path,
        let index = trackers.firstIndex(where: { $0.path == path })
      {
        return book.logs[index]
      }
      throw CommandError.missing(
        "tracker", word, among: trackers,
        hint: "tl did --new \(word.shellWord) makes it; tl since lists the trackers")
    }
  }

  private func inFolder(_ word: String) -> Tracker? {
    guard let path = Self.path(inFolder: word),
      let file = try? vault.vault.folder.read(path)
    else { return nil }
    let document = NoteDocument(file.bytes)
    guard vault.visibility.counts(document) else { return nil }
    let metadata = NoteMetadata(of: document, zone: vault.zone)
    return Tracker(
      document, at: path, id: ProvisionalID.of(path), created: metadata.created ?? vault.now,
      zone: vault.zone)
  }

  /// `trackers/WORD.md`.
  private static func path(inFolder word: String) -> VaultPath? {
    guard !word.isEmpty, !word.contains("/") else { return nil }
    return VaultPath("\(NewTracker.folder)/\(word).md")
  }
}
