package import VaultFormat

/// What the keys `order` have to be, so that one more note stands at a place among those that are ordered by hand.
///
/// Only the note itself gets a number if there is room for one between its neighbours. If not, those behind it get new
/// ones too, up to the next gap; if numbers do not suffice for that either, all of them.
package struct OrderPlan: Hashable, Sendable {
  /// The number of the note that is placed.
  package let placed: Double
  /// The new numbers of others, by their index.
  package let others: [Int: Double]

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
    others = Dictionary(
      uniqueKeysWithValues: rest.enumerated().filter { $0.element != numbers[$0.offset] }.map {
        ($0.offset, $0.element)
      })
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

/// The notes that have the key `order`, as a list by it shows them, for placing one of them or another one.
package struct OrderedNotes: Sendable {
  /// Where a note is to stand.
  package enum Place: Hashable, Sendable {
    case first, last
    /// Beside a note that need not have a number yet.
    case before(Note)
    case after(Note)

    var neighbour: Note? {
      switch self {
      case .first, .last: nil
      case .before(let note), .after(let note): note
      }
    }
  }

  package struct Note: Hashable, Sendable {
    package let path: VaultPath
    package let id: NoteID

    package init(path: VaultPath, id: NoteID) {
      (self.path, self.id) = (path, id)
    }
  }

  /// A new number of a note.
  package struct Change: Hashable, Sendable {
    package let note: Note
    package let number: Double

    /// - Throws: an `EditError` for a document whose front matter cannot be changed.
    package func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
      let text = Int64(exactly: number).map { "\($0)" } ?? "\(number)"
      return try document.setting(document.name(of: .order), to: .plain(text))
    }
  }

  private var notes: [(note: Note, number: Double)] = []

  package init(of index: VaultIndex) {
    for position in index.notes(in: TimelineOrder(.order)) {
      let number = index.order(position)
      guard number.isFinite else { continue }
      notes.append((Note(path: index.path(position), id: index.id(position)), number))
    }
  }

  /// What has to be written so that a note stands at a place.
  ///
  /// The others change from the end and the note itself last, so that the order of the others stays the same wherever
  /// the writing is interrupted.
  ///
  /// - Returns: empty if it stands there already.
  package func changes(placing note: Note, at place: Place) -> [Change] {
    var others = notes.filter { $0.note.path != note.path }.map { ($0.note, Optional($0.number)) }
    if let neighbour = place.neighbour, !others.contains(where: { $0.0.path == neighbour.path }) {
      others.append((neighbour, nil))
    }
    let neighbour = place.neighbour.flatMap { wanted in
      others.firstIndex { $0.0.path == wanted.path }
    }
    let index =
      switch place {
      case .first: 0
      case .last: others.count
      case .before: neighbour ?? others.count
      case .after: neighbour.map { $0 + 1 } ?? others.count
      }
    let isThere = notes.firstIndex { $0.note.path == note.path } == index
    guard !isThere || others.contains(where: { $0.1 == nil }) else { return [] }
    let plan = OrderPlan(placingAt: index, among: others.map(\.1))
    return plan.others.sorted { $0.key > $1.key }
      .map { Change(note: others[$0.key].0, number: $0.value) }
      + [Change(note: note, number: plan.placed)]
  }
}
