/// The side that wins when a merge has to choose.
struct MergePrecedence {
  /// The side that made its change later; wins if only one change can be kept.
  let later: MergeSide
  /// The side whose file has the greater bytes; wins if both have the same value in different spellings, and comes
  /// first if both insert at the same position.
  ///
  /// Not the later side, so that such a merge does not depend on times, which git does not pass to merge drivers.
  let first: MergeSide

  init(_ left: NoteMergeSide, _ right: NoteMergeSide) {
    let (ours, theirs) = (left.document.bytes, right.document.bytes)
    first = ours.lexicographicallyPrecedes(theirs) ? .right : .left
    if left.time != right.time {
      later = left.time > right.time ? .left : .right
    } else if left.rank.utf8.lexicographicallyPrecedes(right.rank.utf8) {
      later = .right
    } else if right.rank.utf8.lexicographicallyPrecedes(left.rank.utf8) {
      later = .left
    } else {
      later = first
    }
  }
}
