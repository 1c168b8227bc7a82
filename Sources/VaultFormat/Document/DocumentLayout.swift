/// The byte ranges of the parts of a note file: byte order mark, front matter, body.
///
/// docs/vault-format.md, rules F-2 to F-5. All offsets are bytes from 0, in the whole file.
package struct DocumentLayout: Hashable, Sendable {
  /// 3 when the file starts with the UTF-8 byte order mark, else 0.
  package var bomLength: Int
  /// The lines between the two fences, including their line endings; nil without front matter.
  package var frontMatter: Range<Int>?
  /// The start of the body: after the line of the closing fence, or after the byte order mark.
  package var bodyStart: Int
  /// The first line is a fence that no later line closes.
  ///
  /// The whole file is then body.
  package var isUnclosed: Bool

  /// Finds the parts in `bytes`.
  ///
  /// Reads nothing past the closing fence. When `bytes` is only the beginning of a file, `isUnclosed` means "not
  /// closed so far".
  package init(of bytes: UnsafeBufferPointer<UInt8>) {
    let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    bomLength = hasMark ? 3 : 0
    frontMatter = nil
    bodyStart = bomLength
    isUnclosed = false

    var line = Line(at: bomLength, in: bytes)
    guard line.isFence(of: UInt8(ascii: "-"), in: bytes), line.end < line.next else { return }
    let contentStart = line.next
    var start = contentStart
    while start < bytes.count {
      if bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: ".") {
        line = Line(at: start, in: bytes)
        if line.isFence(of: bytes[start], in: bytes) {
          frontMatter = contentStart..<line.start
          bodyStart = line.next
          return
        }
      }
      start = bytes.offset(of: UInt8(ascii: "\n"), from: start).map { $0 + 1 } ?? bytes.count
    }
    isUnclosed = true
  }
}

/// Front matter in a format that tl treats as text: TOML between lines of `+++`, or a JSON object, as in Hugo.
///
/// docs/vault-format.md, rule F-9. A YAML block before it would hide it from the programs that read it, so tl adds
/// none to such a note.
package enum ForeignFrontMatter: String, Hashable, Sendable {
  case toml = "TOML"
  case json = "JSON"

  /// Detects the format at `start`, after blanks and empty lines; nil if the text begins with neither.
  package init?(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    let start = Self.firstContent(in: bytes, from: start)
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

  /// Whether a JSON object begins with the `{` at `start`: it is alone on its line, or a quoted key and a colon
  /// follow.
  private static func isObject(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let line = Line(at: start, in: bytes)
    if bytes[(start + 1)..<line.end].allSatisfy(\.isBlank) { return true }
    var at = firstContent(in: bytes, from: start + 1)
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { return false }
    at += 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\n") { return false }
      at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    at = firstContent(in: bytes, from: at + 1)
    return at < bytes.count && bytes[at] == UInt8(ascii: ":")
  }

  /// The offset of the first byte that is neither a blank nor part of a line ending.
  private static func firstContent(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
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
  /// Nil if the file has YAML front matter, or begins with text.
  package var foreignFrontMatter: ForeignFrontMatter? {
    guard layout.frontMatter == nil else { return nil }
    return bytes.withUnsafeBufferPointer { ForeignFrontMatter(in: $0, from: layout.bomLength) }
  }
}
