import TestSupport
import Testing
import VaultFormat

@testable import VaultIndex

@Suite("A place in the order by hand")
struct OrderPlanTests {
  private static func numbers(_ plan: OrderPlan, _ numbers: [Double?]) -> [Double?] {
    plan.others.reduce(into: numbers) { $0[$1.key] = $1.value }
  }

  @Test(
    "one number changes where there is room",
    arguments: [
      ([], 0, 1000.0), ([1000], 0, 0), ([1000], 1, 2000), ([1000, 2000], 1, 1500),
      ([1, 2], 1, 1.5),
      ([1, 3], 1, 2), ([-5, 10], 1, 2), ([1, 4], 1, 2), ([0, 1.0 / 512], 1, 1.0 / 1024),
    ] as [([Double], Int, Double)])
  func room(numbers: [Double], place: Int, expected: Double) {
    let plan = OrderPlan(placingAt: place, among: numbers)
    #expect(plan.placed == expected)
    #expect(plan.others.isEmpty)
  }

  @Test("a neighbour without a number gets the next one")
  func unnumbered() {
    let before = OrderPlan(placingAt: 1, among: [1000, nil])
    #expect(before.placed == 1500)
    #expect(before.others == [1: 2000])
    let after = OrderPlan(placingAt: 1, among: [nil])
    #expect(after.placed == 2000)
    #expect(after.others == [0: 1000])
  }

  @Test("without room those up to the next gap get new numbers")
  func noRoom() {
    let tie = OrderPlan(placingAt: 1, among: [1, 1, 2, 2000])
    #expect(tie.placed == 1.25)
    #expect(tie.others == [1: 1.5])
    let end = OrderPlan(placingAt: 1, among: [7, 7, 7])
    #expect(end.placed == 1007)
    #expect(end.others == [1: 2007, 2: 3007])
    let huge = OrderPlan(placingAt: 1, among: [1e300])
    #expect(huge.placed == 2000)
    #expect(huge.others == [0: 1000])
  }

  @Test("the order afterwards is the one asked for")
  func law() throws {
    try withSeed(cases: 2000) { generator in
      let scale =
        ([1.0, 0.001, 1000, 1e17, 1e300] as [Double]).randomElement(using: &generator) ?? 1
      let count = Int.random(in: 0...8, using: &generator)
      let sorted = (0..<count).map { _ in
        Double(Int.random(in: -4...4, using: &generator)) * scale
      }.sorted()
      var numbers: [Double?] = sorted
      if Bool.random(using: &generator) { numbers.append(nil) }
      let place = Int.random(in: 0...numbers.count, using: &generator)
      let plan = OrderPlan(placingAt: place, among: numbers)
      let after = Self.numbers(plan, numbers).compactMap(\.self)
      #expect(after.count == numbers.count, "\(numbers) \(place)")
      #expect(after == after.sorted(), "\(numbers) \(place) \(plan)")
      // The index compares all bits but the lowest.
      if place > 0 {
        #expect(after[place - 1].nextUp < plan.placed, "\(numbers) \(place) \(plan)")
      }
      if place < after.count {
        #expect(plan.placed.nextUp < after[place], "\(numbers) \(place) \(plan)")
      }
    }
  }

  @Test("at most one number changes unless there is no room")
  func thrift() throws {
    try withSeed(cases: 500) { generator in
      var numbers: [Double] = []
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        let place = Int.random(in: 0...numbers.count, using: &generator)
        let plan = OrderPlan(placingAt: place, among: numbers)
        let isTight =
          place > 0 && place < numbers.count && numbers[place] - numbers[place - 1] < 1.0 / 512
        #expect(plan.others.isEmpty || isTight, "\(numbers) \(place) \(plan)")
        for (index, number) in plan.others { numbers[index] = number }
        numbers.insert(plan.placed, at: place)
      }
    }
  }
}

@Suite("Places in the order by hand")
struct OrderedNotesTests {
  private func note(_ name: String) -> OrderedNotes.Note {
    OrderedNotes.Note(path: VaultPath("\(name).md")!, id: NoteID("id-\(name)")!)
  }

  /// An index of notes with these numbers; nil for none.
  private func ordered(_ numbers: [(String, Double?)]) throws -> OrderedNotes {
    let files = numbers.map { name, number in
      let order = number.map { "order: \($0)\n" } ?? ""
      return ("\(name).md", "---\nid: id-\(name)\n\(order)---\n")
    }
    return OrderedNotes(of: try ScannedVault(pairs: files).index)
  }

  private func written(_ changes: [OrderedNotes.Change]) -> [String] {
    changes.map { "\($0.note.path.text) \($0.number)" }
  }

  @Test("the note itself is written last, and alone where there is room")
  func room() throws {
    let notes = try ordered([("a", 1000), ("b", 2000), ("c", nil)])
    #expect(written(notes.changes(placing: note("c"), at: .before(note("b")))) == ["c.md 1500.0"])
    #expect(written(notes.changes(placing: note("b"), at: .first)) == ["b.md 0.0"])
    #expect(written(notes.changes(placing: note("a"), at: .last)) == ["a.md 3000.0"])
  }

  @Test("a note that stands there already is not written")
  func there() throws {
    let notes = try ordered([("a", 1000), ("b", 2000)])
    #expect(notes.changes(placing: note("a"), at: .first).isEmpty)
    #expect(notes.changes(placing: note("a"), at: .before(note("b"))).isEmpty)
    #expect(notes.changes(placing: note("b"), at: .after(note("a"))).isEmpty)
    #expect(notes.changes(placing: note("b"), at: .last).isEmpty)
  }

  @Test("a neighbour without a number gets one first")
  func neighbour() throws {
    let notes = try ordered([("a", 1000), ("b", nil), ("c", nil)])
    #expect(
      written(notes.changes(placing: note("c"), at: .before(note("b"))))
        == ["b.md 2000.0", "c.md 1500.0"])
  }
}
