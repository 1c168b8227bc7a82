import TestSupport
import VaultFormat
import VaultStore

@testable import VaultIndex

/// A vault of a few files, and what a scan says of it.
struct ScannedVault {
  let folder: TemporaryFolder
  let index: VaultIndex

  /// - Parameter files: the bytes of each file by its path.
  init(_ files: [String: String], query: NoteQuery = NoteQuery(), threads: Int = 2) throws {
    try self.init(pairs: files.map { ($0.key, $0.value) }, query: query, threads: threads)
  }

  /// The same for paths that `String` would take for one.
  init(pairs: [(String, String)], query: NoteQuery = NoteQuery(), threads: Int = 2) throws {
    folder = try TemporaryFolder()
    for (path, text) in pairs { try folder.write(text, to: path) }
    index = try VaultScanner(VaultFolder(opening: folder.path), zone: .utc, threads: threads).scan(
      query)
  }

  /// The id of each note by its path.
  var ids: [String: String] {
    Dictionary(
      uniqueKeysWithValues: index.positions.map { (index.path($0).text, index.id($0).text) })
  }

  func position(_ path: String) -> VaultIndex.Position? {
    index.positions.first { index.path($0).text == path }
  }

  func paths(_ positions: [VaultIndex.Position]) -> [String] {
    positions.map { index.path($0).text }
  }
}

func provisionalID(_ path: String, number: Int = 1) -> String {
  ProvisionalID.of(VaultPath(path)!, number: number).text
}
