internal import Journal
internal import VaultFormat
internal import VaultStore

extension NewPage {
  /// - Throws: a usage error for a title by which it could not be named.
  func write(
    by writer: borrowing NoteWriter
  ) throws -> (path: VaultPath, id: NoteID, document: NoteDocument) {
    do {
      return try writer.create(note())
    } catch let problem as PageTitle.Problem {
      throw CommandError(problem, kind: kind, folder: folder)
    }
  }
}

extension NewTracker {
  /// - Throws: a usage error for a title by which it could not be named.
  func write(in vault: OpenVault, by writer: borrowing NoteWriter) throws -> Tracker {
    let written = try page.write(by: writer)
    guard
      let tracker = Tracker(
        written.document, at: written.path, id: written.id, created: vault.now, zone: vault.zone)
    else { throw CommandError("\(written.path.shown) could not be made a tracker") }
    return tracker
  }
}

extension CommandError {
  /// - Parameter folder: where pages of that kind are made.
  init(_ problem: PageTitle.Problem, kind: PageKind, folder: String) {
    switch problem {
    case .isEmpty: self.init("a title has letters", status: .wrongUsage)
    case .isTaken(let path, let title): self.init("\(path.shown) is \(title) already")
    case .isNoName(let title):
      self.init(
        "'\(title)' cannot be the name of a \(kind.rawValue): a path has /, a number of a list begins with @",
        hint: "tl set \(folder)/NAME.md title='\(title)' gives it that title later",
        status: .wrongUsage)
    }
  }
}
