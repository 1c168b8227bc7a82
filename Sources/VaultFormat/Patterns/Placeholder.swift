/// The parts of a line of a template.
package enum Placeholder {
  package enum Piece: Hashable {
    case text(String)
    /// The name without blanks around it, and the whole as it is written.
    case placeholder(String, written: String)
  }

  package static func pieces(of line: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line
    while let open = rest.firstRange(of: "{{"),
      let close = rest[open.upperBound...].firstRange(of: "}}")
    {
      if open.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<open.lowerBound])))
      }
      let name = rest[open.upperBound..<close.lowerBound].trimmingBlanks
      pieces.append(
        .placeholder(name, written: String(rest[open.lowerBound..<close.upperBound])))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }
}
