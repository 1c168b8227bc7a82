import TestSupport
import Testing

@testable import VaultFormat

/// The rules are cases in `Spec/merge.case`; here are the laws of rule M-20.
@Suite("Merging trackers")
struct TrackerMergeTests {
  @Test("two devices that log, edit and remove at once have no conflict, and lose nothing")
  func twoDevices() throws {
    try withSeed(cases: caseCount(200)) { random in
      let base = RandomTracker(using: &random)
      let (left, right) = (base.changed(using: &random), base.changed(using: &random))
      let merge = try MergeLaws.check(base.document, left.side(), right.side())
      try withTexts([base, left, right].map(\.text)) {
        #expect(merge.outcome == .merged)
        #expect(Self.events(in: merge.result) == Self.wanted(base, left, right))
        try #require(Self.order(in: merge.result) == base.order)
      }
    }
  }

  @Test("the events of three devices are the same in whatever order they are merged")
  func threeDevices() throws {
    try withSeed(cases: caseCount(100)) { random in
      let base = RandomTracker(using: &random)
      let devices = (0..<3).map { _ in base.changed(using: &random) }
      let results = [[0, 1, 2], [1, 2, 0], [2, 0, 1]].map { order in
        let first = base.merge(devices[order[0]].side(), devices[order[1]].side())
        let second = base.merge(base.side(of: first.result), devices[order[2]].side())
        return Self.events(in: second.result)
      }
      try withTexts(([base] + devices).map(\.text)) {
        #expect(results[0] == results[1] && results[1] == results[2])
      }
    }
  }

  @Test("fences and comments come and go: what nobody removed is there, and nothing twice")
  func hidden() throws {
    try withSeed { random, _ in
      var merged = 0
      for _ in 0..<caseCount(300) {
        let tracker = RandomTracker(using: &random)
        let base = HiddenTracker(tracker, using: &random)
        let sides = (0..<2).map { _ in
          HiddenTracker(tracker.changed(using: &random), marks: base.marks, using: &random)
        }
        let merge = try MergeLaws.check(base.document, sides[0].side(), sides[1].side())
        guard merge.outcome == .merged else { continue }
        merged += 1
        let texts = ThreeWay(base: base.text, left: sides[0].text, right: sides[1].text)
        let result = String(decoding: merge.result.bytes, as: UTF8.self)
        try withTexts([base.text, sides[0].text, sides[1].text, result]) {
          for event in Set([base, sides[0], sides[1]].flatMap(\.tracker.events)) {
            let counts = texts.map { $0.ranges(of: event).count }
            let count = result.ranges(of: event).count
            let isGone = counts.base > 0 && (counts.left == 0 || counts.right == 0)
            #expect(count > 0 || isGone, "lost: \(event)")
            #expect(count <= counts.left + counts.right, "too often: \(event)")
          }
        }
      }
      #expect(merged > 20, "the samples say too little: \(merged)")
    }
  }

  @Test("first events on both sides, with and without a heading")
  func firstEvents() throws {
    try withSeed(cases: caseCount(60)) { random in
      var base = RandomTracker(using: &random)
      base.events = []
      base.hasHeading = Bool.random(using: &random)
      var (left, right) = (base, base)
      left.hasHeading = true
      right.hasHeading = true
      left.add(using: &random)
      right.add(using: &random)
      let merge = try MergeLaws.check(base.document, left.side(), right.side())
      try withTexts([base, left, right].map(\.text)) {
        #expect(merge.outcome == .merged)
        #expect(Self.events(in: merge.result) == Self.wanted(base, left, right))
        let headings = merge.result.bytes.split(separator: 0x0A)
          .count { $0.elementsEqual("## Log".utf8) }
        #expect(headings == 1)
      }
    }
  }

  @Test("twenty thousand events")
  func many() {
    let events = (0..<20_000).map { "- 2026-11-20T08:00:00Z = \($0)\n" }.joined()
    let base = "---\ntl: tracker\n---\n" + events
    let merge = MergeCase(
      base: base, left: base + "- 2026-11-21 = 1\n", right: base + "- 2026-11-21 = 2\n"
    ).merge()
    #expect(merge.outcome == .merged)
    #expect(merge.doubledEvents.map(\.rfc3339) == ["2026-11-21"])
  }

  @Test("of events that stand twice each side removes others: they stay, once")
  func removedApart() {
    let head = "---\ntl: tracker\n---\n"
    let events = (0..<20_000).map { "- \(CalendarDay(clamping: $0))\n" }
    let all = events.joined()
    let merge = MergeCase(
      base: head + all + "\nx\n\n" + all, left: head + "\nx\n\n" + all,
      right: head + all + "\nx\n\n"
    ).merge()
    #expect(merge.outcome == .merged)
    #expect(Self.events(in: merge.result) == events.sorted())
  }

