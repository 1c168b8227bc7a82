internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// A path of a change set, with what was read and done.
struct PlannedChange {
  var entry: Journal.Entry
  /// Why the file is kept in git only.
  var kept: KeptFile.Reason?
  /// Whether only the folder changes: the trees do not differ here.
  var isRetry = false
  /// The flag with which the user told git to ignore the file: tl ignores it too, and the flag stays.
  var mark: GitMark?
  /// The status of the folder's file with the new content: of an existing one, or of the written one, first under the
  /// hidden name, then under its own.
  var expected: FileStatus?
  /// Whether the new file has its own name, and the hidden one no longer exists.
  private(set) var isPlaced = false
  /// The status of the replaced file under its hidden name.
  var replaced: FileStatus?

  init(_ change: TreeChange) {
    entry = Journal.Entry(
      path: change.path, old: change.old, new: change.new, action: .none, before: nil, after: nil,
      depth: change.path.componentCount - 1)
  }

  var path: VaultPath { entry.path }

  /// Records that the new file got its own name.
  ///
  /// - Parameter status: of the file with that name; nil if it could not be read.
  mutating func place(_ status: FileStatus?) {
    isPlaced = true
    // An edit since it was written: git has to read the file.
    expected = expected.flatMap { seen in status.flatMap { $0.isSameContent(as: seen) ? $0 : nil } }
  }

  /// The file that the folder is to have.
  var wanted: TreeEntry? {
    guard kept == nil, let new = entry.new, new.mode.isRegular else { return nil }
    return new
  }
}

extension FileStatus {
  /// Whether a file is still the same, under any name.
  ///
  /// Ignores `changed`, which a rename changes.
  func isSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }
}
