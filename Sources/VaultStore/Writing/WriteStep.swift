/// The points of a write after which a crash must leave the old file or the new one.
///
/// Tests stop the process at each; the product has no observer.
package enum WriteStep: String, CaseIterable, Sendable {
  /// The temporary file exists and is empty.
  case temporaryMade
  /// It has all bytes, possibly not on disk.
  case temporaryWritten
  /// Its bytes and permissions are on disk.
  case temporarySynced
  /// The name has the new content; after a replacement the temporary name has the old file.
  case published
  /// The old file is the one that was read.
  case compared
  /// The old file was not the one that was read, and has its name back.
  case restored
  /// The temporary name is removed.
  case temporaryRemoved
  /// The names are on disk.
  case folderSynced

  var changesNames: Bool {
    switch self {
    case .temporaryMade, .published, .restored, .temporaryRemoved: true
    case .temporaryWritten, .temporarySynced, .compared, .folderSynced: false
    }
  }
}
