/// The longest side that a variant of a picture may have, in pixels.
package enum VariantEdge: UInt16, CaseIterable, Comparable, Sendable {
  case small = 320
  case medium = 800
  case large = 1600

  package var pixels: Int { Int(rawValue) }

  package static func < (a: VariantEdge, b: VariantEdge) -> Bool { a.rawValue < b.rawValue }

  /// The variants that are made of a picture, the smallest first.
  ///
  /// None is larger than the picture: the last one has its size if it fits into an edge.
  package static func needed(for original: PictureSize) -> [VariantEdge] {
    let longest = max(original.width, original.height)
    let smaller = allCases.filter { $0.pixels < longest }
    return allCases.first { $0.pixels >= longest }.map { smaller + [$0] } ?? smaller
  }

  /// The variant that is shown where one of this edge is asked for: another one would look the same.
  package func standIn(for original: PictureSize) -> VariantEdge {
    Self.needed(for: original).last.map { min(self, $0) } ?? self
  }
}
