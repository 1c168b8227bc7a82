/// A scalar with its canonical combining class, used while normalising text.
package struct ClassedScalar: Equatable, Sendable {
  /// The class in the top 8 bits, the scalar below.
  private var bits: UInt32

  package init(_ value: UInt32, class combiningClass: UInt8) {
    bits = UInt32(combiningClass) << 24 | value & 0xFF_FFFF
  }

  package var value: UInt32 { bits & 0xFF_FFFF }
  package var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits >> 24) }
  package var isStarter: Bool { bits >> 24 == 0 }
}

extension [ClassedScalar] {
  /// The length of a run above which counting sort is faster than insertion sort.
  private static var longRun: Int { 24 }

  /// Sorts every run of marks into canonical order, in linear time.
  package mutating func orderCanonically() {
    var index = 0
    while index < count {
      let start = index
      while index < count, !self[index].isStarter { index += 1 }
      if index - start > Self.longRun {
        orderByCounting(start..<index)
      } else if index - start > 1 {
        orderByInsertion(start..<index)
      }
      index += 1
    }
  }

  private mutating func orderByInsertion(_ run: Range<Int>) {
    for index in run.dropFirst() {
      let scalar = self[index]
      var place = index
      while place > run.lowerBound, self[place - 1].combiningClass > scalar.combiningClass {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = scalar
    }
  }

  private mutating func orderByCounting(_ run: Range<Int>) {
    var places = [Int](repeating: 0, count: 257)
    let unordered = Array(self[run])
    for scalar in unordered { places[Int(scalar.combiningClass) + 1] += 1 }
    for index in 1..<places.count { places[index] += places[index - 1] }
    for scalar in unordered {
      self[run.lowerBound + places[Int(scalar.combiningClass)]] = scalar
      places[Int(scalar.combiningClass)] += 1
    }
  }

  /// Composes decomposed scalars in canonical order (The Unicode Standard, section 3.11).
  package mutating func composeCanonically(with tables: UnicodeTables) {
    var starter: Int?
    // The class of the last scalar kept since the starter; -1 if there is none.
    var lastClass = -1
    var kept = 0
    for index in indices {
      let scalar = self[index]
      let combiningClass = Int(scalar.combiningClass)
      if let starter, lastClass < combiningClass,
        let composite = tables.composite(self[starter].value, scalar.value)
      {
        self[starter] = ClassedScalar(composite, class: 0)
        continue
      }
      if combiningClass == 0 {
        starter = kept
        lastClass = -1
      } else {
        lastClass = combiningClass
      }
      self[kept] = scalar
      kept += 1
    }
    removeSubrange(kept...)
  }
}
