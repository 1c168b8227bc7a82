internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// A note or page that has a certain key, as it is on the disk now.
struct KeyedNote {
  let path: VaultPath
  let id: NoteID
  /// When it happened, or was written.
  let date: NoteTime
  /// Whether it is a page, such as that of a person.
  let isPage: Bool
  let document: NoteDocument
}

extension OpenVault {
  /// The notes and pages in which a key has a value, in no particular order.
  ///
  /// A file that cannot be read is left out.
  ///
  /// - Parameter query: what else has to hold.
  func notes(having key: KnownKey, _ query: NoteQuery = NoteQuery()) throws -> [KeyedNote] {
    var query = query
    query.properties.append(PropertyCondition(key.name, .present))
    return try notes(matching: query)
  }

  /// The notes and pages with a position, in whatever keys, in the same way.
  func notesWithPosition(_ query: NoteQuery = NoteQuery()) throws -> [KeyedNote] {
    var query = query
    query.properties.append(PropertyCondition(KnownKey.coordinates.name, .within(.earth)))
    return try notes(matching: query)
  }

  private func notes(matching query: NoteQuery) throws -> [KeyedNote] {
    let index = try scan(query, keepsText: false)
    return keyedNotes(index.positions, in: index)
  }

  /// The notes at these places as they are now; a file that cannot be read is left out.
  func keyedNotes(_ positions: [VaultIndex.Position], in index: VaultIndex) -> [KeyedNote] {
    positions.compactMap { position in
      let path = index.path(position)
      guard let bytes = try? vault.folder.read(path).bytes else { return nil }
      return KeyedNote(
        path: path, id: index.id(position), date: index[position].date,
        isPage: index[position].flags.kind != nil, document: NoteDocument(bytes))
    }
  }
}

extension NewPage {
  /// - Throws: a usage error for a title by which it could not be named.
  func write(
    by writer: borrowing NoteWriter
  ) throws -> (path: VaultPath, id: NoteID, document: NoteDocument) {
    try Problem.naming(kind) { try writer.create(note()) }
  }
}

extension NewTracker {
  /// - Throws: a usage error for a title by which it could not be named.
  func write(in vault: OpenVault, by writer: borrowing NoteWriter) throws -> Tracker {
    let written = try page.write(by: writer)
    guard
      let tracker = Tracker(
        written.document, at: written.path, id: written.id, created: vault.now, zone: vault.zone)
    else { throw Problem("\(written.path.shown) could not be made a tracker") }
    return tracker
  }
}

extension Problem {
  /// Says what is wrong with the title that a page of a kind would get by `body`.
  static func naming<Result>(_ kind: PageKind, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as PageTitle.Problem {
      throw Problem(problem, of: kind, .current)
    }
  }
}

extension Session {
  func changeTracker(
    named word: String, unchanged: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws {
    let vault = try openVaultForWriting()
    try vault.change(TrackerFinder(vault: vault).tracker(named: word), unchanged: unchanged, change)
  }
}

extension OpenVault {
  /// Changes the keys of a tracker, and prints it if that changed anything.
  ///
  /// - Returns: the tracker as it is now.
  @discardableResult
  func change(
    _ tracker: Tracker, unchanged: String, _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> Tracker {
    let document = try changePage(tracker, by: writer(), unchanged: unchanged, change)
    return Tracker(
      document, at: tracker.path, id: tracker.id, created: tracker.created, zone: zone) ?? tracker
  }

  /// Gives a page another title; the old one becomes an alias.
  ///
  /// - Parameters:
  ///   - pages: all of its kind, whose titles are taken.
  ///   - writer: held since the pages were read, so that no other command takes the title meanwhile.
  func rename<Page: NamedPage & ChangedNote>(
    _ page: Page, to text: String, among pages: [Page], kind: PageKind,
    by writer: borrowing NoteWriter
  ) throws {
    let title = try Problem.naming(kind) {
      try PageTitle(text, among: pages, own: page.path)
    }
    try changePage(page, by: writer, unchanged: "is called so already") {
      try page.retitled($0, to: title)
    }
  }

  /// Changes the keys of a page, and prints it if that changed anything.
  ///
  /// - Returns: the page as it is now.
  @discardableResult
  func changePage(
    _ page: some NamedPage & ChangedNote, by writer: borrowing NoteWriter, unchanged: String,
    _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> NoteDocument {
    let edit = try writer.change(page, change)
    if edit.isChange {
      try session.console.line(page.id, page.path)
    } else {
      session.console.say("\(page.title) \(unchanged)")
    }
    return edit.new
  }
}
