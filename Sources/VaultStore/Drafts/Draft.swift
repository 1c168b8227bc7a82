internal import SystemCalls
package import VaultFormat

/// One draft, without its text.
package struct Draft: Hashable, Sendable {
  package var number: Int
  /// The path of the text.
  package var path: VaultPath
  /// A description from the command that saved it; empty if it is lost.
  package var about: String
  /// The note that it is a version of; nil for a new note.
  package var note: VaultPath?
  /// The properties of a new note, as command line options.
  package var options: [String] = []
  /// When it was saved: RFC 3339, as given by the caller.
  package var time: String
  /// The size of the text in bytes.
  package var size: Int64
  /// Files in which a killed editor left unsaved changes.
  package var leftovers: [VaultPath] = []
  /// Whether an editor has it open.
  package var isOpen = false
}

/// Marks a draft as open in an editor, until the end of the value's lifetime or of the process.
///
/// A lock on the draft's record. Only `Drafts.list` checks it; it blocks nothing.
package struct DraftUse: ~Copyable {
  private let file: FileDescriptor

  /// - Returns: nil if the draft does not exist, if another process has it open, or if the file system has no locks.
  package init?(_ number: Int, in drafts: Drafts) {
    guard let file = Self.openRecord(number, drafts), (try? file.tryLock()) == true else {
      return nil
    }
    self.file = file
  }

  deinit {
    file.unlock()
  }

  static func isOpen(_ number: Int, in drafts: Drafts) -> Bool {
    guard let file = openRecord(number, drafts) else { return false }
    // Shared, so that two concurrent checks do not see each other.
    let isFree = (try? file.tryLock(isShared: true)) ?? true
    if isFree { file.unlock() }
    return !isFree
  }

  private static func openRecord(_ number: Int, _ drafts: Drafts) -> FileDescriptor? {
    guard let record = try? drafts.folder.child("\(number).about"),
      let folder = try? drafts.vault.openFolder(record.parent)
    else { return nil }
    return try? folder.openFile(Array(record.name))
  }
}
