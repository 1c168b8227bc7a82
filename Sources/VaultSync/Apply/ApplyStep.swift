/// The points after which a crash has to leave something that recovery makes good.
///
/// Tests stop the process at each, or have the step fail; the product passes no observer.
package enum ApplyStep: String, CaseIterable, Sendable {
  case journalWritten
  case foldersMade
  /// One hidden file, perhaps only in memory.
  case hiddenWritten
  /// All hidden files are on the disk.
  case hiddenSynced
  /// The journal says that files may have taken their places.
  case publishingMarked
  /// One file that goes has its hidden name.
  case taken
  /// Folders that files replace are gone, folders that replace files are there.
  case foldersChanged
  /// Without an exchange: the old file has a hidden name, the new one not yet its own.
  case setAside
  /// One new file has its name.
  case placed
  /// One file that gave way is what it was thought to be.
  case compared
  /// All names are on the disk.
  case publishedSynced
  case indexingMarked
  /// What the folder has of other versions is written down.
  case heldWritten
  case indexWritten
  case branchMoved
  /// One hidden file is gone.
  case hiddenRemoved
  case foldersRemoved
  /// One new file is what was put there, and is about to be taken back.
  case comparedAgain
  /// One file has its old content again.
  case takenBack
  case indexTakenBack
  case undoneMarked
  case journalRemoved
}
