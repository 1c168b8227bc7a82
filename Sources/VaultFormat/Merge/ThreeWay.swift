/// The three versions of a value in a three-way merge: that of the base and that of each side.
package struct ThreeWay<Value> {
  package var base: Value
  package var left: Value
  package var right: Value

  package init(base: Value, left: Value, right: Value) {
    self.base = base
    self.left = left
    self.right = right
  }

  /// Makes the value of each side, the left one first.
  package init(base: Value, _ make: (MergeSide) throws -> Value) rethrows {
    self.base = base
    left = try make(.left)
    right = try make(.right)
  }

  /// The value of a side; nil means the base.
  package subscript(side: MergeSide?) -> Value {
    get {
      switch side {
      case nil: base
      case .left: left
      case .right: right
      }
    }
    set {
      switch side {
      case nil: base = newValue
      case .left: left = newValue
      case .right: right = newValue
      }
    }
  }

  package func map<Other>(_ change: (Value) throws -> Other) rethrows -> ThreeWay<Other> {
    ThreeWay<Other>(base: try change(base), left: try change(left), right: try change(right))
  }
}

extension ThreeWay: Sendable where Value: Sendable {}
extension ThreeWay: Equatable where Value: Equatable {}

extension ThreeWay where Value: Equatable {
  /// The side whose value the merge takes; nil if the sides changed it differently.
  ///
  /// The side that changed the value, or the left one if both sides agree or neither changed it.
  package var settlingSide: MergeSide? {
    if left == right || right == base { return .left }
    return left == base ? .right : nil
  }

  /// The value of the settling side; nil if there is none.
  package var settled: Value? { settlingSide.map { self[$0] } }

  /// The settled value, or that of the given side if there is none.
  package func settled(orOf side: MergeSide) -> Value { self[settlingSide ?? side] }

  package func isChanged(on side: MergeSide) -> Bool { self[side] != base }
}

/// The two sides of a merge.
///
/// Results do not depend on which one is the left.
package enum MergeSide: Hashable, Sendable {
  case left, right

  package static var both: [MergeSide] { [.left, .right] }

  package var other: MergeSide { self == .left ? .right : .left }
}