  // MARK: - The model

  /// Each event as often as on the side that changed that, else the greater number.
  private static func wanted(
    _ base: RandomTracker, _ left: RandomTracker, _ right: RandomTracker
  ) -> [String] {
    let counts = ThreeWay(base: base, left: left, right: right).map { tracker in
      Dictionary(tracker.events.map { ($0, 1) }, uniquingKeysWith: +)
    }
    let all = Set(base.events + left.events + right.events)
    return all.flatMap { event in
      let count = counts.map { $0[event] ?? 0 }
      return Array(repeating: event, count: count.settled ?? max(count.left, count.right))
    }.sorted()
  }

  private static func events(in document: NoteDocument) -> [String] {
    read(document).map(\.text).sorted()
  }

  /// Nil where all have one time.
  private static func order(in document: NoteDocument) -> RandomTracker.Order? {
    let times = read(document).map(\.seconds)
    if zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) { return .ascending }
    return zip(times, times.dropFirst()).allSatisfy { $0 >= $1 } ? .descending : nil
  }

  private static func read(_ document: NoteDocument) -> [(seconds: Int64, text: String)] {
    var events: [(seconds: Int64, text: String)] = []
    document.bytes.withUnsafeBufferPointer { bytes in
      var body = TrackerBody(bytes, from: document.layout.bodyStart, zone: .utc)
      while let block = body.next() {
        guard case .event(let event) = block else { continue }
        events.append((event.begin.seconds, String(decoding: bytes[event.range], as: UTF8.self)))
      }
    }
    return events
  }
}

/// A tracker with events in order.
private struct RandomTracker: MergeModel {
  enum Order { case ascending, descending }

  var events: [String] = []
  var order = Order.ascending
  var hasHeading = true

  init(using random: inout some RandomNumberGenerator) {
    order = Bool.random(using: &random) ? .ascending : .descending
    // Two at least: fewer show no order.
    events = ["- 2026-10-01\n", "- 2026-10-02\n"]
    for _ in 0..<Int.random(in: 0..<6, using: &random) { add(using: &random) }
    sort()
  }

  var text: String {
    let log = hasHeading ? "## Log\n\n" : ""
    return "---\ntl: tracker\n---\nThe balcony.\n\n\(log)\(events.joined())"
  }

  mutating func add(using random: inout some RandomNumberGenerator) {
    let day = Int.random(in: 10..<16, using: &random)
    let value = ["", " = 1", " = 2", ": text", " = 1: a\n  b"].randomElement(using: &random) ?? ""
    events.append("- 2026-11-\(day)\(value)\n")
    sort()
  }

  func changed(using random: inout some RandomNumberGenerator) -> RandomTracker {
    var tracker = self
    for _ in 0..<Int.random(in: 0..<4, using: &random) {
      // The two oldest stay, and with them the order.
      let places = tracker.events.indices.filter { tracker.events[$0].contains("-11-") }
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        if let place = places.randomElement(using: &random) { tracker.events.remove(at: place) }
      case 1:
        if let place = places.randomElement(using: &random) {
          tracker.events.remove(at: place)
          tracker.add(using: &random)
        }
      default: tracker.add(using: &random)
      }
    }
    return tracker
  }

  private mutating func sort() {
    events.sort { a, b in
      let (day, other) = (a.prefix(12), b.prefix(12))
      let isBefore = day == other ? Array(a.utf8).lexicographicallyPrecedes(b.utf8) : day < other
      return order == .ascending ? isBefore : !isBefore
    }
  }
}

/// A tracker with fences and comments between its events, some without an end.
private struct HiddenTracker: MergeModel {
  let tracker: RandomTracker
  /// By the number of the event above which they stand.
  private(set) var marks: [Int: String]

  init(
    _ tracker: RandomTracker, marks: [Int: String] = [:],
    using random: inout some RandomNumberGenerator
  ) {
    (self.tracker, self.marks) = (tracker, marks)
    for place in marks.keys.sorted() where Bool.random(using: &random) { self.marks[place] = nil }
    for _ in 0..<Int.random(in: 0..<3, using: &random) {
      let place = Int.random(in: 0...tracker.events.count, using: &random)
      self.marks[place] = ["```\n", "<!--\n", "-->\n"].randomElement(using: &random)
    }
  }

  var text: String {
    var text = "---\ntl: tracker\n---\nThe balcony.\n\n"
    for (index, event) in tracker.events.enumerated() { text += (marks[index] ?? "") + event }
    return text + (marks[tracker.events.count] ?? "")
  }
}
