internal import VaultFormat

/// One thing for each of the two sides of a merge.
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

extension Sides: Equatable where Value: Equatable {}

extension MergeSide {
  static var both: [MergeSide] { [.left, .right] }
}

/// One thing as it was and as each side has it.
struct ThreeWay<Value> {
  var base: Value
  var sides: Sides<Value>

  init(base: Value, _ make: (MergeSide) throws -> Value) rethrows {
    self.base = base
    sides = try Sides(make)
  }

  subscript(side: MergeSide) -> Value {
    get { sides[side] }
    set { sides[side] = newValue }
  }

  /// The value of a side; nil: of the base.
  subscript(tree: MergeSide?) -> Value {
    guard let side = tree else { return base }
    return sides[side]
  }

  func map<Other>(_ change: (Value) throws -> Other) rethrows -> ThreeWay<Other> {
    try ThreeWay<Other>(base: change(base)) { try change(sides[$0]) }
  }
}

extension ThreeWay where Value: Equatable {
  /// The value of the side that changed it, or of both where they agree; nil where they do not.
  var settled: Value? {
    if sides.left == sides.right || sides.right == base { return sides.left }
    return sides.left == base ? sides.right : nil
  }

  func isChanged(on side: MergeSide) -> Bool { self[side] != base }
}

extension ThreeWay: Equatable where Value: Equatable {}
