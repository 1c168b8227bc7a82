extension LineMerge {
  /// The common lines of two texts, in order: a base for merging two versions whose common ancestor is unknown.
  ///
  /// A merge with this base keeps the lines that only one text has, and conflicts where the texts differ.
  package static func commonLines(of left: [UInt8], and right: [UInt8]) -> [UInt8] {
    var table = LineTable()
    let (one, other) = (table.text(left), table.text(right))
    let partners = LineDiff(from: one.numbers, to: other.numbers).partners
    return partners.indices.reduce(into: []) { bytes, line in
      if partners[line] >= 0 { bytes += one.line(line) }
    }
  }
}
