internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Finds the tracker that a word on the command line means.
///
/// In this order: `trackers/WORD.md`, `@N` and an existing path, a whole name or id, the beginning of a name.
struct TrackerFinder {
  let vault: OpenVault

  /// All trackers with their events.
  func book() throws -> TrackerBook {
    try TrackerBook(of: vault.vault, vault.scan(), now: vault.now, zone: vault.zone) {
      try vault.scan($0)
    }
  }

  /// Without its notes that count as events, and without a scan if the word is the name of a file in `trackers`.
  func tracker(named word: String) throws -> Tracker {
    if let tracker = try inFolder(word) { return tracker }
    return try log(named: word, in: book()).tracker
  }

  func log(named word: String, in book: TrackerBook) throws -> TrackerLog {
    let trackers = book.trackers
    if word.hasPrefix("@") || word.contains("/") {
      let path = try NoteResolver(vault).resolve(word).path
      guard let index = trackers.firstIndex(where: { $0.path == path }) else {
        throw CommandError(
          "\(path.shown) is not a tracker", hint: "tl since lists the trackers of this vault")
      }
      return book.logs[index]
    }
    switch TrackerSearch(word, among: trackers) {
    case .one(let index): return book.logs[index]
    case .several(let indices): throw Self.ambiguous(word, indices.map { trackers[$0] })
    case .tooShort:
      throw CommandError(
        "'\(word)' is too short for a beginning; three characters at least",
        hint: "write more of the name, or its path", status: .wrongUsage)
    case .none: throw Self.missing(word)
    }
  }

  private func inFolder(_ word: String) throws -> Tracker? {
    guard !word.isEmpty, !word.contains("/"),
      let path = VaultPath("\(TrackerFile.folder)/\(word).md"),
      try vault.vault.folder.status(path)?.kind == .file
    else { return nil }
    let file = try vault.vault.folder.read(path)
    let document = NoteDocument(file.bytes)
    let metadata = NoteMetadata(of: document, zone: vault.zone)
    return Tracker(
      document, at: path, id: ProvisionalID.of(path), created: metadata.created ?? vault.now,
      zone: vault.zone)
  }

  static func missing(_ word: String) -> CommandError {
    CommandError(
      "there is no tracker '\(word)'",
      hint: "tl did --new \(word.shellWord) makes it; tl since lists those there are")
  }

  private static func ambiguous(_ word: String, _ trackers: [Tracker]) -> CommandError {
    let names = trackers.map(\.title).sorted()
    let listed = names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    return CommandError(
      "'\(word)' could be \(listed)", hint: "write more of the name, or its path",
      status: .wrongUsage)
  }
}

/// The files of trackers.
enum TrackerFile {
  /// Where new ones are made.
  static let folder = "trackers"
}
