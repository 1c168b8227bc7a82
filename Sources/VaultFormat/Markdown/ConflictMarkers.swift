/// The conflict markers that git leaves in a text that it could not merge.
package struct ConflictMarkers: Sendable {
  /// 1-based lines of the `<<<<<<<` and `>>>>>>>` around the two versions; `end` is nil if the second is missing.
  package var line: Int
  package var end: Int?
  /// All of it is in fenced code, so it may be an example.
  package var isInCode: Bool

  /// The first unresolved conflict outside of code, else the first in code; nil if there is none.
  ///
  /// A conflict begins with a line `<<<<<<< `. A line `=======` alone may underline a heading, and `>>>>>>> ` alone
  /// may be a quote.
  package static func first(in bytes: UnsafeBufferPointer<UInt8>) -> ConflictMarkers? {
    var scanner = Scanner()
    var (at, number) = (0, 0)
    while at < bytes.count {
      let line = Line(at: at, in: bytes)
      number += 1
      scanner.scan(line, number: number, in: bytes)
      if let found = scanner.found { return found }
      at = line.next
    }
    scanner.finish()
    return scanner.found ?? scanner.example
  }

  private struct Scanner {
    var found: ConflictMarkers?
    var example: ConflictMarkers?
    private var fence: CodeFence?
    /// A conflict whose `>>>>>>>` has not been found yet.
    private var open: ConflictMarkers?

    mutating func scan(_ line: Line, number: Int, in bytes: UnsafeBufferPointer<UInt8>) {
      if ConflictMarkers.isMarker(UInt8(ascii: "<"), line, in: bytes) {
        if open == nil { open = ConflictMarkers(line: number, end: nil, isInCode: fence != nil) }
      } else if ConflictMarkers.isMarker(UInt8(ascii: ">"), line, in: bytes), var conflict = open {
        conflict.end = number
        conflict.isInCode = conflict.isInCode && fence != nil
        open = nil
        record(conflict)
      } else {
        updateFence(line, bytes)
      }
    }

    mutating func finish() {
      if let open { record(open) }
    }

    private mutating func record(_ conflict: ConflictMarkers) {
      if !conflict.isInCode { found = conflict } else if example == nil { example = conflict }
    }

    private mutating func updateFence(_ line: Line, _ bytes: UnsafeBufferPointer<UInt8>) {
      guard !fence.holds(line, in: bytes), line.start < line.end else { return }
      let content = MarkdownLine(line, in: bytes, isInList: true)
      if !content.isBlank { fence = CodeFence(opening: content, in: bytes) }
    }
  }

  /// Whether the line begins with seven times `mark`, then a blank or the end of the line.
  static func isMarker(
    _ mark: UInt8, _ line: Line, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard line.end - line.start >= 7, bytes[line.start] == mark else { return false }
    for at in line.start..<line.start + 7 where bytes[at] != mark { return false }
    return line.end - line.start == 7 || bytes[line.start + 7].isBlank
  }
}
