internal import Journal
internal import VaultFormat
internal import VaultStore

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
  ///   - folder: of new ones.
  ///   - writer: held since the pages were read, so that no other command takes the title meanwhile.
  func rename<Page: NamedPage>(
    _ page: Page, to text: String, among pages: [Page], kind: PageKind, folder: String,
    by writer: borrowing NoteWriter
  ) throws {
    let title: PageTitle
    do throws(PageTitle.Problem) {
      title = try PageTitle(text, among: pages, own: page.path)
    } catch {
      throw CommandError(error, kind: kind, folder: folder)
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
    _ page: some NamedPage, by writer: borrowing NoteWriter, unchanged: String,
    _ change: (NoteDocument) throws -> NoteDocument
  ) throws -> NoteDocument {
    let edit = try CommandError.naming(page.path) {
      try writer.edit(page.path, provisionalID: page.id, change)
    }
    if edit.isChange {
      try session.console.line(page.id, page.path)
    } else {
      session.console.say("\(page.title) \(unchanged)")
    }
    return edit.new
  }
}
