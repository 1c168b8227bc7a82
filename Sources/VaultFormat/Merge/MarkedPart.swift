/// A part of a text with conflict markers: `<<<<<<<`, `=======` and `>>>>>>>`.
enum MarkedPart: Sendable {
  case text([UInt8])
  /// Two versions that cannot be merged.
  case versions(left: [UInt8], right: [UInt8])
  /// Versions that are merged line by line.
  case lines(LineMerge)

  func append(to text: inout [UInt8], left: String, right: String) {
    switch self {
    case .text(let bytes): text += bytes
    case .lines(let lines): text += lines.marked(left: left, right: right)
    case .versions(let ours, let theirs):
      let isCRLF =
        text.suffix(2).elementsEqual("\r\n".utf8) || LineEndings(of: ours + theirs) == .crlf
      let end = Array((isCRLF ? "\r\n" : "\n").utf8)
      // A field can begin after a lone CR, which ends a line only in YAML.
      if let last = text.last, last != UInt8(ascii: "\n") { text += end }
      for (mark, bytes) in [("<<<<<<< \(left)", ours), ("=======", theirs)] {
        text += mark.utf8
        text += end
        text += bytes
        if let last = bytes.last, last != UInt8(ascii: "\n") { text += end }
      }
      text += ">>>>>>> \(right)".utf8
      text += end
    }
  }
}
