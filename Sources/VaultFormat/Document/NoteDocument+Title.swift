extension NoteDocument {
  /// The title of the note: its key `title`, its heading, the stem of its file name, or its first line.
  ///
  /// docs/vault-format.md, rule K-6.
  ///
  /// - Parameter path: the path of its file.
  package func title(_ metadata: NoteMetadata, at path: VaultPath) -> String {
    if let title = metadata.title { return title }
    let stem = Array(path.stem)
    let range = bytes.withUnsafeBufferPointer { bytes in
      stem.withUnsafeBufferPointer {
        BodyTitle.find(in: bytes, from: layout.bodyStart, isWhole: true).range(inFileNamed: $0)
      }
    }
    return String(decoding: range.map { bytes[$0] } ?? stem[...], as: UTF8.self)
  }

  /// The title of the note, for callers that have not read its metadata.
  package func title(at path: VaultPath) -> String {
    title(NoteMetadata(of: self, zone: .utc), at: path)
  }

  /// The title of a text without a file: its key `title`, its heading, or its first line.
  package var titleOfText: String? {
    if let title = NoteMetadata(of: self, zone: .utc).title { return title }
    return bytes.withUnsafeBufferPointer { bytes in
      BodyTitle.find(in: bytes, from: layout.bodyStart, isWhole: true).range
        .map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }
}
