/// A note as it travels.
///
/// Ids are opaque and compared byte for byte.
package struct WireNote: Hashable, Sendable {
  package var id: String
  package var text: String
  package var isPinned: Bool
  package var tags: [String]
  package var createdAt: WireTime
  package var updatedAt: WireTime
  package var deletedAt: WireTime?

  package init(
    id: String, text: String, isPinned: Bool = false, tags: [String] = [], createdAt: WireTime,
    updatedAt: WireTime, deletedAt: WireTime? = nil
  ) {
    self.id = id
    self.text = text
    self.isPinned = isPinned
    self.tags = tags
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
  }
}

/// A photo or a sound as it came, its bytes in a file.
package struct WireMedia: Hashable, Sendable {
  package var id: String
  package var noteID: String
  /// `image`, `audio`, or whatever the sender wrote.
  package var kind: String
  /// As it was sent: never to be used as a path.
  package var filename: String
  package var contentType: String
  /// As it was sent; `normalizedChecksum` is what can be compared.
  package var checksum: String
  package var data: ReceivedData

  package init(
    id: String, noteID: String, kind: String, filename: String, contentType: String,
    checksum: String, data: ReceivedData
  ) {
    self.id = id
    self.noteID = noteID
    self.kind = kind
    self.filename = filename
    self.contentType = contentType
    self.checksum = checksum
    self.data = data
  }

  /// Without `sha256:` and blanks, in lower case; nil where it is no SHA-256.
  package var normalizedChecksum: String? { Self.normalized(checksum) }

  package static func normalized(_ checksum: String) -> String? {
    var hex = checksum.lowercased()
    if hex.hasPrefix("sha256:") { hex.removeFirst(7) }
    while hex.first?.isWhitespace == true { hex.removeFirst() }
    while hex.last?.isWhitespace == true { hex.removeLast() }
    let isHex = hex.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    return hex.utf8.count == 64 && isHex ? hex : nil
  }

  /// What was declared is not what came.
  ///
  /// False where nothing comparable was declared.
  package var hasWrongChecksum: Bool {
    normalizedChecksum.map { $0 != data.sha256 } ?? false
  }
}

/// What stood in a `dataBase64`, decoded to a temporary file while it came.
package struct ReceivedData: Hashable, Sendable {
  /// Absolute; empty where the data was not wanted, or did not come.
  package var file: String
  /// In bytes.
  package var size: Int64
  /// Lower-case hex.
  package var sha256: String
  /// Strict base64, padded, without line ends; where false the file holds nothing of use.
  package var isBase64: Bool

  package init(file: String, size: Int64, sha256: String, isBase64: Bool) {
    self.file = file
    self.size = size
    self.sha256 = sha256
    self.isBase64 = isBase64
  }

  /// Nobody wanted it, or it did not come, so that nothing was decoded.
  package var wasSkipped: Bool { file.isEmpty }

  /// It did not come.
  package static let absent = ReceivedData(file: "", size: -1, sha256: "", isBase64: true)
}
