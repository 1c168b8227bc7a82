/// The lines that git leaves in a text that it could not merge.
package struct ConflictMarkers: Sendable {
  /// 1-based lines of the `<<<<<<<` and `>>>>>>>` that enclose the two versions; `end` is nil where it is gone.
  package var line: Int
  package var end: Int?
  /// All of it stands in fenced code, so it may well be an example.
  package var isInCode: Bool

  /// The first unsettled conflict; one outside of code before all in code.
  ///
  /// Nil without any.
  ///
  /// A line `<<<<<<< ` begins one. `=======` alone underlines a heading, and `>>>>>>> ` alone is a quote.
  package static func first(in bytes: UnsafeBufferPointer<UInt8>) -> ConflictMarkers? {
    var scanner = Scanner()
    var (at, number) = (0, 0)
    while at < bytes.count {
      let line = Line(at: at, in: bytes)
      number += 1
      scanner.take(line, number, in: bytes)
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
    /// The last `<<<<<<<` that no `>>>>>>>` followed yet.
    private var open: ConflictMarkers?

    mutating func take(_ line: Line, _ number: Int, in bytes: UnsafeBufferPointer<UInt8>) {
      if Self.isMarker(UInt8(ascii: "<"), line, bytes) {
        if open == nil { open = ConflictMarkers(line: number, end: nil, isInCode: fence != nil) }
      } else if Self.isMarker(UInt8(ascii: ">"), line, bytes), var conflict = open {
        conflict.end = number
        conflict.isInCode = conflict.isInCode && fence != nil
        open = nil
        settle(conflict)
      } else {
        follow(line, bytes)
      }
    }

    mutating func finish() {
      if let open { settle(open) }
    }

    private mutating func settle(_ conflict: ConflictMarkers) {
      if !conflict.isInCode { found = conflict } else if example == nil { example = conflict }
    }

    private mutating func follow(_ line: Line, _ bytes: UnsafeBufferPointer<UInt8>) {
      if let open = fence {
        switch open.verdict(on: line, in: bytes) {
        case .inside: return
        case .closes:
          fence = nil
          return
        case .isLeft: fence = nil
        }
      }
      guard line.start < line.end else { return }
      let content = MarkdownLine(line, in: bytes, isInList: true)
      if !content.isBlank { fence = CodeFence(opening: content, in: bytes) }
    }

    /// Seven times `mark`, then a blank or the end of the line.
    private static func isMarker(
      _ mark: UInt8, _ line: Line, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
      guard line.end - line.start >= 7, bytes[line.start] == mark else { return false }
      for at in line.start..<line.start + 7 where bytes[at] != mark { return false }
      return line.end - line.start == 7 || bytes[line.start + 7].isBlank
    }
  }
}
