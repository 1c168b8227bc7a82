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
