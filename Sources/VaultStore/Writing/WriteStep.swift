/// The points of a write after which a crash has to leave the old file or the new one.
///
/// Tests stop the process at each; the product passes no observer.
package enum WriteStep: String, CaseIterable, Sendable {
  /// The temporary file exists and is empty.
  case temporaryMade
  /// It holds all bytes, perhaps only in memory.
  case temporaryWritten
  /// Its bytes and permissions are on the disk.
  case temporarySynced
  /// The new content has the file's name; on replacement the temporary name has what was there.
  case published
  /// What was there turned out to be what had been read.
  case compared
  /// What was there was not what had been read and has its name back.
  case restored
  /// The temporary name is gone.
  case temporaryRemoved
  /// The names are on the disk.
  case folderSynced

  var changesNames: Bool {
    switch self {
    case .temporaryMade, .published, .restored, .temporaryRemoved: true
    case .temporaryWritten, .temporarySynced, .compared, .folderSynced: false
    }
  }
}
