package import Media
package import SystemCalls
package import VaultFormat
package import VaultStore

/// A media file as an audience gets it: without metadata, and named by nothing that the owner wrote.
///
/// What it is, is told by its bytes; the extension of its name in the vault says nothing.
package struct SharedMedium: Hashable, Sendable {
  /// Does not leave: for the manifests of the owner, and for smaller copies of pictures.
  package let source: VaultPath
  /// An opaque name made of the content's hash and the extension of its type: the same content has the same name.
  package let name: String
  package let kind: MediaKind
  package let type: MediaType
  /// Of a picture or a film, as it is shown.
  package let size: PictureSize?
  /// How many the clean file has.
  package let bytes: Int64

  /// In hexadecimal digits.
  private let digest: String
  private let pieces: [MediaPiece]
  /// The last change of the file, and how many bytes it had.
  private let modified: FileTime
  private let originalBytes: Int64

  /// Reads the file once, or its headers alone if its hash is known.
  ///
  /// - Throws: for a file that cannot be read; a `MetadataRemovalError` for one that does not leave.
  init(at path: VaultPath, in folder: VaultFolder, _ digests: MediaDigests) throws {
    let file = try folder.openFile(path)
    let status = try file.status()
    let facts = MediaFacts(of: try ByteSource(file.duplicated()))
    guard let leaving = LeavingFormat(facts.type) else {
      throw MetadataRemovalError.unsupported(facts.type.format, .all)
    }
    let removal = try MetadataRemoval.plan(
      .all, for: ByteSource(file.duplicated(), budget: MetadataRemoval.usualBudget))
    source = path
    (kind, type, size) = (leaving.kind, facts.type, facts.size)
    pieces = removal.pieces(ofSize: status.size)
    bytes = pieces.reduce(0) { $0 + $1.size }
    (modified, originalBytes) = (status.modified, status.size)
    digest = try digests.digest(of: path, status, pieces) { [pieces] in
      try Self.forEachChunk(of: file, pieces, at: path) { (_: [UInt8]) in }
    }
    guard try file.status().modified == modified else {
      throw StoreError(path.text, .changedWhileCopied)
    }
    name = "\(digest).\(leaving.fileExtension)"
  }

  /// Writes the clean file to an empty descriptor.
  ///
  /// After an error a part of it may be there.
  ///
  /// - Throws: `.changedWhileCopied` if the file is not the one any more that was looked at; a `SystemError`.
  package func write(to file: borrowing FileDescriptor, of vault: Vault) throws {
    try forEachChunk(of: vault) { bytes throws(SystemError) in try file.writeAll(bytes) }
  }

  /// Calls `body` with the clean bytes, some at a time, for a caller that writes them into something else.
  ///
  /// - Throws: as `write`; the bytes are the right ones only if nothing is thrown.
  package func forEachChunk(
    of vault: Vault, _ body: ([UInt8]) throws(SystemError) -> Void
  ) throws {
    let original = try vault.folder.openFile(source)
    let status = try original.status()
    guard status.size == originalBytes, status.modified == modified,
      try Self.forEachChunk(of: original, pieces, at: source, body).hex == digest
    else { throw StoreError(source.text, .changedWhileCopied) }
  }

  /// - Returns: the hash of all bytes.
  private static func forEachChunk(
    of original: borrowing FileDescriptor, _ pieces: [MediaPiece], at path: VaultPath,
    _ body: ([UInt8]) throws(SystemError) -> Void
  ) throws -> [UInt8] {
    var hash = SHA1()
    for piece in pieces {
      let isWhole = try piece.forEachChunk(of: original) { bytes throws(SystemError) in
        bytes.withUnsafeBytes { hash.update($0) }
        try body(bytes)
      }
      guard isWhole else { throw StoreError(path.text, .changedWhileCopied) }
    }
    return hash.finish()
  }
}

/// What leaves of the formats that tl knows: those that are shown in place, and hold no scripts.
private struct LeavingFormat {
  let kind: MediaKind
  let fileExtension: String

  init?(_ type: MediaType) {
    switch type.kind {
    case .picture: kind = .photo
    case .sound: kind = .audio
    case .film: kind = .video
    case .document, .other: return nil
    }
    switch type.format {
    case .jpeg: fileExtension = "jpg"
    case .heif: fileExtension = "heic"
    case .quickTime: fileExtension = "mov"
    case .png, .gif, .webp, .avif, .mp4, .m4v, .m4a, .webm, .mp3, .wav:
      fileExtension = type.format.rawValue
    default: return nil
    }
  }
}
