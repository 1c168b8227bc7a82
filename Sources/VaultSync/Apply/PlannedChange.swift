internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

/// A path of a change set, and what was seen of it and done to it.
struct PlannedChange {
  var entry: Journal.Entry
  /// Why git alone gets the file.
  var kept: KeptFile.Reason?
  /// Whether the change is about the folder alone: the trees do not differ here.
  var isRetry = false
  /// By which a person told git not to look at the file: then nor does tl, and the mark stays.
  var mark: GitMark?
  /// Of the file in the folder that has the new content already, or of the one that was written: first under the
  /// hidden name, then under its own.
  var expected: FileStatus?
  /// Whether the new file has its own name, and thus the hidden one no more.
  private(set) var isPlaced = false
  /// Of what gave way, under its hidden name.
  var replaced: FileStatus?

  init(_ change: TreeChange) {
    entry = Journal.Entry(
      path: change.path, old: change.old, new: change.new, action: .none, before: nil, after: nil,
      depth: change.path.componentCount - 1)
  }

  var path: VaultPath { entry.path }

  /// Notes that the new file got its own name.
  ///
  /// - Parameter status: what has that name now; nil where it could not be seen.
  mutating func place(_ status: FileStatus?) {
    isPlaced = true
    // An edit since it was written: git is to look at the file itself.
    expected = expected.flatMap { seen in status.flatMap { $0.isSameContent(as: seen) ? $0 : nil } }
  }

  /// The file that is to stand in the folder.
  var wanted: TreeEntry? {
    guard kept == nil, let new = entry.new, new.mode.isRegular else { return nil }
    return new
  }
}

extension FileStatus {
  /// Whether a file is still the one that was looked at, under whatever name.
  ///
  /// A new name changes `changed`, which is left out.
  func isSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }
}
