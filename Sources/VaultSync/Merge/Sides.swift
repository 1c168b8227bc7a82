internal import VaultFormat

/// One value for each of the two sides of a merge.
struct Sides<Value> {
  var left: Value
  var right: Value

  subscript(side: MergeSide) -> Value {
    get { side == .left ? left : right }
    set { if side == .left { left = newValue } else { right = newValue } }
  }

  /// The value for each side, the left one first.
  init(_ make: (MergeSide) throws -> Value) rethrows {
    left = try make(.left)
    right = try make(.right)
  }
}
