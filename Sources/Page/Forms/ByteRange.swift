/// The part of a file that a request asks for (RFC 9110, 14.1 and 14.2).
enum ByteRange: Hashable, Sendable {
  /// No range, several, or one that cannot be read: the whole file.
  case whole
  case part(Range<Int64>)
  /// It begins behind the end.
  case unsatisfiable

  /// - Parameters:
  ///   - field: the value of `Range`.
  ///   - size: of the file, in bytes.
  init(_ field: String?, size: Int64) {
    let unit = "bytes="
    guard let field, field.hasPrefix(unit) else {
      self = .whole
      return
    }
    let sides = field.dropFirst(unit.count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      sides != ["", ""]
    else {
      self = .whole
      return
    }
    // A number too large to read is larger than any file.
    let (first, last) = (Int64(sides[0]) ?? .max, Int64(sides[1]) ?? .max)
    if sides[0].isEmpty {
      self = last == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - last)..<size)
    } else if !sides[1].isEmpty, last < first {
      self = .whole
    } else if first >= size {
      self = .unsatisfiable
    } else {
      self = .part(first..<(sides[1].isEmpty ? size : min(last, size - 1) + 1))
    }
  }
}
