/// What the keys `order` have to be, so that one more note stands at a place among those that are ordered by hand.
///
/// Only the note itself gets a number if there is room for one between its neighbours. If not, those behind it get new
/// ones too, up to the next gap; if numbers do not suffice for that either, all of them.
package struct OrderPlan: Hashable, Sendable {
  /// The number of the note that is placed.
  package let placed: Double
  /// The new numbers of others, by their index, from the front.
  package let others: [Change]

  package struct Change: Hashable, Sendable {
    package let index: Int
    package let number: Double

    package init(index: Int, number: Double) {
      (self.index, self.number) = (index, number)
    }
  }

  /// How far a new number is from the last one.
  package static let gap = 1000.0

  /// - Parameters:
  ///   - place: how many of the others are before the note.
  ///   - numbers: of the others, ascending; the last one may have none yet, and gets one.
  package init(placingAt place: Int, among numbers: [Double?]) {
    let place = min(max(place, 0), numbers.count)
    let complete = Self.completed(numbers)
    let new =
      Self.between(complete, at: place) ?? Self.pushing(complete, at: place)
      ?? Self.counting(complete.count + 1)
    placed = new[place]
    let rest = new[..<place] + new[(place + 1)...]
    others = zip(numbers, rest).enumerated().compactMap { index, pair in
      pair.0 == pair.1 ? nil : Change(index: index, number: pair.1)
    }
  }

  private static func completed(_ numbers: [Double?]) -> [Double] {
    numbers.reduce(into: []) { complete, number in
      complete.append(number ?? (complete.last ?? 0) + gap)
    }
  }

  /// With a number between the neighbours; nil if there is no room.
  private static func between(_ numbers: [Double], at place: Int) -> [Double]? {
    let before = place > 0 ? numbers[place - 1] : nil
    let after = place < numbers.count ? numbers[place] : nil
    let middle: Double
    switch (before, after) {
    case (let before?, let after?):
      guard after - before >= 2 * smallestGap else { return nil }
      let exact = before + (after - before) / 2
      let whole = exact.rounded(.down)
      middle = before.isBefore(whole) ? whole : exact
    case (let before?, nil): middle = before + gap
    case (nil, let after?): middle = after - gap
    case (nil, nil): middle = gap
    }
    guard before?.isBefore(middle) ?? true, after.map(middle.isBefore) ?? true else { return nil }
    var new = numbers
    new.insert(middle, at: place)
    return new
  }

  /// With new numbers from the place up to the next gap that is wide enough for all of them; nil if there is none.
  private static func pushing(_ numbers: [Double], at place: Int) -> [Double]? {
    guard place > 0 else { return nil }
    let first = numbers[place - 1]
    for end in place...numbers.count {
      let count = end - place + 1
      var gap = gap
      if end < numbers.count {
        let room = (numbers[end] - first) / Double(count + 1)
        guard room >= smallestGap else { continue }
        gap = min(gap, room >= 1 ? room.rounded(.down) : room.binade)
      }
      let pushed = (1...count).map { first + gap * Double($0) }
      let new = numbers[..<place] + pushed + numbers[end...]
      guard
        zip(new[(place - 1)...], new[place...]).prefix(count + 1).allSatisfy({ $0.isBefore($1) })
      else { continue }
      return Array(new)
    }
    return nil
  }

  private static func counting(_ count: Int) -> [Double] {
    (1...count).map { Double($0) * gap }
  }

  /// Numbers that are closer have more decimals than a person wants to read.
  private static let smallestGap = 1.0 / 1024
}

extension Double {
  /// Whether a list shows a note with this number before one with the other: it compares all bits but the lowest.
  fileprivate func isBefore(_ other: Double) -> Bool {
    isFinite && other.isFinite && nextUp < other
  }
}
