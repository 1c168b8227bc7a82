internal import GRDB
internal import Notesync
internal import VaultFormat
internal import VaultStore

extension VaultReader {
  /// The photos and sounds of a note, without duplicates and without files that are gone or unreadable.
  ///
  /// An uploaded file keeps its declared kind, whatever its bytes.
  ///
  /// - Throws: errors about missing resources of the machine, such as descriptors: a list without the files would mean
  ///   that there are none.
  func media(of path: VaultPath, _ id: NoteID, database: Database) throws -> [NoteMedia] {
    guard let folder = MediaFolder(of: path) else { return [] }
    let files =
      try ErrorClassification.ignoringFileErrors { try vault.folder.media(in: folder).files } ?? []
    var seen: Set<String> = []
    return try files.compactMap { file in
      guard
        let (sha256, size, head) = try ErrorClassification.ignoringFileErrors({
          try hashes.hash(of: file.path)
        })
      else { return nil }
      let upload = try MediaIDs.upload(of: sha256, to: id, database: database)
      let type = MediaType(of: head, fileExtension: file.path.fileExtension)
      guard let kind = upload?.kind ?? type?.kind.rawValue, seen.insert(sha256).inserted else {
        return nil
      }
      return NoteMedia(
        id: upload?.id ?? MediaIDs.made(for: sha256, on: id), path: file.path, sha256: sha256,
        size: size, kind: kind,
        contentType: type?.contentType ?? upload?.contentType ?? "application/octet-stream",
        fileExtension: type?.fileExtension ?? (kind == "audio" ? "m4a" : "jpg"))
    }
  }
}
