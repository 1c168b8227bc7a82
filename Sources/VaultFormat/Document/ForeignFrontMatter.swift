/// Front matter of a form that tl shows as text: TOML between `+++`, or JSON in `{}`, as Hugo knows them.
///
/// docs/vault-format.md, rule F-9. A block of YAML before it would hide it from the programs that read it, so a
/// note that begins so gets none.
package enum ForeignFrontMatter: String, Hashable, Sendable {
  case toml = "TOML"
  case json = "JSON"

  /// What stands at `start` in `bytes`, behind blanks and empty lines; nil for text.
  package init?(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    let start = Self.firstOther(in: bytes, from: start)
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "+"):
      let line = Line(at: start, in: bytes)
      guard line.isFence(of: UInt8(ascii: "+"), in: bytes) else { return nil }
      self = .toml
    case UInt8(ascii: "{"):
      guard Self.isObject(bytes, from: start) else { return nil }
      self = .json
    default: return nil
    }
  }

  /// Whether an object of JSON begins at the `{` at `start`: it stands alone in its line, or a key in quotes and
  /// a colon follow.
  private static func isObject(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let line = Line(at: start, in: bytes)
    if bytes[(start + 1)..<line.end].allSatisfy(\.isBlank) { return true }
    var at = firstOther(in: bytes, from: start + 1)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return false }
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\n") { return false }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    at = firstOther(in: bytes, from: at + 1)
    return at < bytes.count && bytes[at] == UInt8(ascii: ":")
  }

  /// The offset of the first byte that is neither a blank nor a part of a line end.
  private static func firstOther(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.count,
      bytes[at].isBlank || bytes[at] == UInt8(ascii: "\n") || bytes[at] == UInt8(ascii: "\r")
    {
      at += 1
    }
    return at
  }
}

extension NoteDocument {
  /// Nil where the file has front matter of its own, or begins with text.
  package var foreignFrontMatter: ForeignFrontMatter? {
    guard layout.frontMatter == nil else { return nil }
    return bytes.withUnsafeBufferPointer { ForeignFrontMatter(in: $0, from: layout.markLength) }
  }
}
