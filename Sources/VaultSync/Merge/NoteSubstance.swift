internal import VaultFormat

/// The content of a note without its identity: only a change of it wins over a deletion.
struct NoteSubstance: Equatable {
  private let bytes: [UInt8]

  /// Without `id` and `updated`, with LF at the end of every line.
  init(of document: NoteDocument) {
    var document = document
    for key in [KnownKey.id, .updated] {
      document = (try? document.removing(document.name(of: key))) ?? document
    }
    // Front matter without other fields counts as none.
    let isBare = document.frontMatter.map { $0.fields.isEmpty && $0.problem == nil } ?? false
    let text = isBare ? document.body : document.bytes[...]
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      if byte == feed, bytes.last == carriage { bytes.removeLast() }
      bytes.append(byte)
    }
    if bytes.last == feed { bytes.removeLast() }
    self.bytes = bytes
  }
}
