extension LineMerge {
  /// The lines that two texts have in common, in their order: what stands in for the base that two versions
  /// began with where nobody knows it.
  ///
  /// Merged with it, lines that one of the texts alone has are kept, and only what differs is a conflict.
  package static func commonLines(of left: [UInt8], and right: [UInt8]) -> [UInt8] {
    var table = LineTable()
    let (one, other) = (table.text(left), table.text(right))
    let partners = LineDiff(from: one.numbers, to: other.numbers).partners
    return partners.indices.reduce(into: []) { bytes, line in
      if partners[line] >= 0 { bytes += one.line(line) }
    }
  }
}
