extension [Int] {
  /// The index of the first element for which `isBeyond` is true, by binary search; `count` if there is none.
  ///
  /// The elements for which it is false must come first.
  func partitioningIndex(where isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
