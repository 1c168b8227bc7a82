internal import Journal
internal import Operations
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Finds the person that a word on the command line means: `@N` and a path, a whole name or id, the beginning of a name.
struct PersonFinder {
  let vault: OpenVault
  let settings: JournalSettings
  let book: PersonBook

  init(_ vault: OpenVault) throws {
    try self.init(vault, vault.source.persons(of: vault.scan(keepsText: false)))
  }

  init(_ vault: OpenVault, _ book: PersonBook) {
    (self.vault, self.book) = (vault, book)
    settings = JournalSettings(vault.vault.configuration)
  }

  /// - Parameter word: nil for the person of the settings.
  func person(named word: String?) throws -> Person {
    let persons = book.persons
    if let word,
      let index = try vault.page(at: word, among: persons, kind: .person, list: Self.list)
    {
      return persons[index]
    }
    guard let name = word ?? settings.person else {
      throw Problem(
        usage: "which person? PERSON is missing",
        hint: "tl person use NAME chooses one for this vault")
    }
    if word == nil, let person = book.chosen(by: name) { return person }
    if let index = try Problem.page(called: name, among: persons) { return persons[index] }
    throw Problem.missing(
      .person, name, among: persons,
      hint: "tl person add \(name.shellWord) makes a page; tl person lists the persons")
  }

  private static let list = "tl person lists the persons of this vault"
}

/// Finds the tracker that a word on the command line means.
///
/// In this order: `trackers/WORD.md`, `@N` and an existing path, a whole name or id, the beginning of a name.
struct TrackerFinder {
  let vault: OpenVault

  /// All trackers with their events.
  func book() throws -> TrackerBook { try vault.source.trackers(of: vault.scan()) }

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
    let list = "tl since lists the trackers of this vault"
    if let index = try vault.page(at: word, among: trackers, kind: .tracker, list: list)
      ?? Problem.page(called: word, among: trackers)
    {
      return book.logs[index]
    }
    // The beginning of an id.
    if let path = try? NoteResolver(vault).resolve(word).path,
      let index = trackers.firstIndex(where: { $0.path == path })
    {
      return book.logs[index]
    }
    throw Problem.missing(
      .tracker, word, among: trackers,
      hint: "tl did --new \(word.shellWord) makes it; tl since lists the trackers")
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

extension OpenVault {
  /// The page at a path or of a number of the last list; nil for a word that is neither.
  ///
  /// - Parameter list: the hint for a note that is no such page.
  func page(
    at word: String, among pages: [some NamedPage], kind: PageKind, list: String
  ) throws -> Int? {
    guard word.hasPrefix("@") || word.contains("/") || word.hasSuffix(".md") else { return nil }
    let path = try NoteResolver(self).resolve(word).path
    guard let index = pages.firstIndex(where: { $0.path == path }) else {
      throw Problem("\(path.shown) is not a \(kind.rawValue)", hint: list)
    }
    return index
  }

  /// The page that a word means; the command that lists pages of its kind is named for it.
  ///
  /// - Parameter making: what makes a page that is missing.
  /// - Throws: for a word that names none, or several.
  func page<Page: NamedPage>(
    named word: String, among pages: [Page], kind: PageKind, making: String
  ) throws -> Page {
    let list = "tl \(kind.rawValue) lists the \(kind.rawValue)s"
    if let index = try page(at: word, among: pages, kind: kind, list: list)
      ?? Problem.page(called: word, among: pages)
    {
      return pages[index]
    }
    throw Problem.missing(kind, word, among: pages, hint: "\(making); \(list)")
  }
}

/// A word on the command line that names no page, or several.
extension Problem {
  /// The only page with a name, or with one that begins so; nil if there is none.
  static func page(called word: String, among pages: [some NamedPage]) throws -> Int? {
    switch NameSearch(word, among: pages) {
    case .one(let index): return index
    case .several(let indices): throw ambiguous(word, indices.map { pages[$0] })
    case .tooShort:
      throw Problem(
        usage: "'\(word)' is too short for a beginning; three characters at least",
        hint: "write more of the name, or its path")
    case .none: return nil
    }
  }

  static func missing(
    _ kind: PageKind, _ word: String, among pages: [some NamedPage], hint: String
  ) -> Problem {
    var error = Problem("there is no \(kind.rawValue) '\(word)'", hint: hint)
    let key = NameKey(word.utf8)
    let containing = pages.filter { page in
      page.names.contains { !key.bytes.isEmpty && $0.bytes.firstRange(of: key.bytes) != nil }
    }.map(\.title)
    let names = pages.flatMap { [$0.name, $0.title] + $0.aliases }
    let similar =
      containing.isEmpty
      ? EditDistance.suggestions(for: word, among: Array(Set(names)).sorted()) : containing
    if !similar.isEmpty {
      error.hints.insert("did you mean \(similar.prefix(3).joined(separator: " or "))?", at: 0)
    }
    return error
  }

  private static func ambiguous(_ word: String, _ pages: [some NamedPage]) -> Problem {
    // Two devices may have made one of the same title.
    let hasTwins = Set(pages.map(\.title)).count < pages.count
    let names = pages.map { hasTwins ? $0.path.text : $0.title }.sorted()
    let listed = names.dropLast().joined(separator: ", ") + " or \(names.last ?? "")"
    return Problem(
      usage: "'\(word)' could be \(listed)", hint: "write more of the name, or its path")
  }
}
