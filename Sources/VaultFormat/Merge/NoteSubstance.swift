/// The content of a note without its identity: only a change of it wins over a deletion (docs/git-sync.md).
package struct NoteSubstance: Equatable, Sendable {
  private let bytes: [UInt8]
  /// Those beside `id` and `updated`, which are words of somebody.
  private let comments: [[UInt8]]

  /// Without `id` and `updated`, with LF at the end of every line.
  package init(of document: NoteDocument) {
    let identity = [KnownKey.id, .updated].map { document.name(of: $0) }
    let lines = FrontMatterLines(of: document)
    comments = (lines?.entries ?? []).filter { identity.contains($0.name) }
      .flatMap(\.comments).map { Array($0) }
    var rest = document
    for name in identity { rest = (try? rest.removing(name)) ?? rest }
    let text = rest.hasBareFrontMatter ? rest.body : rest.bytes[...]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for byte in text {
      if byte == UInt8(ascii: "\n"), bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    self.bytes = bytes
  }
}

extension NoteDocument {
  /// Whether nothing but blank lines stands in the front matter, which counts as none.
  fileprivate var hasBareFrontMatter: Bool {
    guard frontMatter != nil, let lines = FrontMatterLines(of: self) else { return false }
    return lines.parts.allSatisfy { part in
      if case .line(let line) = part { line.allSatisfy { $0 <= UInt8(ascii: " ") } } else { false }
    }
  }
}
