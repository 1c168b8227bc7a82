/// The points after which recovery must be possible after a crash.
///
/// Tests stop the process at each, or make the step fail; the product has no observer.
package enum ApplyStep: String, CaseIterable, Sendable {
  case journalWritten
  case foldersMade
  /// One hidden file, possibly not on disk.
  case hiddenWritten
  /// All hidden files are on disk.
  case hiddenSynced
  /// The journal says that files may have been moved into place.
  case publishingMarked
  /// One removed file has its hidden name.
  case taken
  /// Folders replaced by files are removed, folders that replace files are made.
  case foldersChanged
  /// Without an exchange: the old file has a hidden name, the new one has no name yet.
  case setAside
  /// One new file has its name.
  case placed
  /// One replaced file has the expected content.
  case compared
  /// All names are on disk.
  case publishedSynced
  case indexingMarked
  /// The records of held changes are written.
  case heldWritten
  case indexWritten
  case branchMoved
  /// One hidden file is removed.
  case hiddenRemoved
  case foldersRemoved
  /// One new file is unchanged, and is about to be withdrawn.
  case comparedAgain
  /// One file has its old content again.
  case restored
  case indexRestored
  case undoneMarked
  case journalRemoved
}
