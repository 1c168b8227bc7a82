/// One thing as it is in the three texts of a merge.
struct Versions<Value> {
  var base: Value
  var left: Value
  var right: Value

  subscript(side: MergeSide) -> Value {
    switch side {
    case .left: left
    case .right: right
    }
  }

  func map<Other>(_ change: (Value) throws -> Other) rethrows -> Versions<Other> {
    Versions<Other>(base: try change(base), left: try change(left), right: try change(right))
  }
}

extension Versions where Value: Equatable {
  /// The value of the side that changed it, or of both where they changed it alike; nil where they
  /// did not.
  var settled: Value? {
    if left == right || right == base { return left }
    return left == base ? right : nil
  }

  /// The settled value, else that of one side.
  func settled(orOf side: MergeSide) -> Value { settled ?? self[side] }
}

/// The two changed texts of a merge.
///
/// Which of them is the left one never shows in a result.
package enum MergeSide: Hashable, Sendable {
  case left, right

  package var other: MergeSide { self == .left ? .right : .left }
}
