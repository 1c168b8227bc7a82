internal import SystemCalls
internal import VaultFormat

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
