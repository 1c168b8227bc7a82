/// Which side counts where a merge has to choose.
struct MergePrecedence {
  /// Where one side's change cannot be kept: the side that made its change later.
  let later: MergeSide
  /// Where both say the same in other words, or put something at one place: the side whose file has the greater
  /// bytes.
  ///
  /// Not the later one, so that such a merge does not depend on times, which git's merge driver is not told.
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
