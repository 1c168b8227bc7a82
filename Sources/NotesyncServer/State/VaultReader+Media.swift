internal import GRDB
internal import Notesync
internal import VaultFormat
internal import VaultStore

/// A photo or a sound of a note.
struct NoteMedia {
  /// The one that it was uploaded with, else one made of its bytes.
  var id: String
  var path: VaultPath
  /// Lower-case hex.
  var sha256: String
  /// In bytes.
  var size: Int64
  /// `image` or `audio`.
  var kind: String
  var contentType: String
  /// Without the dot.
  var fileExtension: String
}

extension VaultReader {
  /// The photos and sounds of a note, each with other bytes; without those that are gone or cannot be read.
  ///
  /// What was uploaded as a photo or a sound is one, whatever its bytes look like.
  ///
  /// - Throws: what the machine lacks, such as descriptors: a list without the files would say that there are none.
  func media(of path: VaultPath, _ id: NoteID, database: Database) throws -> [NoteMedia] {
    guard let folder = MediaFolder(of: path) else { return [] }
    let files =
      try ErrorClassification.unlessOfFile { try vault.folder.media(in: folder).files } ?? []
    var seen: Set<String> = []
    return try files.compactMap { file in
      guard
        let (sha256, size, head) = try ErrorClassification.unlessOfFile({
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
