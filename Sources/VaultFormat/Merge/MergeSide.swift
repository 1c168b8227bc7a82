/// The two sides of a merge.
///
/// Results do not depend on which one is the left.
package enum MergeSide: Hashable, Sendable {
  case left, right

  package static var both: [MergeSide] { [.left, .right] }

  package var other: MergeSide { self == .left ? .right : .left }
}
