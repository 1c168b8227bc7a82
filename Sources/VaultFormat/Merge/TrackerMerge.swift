/// Merges the bodies of a tracker: its events as a set, all else by lines (docs/vault-format.md, rule M-20).
///
/// Two devices that log at once change the same place, and mean no conflict.
struct TrackerMerge {
  private let versions: Versions
  private let isDescending: Bool
  private let zone: TimeZoneRules
  private let lines: LineMerge
  private let doubled: [NoteTime]

  /// - Parameters:
  ///   - first: see `MergePrecedence`.
  ///   - zone: for times without an offset.
  init(_ bodies: ThreeWay<[UInt8]>, first: MergeSide, zone: TimeZoneRules) {
    let versions = Versions(bodies, zone: zone)
    let isDescending = Self.isDescending(versions.outlines)
    (self.versions, self.isDescending, self.zone) = (versions, isDescending, zone)
    var doubled: [NoteTime] = []
    lines = LineMerge(versions.texts) { region in
      guard let stretch = Stretch(region, of: versions, first: first) else { return nil }
      doubled += stretch.doubled
      return stretch.merged(isDescending: isDescending)
    }
    self.doubled = doubled
  }

  var result: BodyMerge {
    BodyMerge(lines: lines, merged: lines.merged.map(withWantedCounts), doubledEvents: doubled)
  }

  /// The body with each event as often as the three versions as a whole want it.
  ///
  /// Regions that were merged apart know nothing of each other: the same line can have been added in one and removed in
  /// another. A fence or a comment that a side added or removed hides events elsewhere, or shows them; so only what the
  /// lines also have too often or too rarely, wherever they stand, is removed or added.
  private func withWantedCounts(_ body: [UInt8]) -> [UInt8] {
    let counts = EventCounts(versions)
    let text = EventText(body, zone: zone)
    var surplus = counts.surplus(in: text)
    guard !surplus.isEmpty else { return body }
    let literal = EventCounts(
      Versions(versions.texts.map(\.bytes), isLiteral: true, zone: zone))
    let lines = literal.surplus(in: EventText(body, isLiteral: true, zone: zone))
    for (event, count) in surplus {
      let most = lines[event] ?? 0
      surplus[event] = count > 0 ? min(count, max(most, 0)) : max(count, min(most, 0))
    }
    return counts.applied(surplus, to: text, isDescending: isDescending)
  }

  /// Whether the newest event comes first: in the base, or in the sides where the base shows no order.
  private static func isDescending(_ outlines: ThreeWay<Outline>) -> Bool {
    if let order = outlines.base.order { return order == .descending }
    let orders = [outlines.left.order, outlines.right.order].compactMap { $0 }
    return !orders.isEmpty && orders.allSatisfy { $0 == .descending }
  }
}

/// The three bodies by their blocks.
private struct Versions {
  let outlines: ThreeWay<Outline>
  let texts: ThreeWay<LineTable.Text>

  init(_ bodies: ThreeWay<[UInt8]>, isLiteral: Bool = false, zone: TimeZoneRules) {
    outlines = bodies.map { Outline(of: $0, isLiteral: isLiteral, zone: zone) }
    var table = LineTable()
    texts = ThreeWay(
      base: table.text(ofGroups: outlines.base.starts, in: bodies.base),
      left: table.text(ofGroups: outlines.left.starts, in: bodies.left),
      right: table.text(ofGroups: outlines.right.starts, in: bodies.right))
  }
}

/// The blocks of a body.
private struct Outline {
  enum Block {
    case event(NoteTime, EventLine.End?)
    case blank, heading, other
  }

  enum Order { case ascending, descending, mixed }

  private(set) var blocks: [Block] = []
  /// Where each block begins, and the end of the text.
  private(set) var starts = [0]
  /// The blank lines between the first two events between which nothing else stands.
  private(set) var separator: [UInt8] = []

  /// - Parameter isLiteral: see `TrackerBody`.
  init(of body: [UInt8], isLiteral: Bool = false, zone: TimeZoneRules) {
    body.withUnsafeBufferPointer { bytes in
      var reader = TrackerBody(bytes, from: 0, isLiteral: isLiteral, zone: zone)
      while let block = reader.next() {
        starts.append(block.range.upperBound)
        switch block {
        case .event(let event): blocks.append(.event(event.begin, event.end))
        case .blank: blocks.append(.blank)
        case .heading: blocks.append(.heading)
        case .unreadable, .other: blocks.append(.other)
        }
      }
    }
    separator = firstSeparator(in: body)
  }

  private func firstSeparator(in body: [UInt8]) -> [UInt8] {
    var last: Int?
    for (index, block) in blocks.enumerated() {
      switch block {
      case .event:
        if let last { return Array(body[starts[last + 1]..<starts[index]]) }
        last = index
      case .blank: continue
      case .heading, .other: last = nil
      }
    }
    return []
  }

  /// Nil if all events have the same time, or there is at most one.
  var order: Order? {
    var (rises, falls, last) = (false, false, Int64?.none)
    for case .event(let begin, _) in blocks {
      if let last {
        rises = rises || begin.seconds > last
        falls = falls || begin.seconds < last
      }
      last = begin.seconds
    }
    return rises ? (falls ? .mixed : .ascending) : (falls ? .descending : nil)
  }
}

/// A place that both sides changed differently, and where only events, blank lines and the heading of the log stand.
private struct Stretch {
  private struct Event {
    var begin: NoteTime
    var end: EventLine.End?
    var bytes: [UInt8]
    /// How often each version has it.
    var counts = ThreeWay(base: 0, left: 0, right: 0)

    func isAdded(only side: MergeSide) -> Bool {
      counts.base == 0 && counts[side] > 0 && counts[side.other] == 0
    }
  }

  private let frame: Frame
  private var events: [Int: Event] = [:]

  /// Nil if anything else stands there.
  init?(_ region: LineMerge.Conflict, of versions: Versions, first: MergeSide) {
    let (texts, outlines) = (versions.texts, versions.outlines)
    var headings = ThreeWay<Int?>(base: nil, left: nil, right: nil)
    for version in [nil, MergeSide.left, .right] {
      for index in region[version] {
        switch outlines[version].blocks[index] {
        case .other: return nil
        case .blank: continue
        case .heading: headings[version] = headings[version] ?? index
        case .event(let begin, let end):
          let number = texts[version].numbers[index]
          if events[number] == nil {
            var bytes: [UInt8] = []
            texts[version].append(index..<index + 1, to: &bytes)
            events[number] = Event(begin: begin, end: end, bytes: bytes)
          }
          events[number]?.counts[version] += 1
        }
      }
    }
    let hasHeading = headings.map { $0 != nil }.settled(orOf: first)
    let sides = [first, first.other]
    let side =
      sides.first { hasHeading && headings[$0] != nil }
      ?? sides.first { side in
        region[side].contains { if case .event = outlines[side].blocks[$0] { true } else { false } }
      } ?? first
    frame = Frame(
      region[side], of: texts[side], outlines[side], heading: hasHeading ? headings[side] : nil)
  }

  /// The times at which each side added an event that the other has not.
  var doubled: [NoteTime] {
    Dictionary(grouping: events.values) { $0.begin.seconds }
      .values.filter { events in
        events.contains { $0.isAdded(only: .left) } && events.contains { $0.isAdded(only: .right) }
      }
      .compactMap(\.first?.begin).sorted { $0.seconds < $1.seconds }
  }

  func merged(isDescending: Bool) -> [UInt8] {
    var sorted = events.values.flatMap { Array(repeating: $0, count: $0.counts.merged) }
    sorted.sort {
      $0.begin.seconds == $1.begin.seconds
        ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.begin.seconds < $1.begin.seconds
    }
    if isDescending { sorted.reverse() }
    return frame.around(sorted.map(\.bytes))
  }
}

/// The heading and the blank lines of a stretch, as one side has them.
private struct Frame {
  private var leading: [UInt8] = []
  private var heading: [UInt8] = []
  private var separator: [UInt8] = []
  private var trailing: [UInt8] = []

  init(
    _ range: Range<Int>, of text: LineTable.Text, _ outline: Outline, heading: Int?
  ) {
    let blocks = outline.blocks
    func isBlank(_ index: Int) -> Bool {
      if case .blank = blocks[index] { true } else { false }
    }
    func endOfBlanks(from index: Int) -> Int {
      range.suffix(from: index).first { !isBlank($0) } ?? range.upperBound
    }
    let start = endOfBlanks(from: range.lowerBound)
    leading = text.bytes(of: range.lowerBound..<start)
    let events = range.filter { if case .event = blocks[$0] { true } else { false } }
    if let heading { self.heading = text.bytes(of: heading..<endOfBlanks(from: heading + 1)) }
    separator = outline.separator
    if let last = events.last { trailing = text.bytes(of: last + 1..<endOfBlanks(from: last + 1)) }
  }

  func around(_ events: [[UInt8]]) -> [UInt8] {
    let end = events.isEmpty ? [] : trailing
    return leading + heading + Array(events.joined(separator: separator)) + end
  }
}

extension ThreeWay<Int> {
  /// The number of the side that changed it; the greater one if both did.
  fileprivate var merged: Int { settled ?? Swift.max(left, right) }
}

/// A body in pieces, one for each block.
private struct EventText {
  let pieces: [(block: Outline.Block, bytes: [UInt8])]
  let isTerminated: Bool

  init(_ body: [UInt8], isLiteral: Bool = false, zone: TimeZoneRules) {
    let outline = Outline(of: body, isLiteral: isLiteral, zone: zone)
    var table = LineTable()
    let text = table.text(ofGroups: outline.starts, in: body)
    pieces = outline.blocks.indices.map { (outline.blocks[$0], text.bytes(of: $0..<$0 + 1)) }
    isTerminated = text.isTerminated
  }
}

/// How often each event stands in each version of a whole body.
private struct EventCounts {
  private struct Entry {
    var begin: Int64
    var counts = ThreeWay(base: 0, left: 0, right: 0)
  }

  /// The entries by the bytes of the event, with its line ending.
  private var entries: [[UInt8]: Entry] = [:]

  init(_ versions: Versions) {
    for version in [nil, MergeSide.left, .right] {
      for (index, block) in versions.outlines[version].blocks.enumerated() {
        guard case .event(let begin, _) = block else { continue }
        let bytes = versions.texts[version].bytes(of: index..<index + 1)
        entries[bytes, default: Entry(begin: begin.seconds)].counts[version] += 1
      }
    }
  }

  /// How many more than wanted there are of each event of which the number is not as wanted; negative for too few.
  func surplus(in text: EventText) -> [[UInt8]: Int] {
    var surplus: [[UInt8]: Int] = [:]
    for case (.event, let bytes) in text.pieces { surplus[bytes, default: 0] += 1 }
    for (bytes, entry) in entries { surplus[bytes, default: 0] -= entry.counts.merged }
    return surplus.filter { $0.value != 0 }
  }

  /// Removes the last of too many equal events, and adds what is missing in its place by time.
  ///
  /// Takes n log n steps: a stranger's tracker may have a million equal events.
  func applied(
    _ surplus: [[UInt8]: Int], to text: EventText, isDescending: Bool
  ) -> [UInt8] {
    var surplus = surplus
    let pieces = text.pieces.map { (key: $0.block.key(isDescending), bytes: $0.bytes) }
    let kept = pieces.reversed().filter { piece in
      guard piece.key != nil, let count = surplus[piece.bytes], count > 0 else { return true }
      surplus[piece.bytes] = count - 1
      return false
    }
    var result = joined(Array(kept.reversed()), missing: surplus, isDescending: isDescending)
    if !text.isTerminated { result.removeLineEnd() }
    return result
  }

  /// Each missing event stands before the first one that comes after it, else behind the last one.
  private func joined(
    _ pieces: [(key: Int?, bytes: [UInt8])], missing: [[UInt8]: Int], isDescending: Bool
  ) -> [UInt8] {
    var highest: [Int] = []
    for piece in pieces { highest.append(max(highest.last ?? .min, piece.key ?? .min)) }
    let end = (pieces.lastIndex { $0.key != nil } ?? pieces.count - 1) + 1
    var added: [Int: [(key: Int, bytes: [UInt8], count: Int)]] = [:]
    for (bytes, count) in missing where count < 0 {
      guard let begin = entries[bytes]?.begin else { continue }
      let key = Int(isDescending ? -begin : begin)
      let place = min(highest.partitioningIndex { $0 > key }, end)
      added[place, default: []].append((key, bytes, -count))
    }
    var result: [UInt8] = []
    for place in 0...pieces.count {
      let here = (added[place] ?? []).sorted {
        $0.key == $1.key ? $0.bytes.lexicographicallyPrecedes($1.bytes) : $0.key < $1.key
      }
      for event in here {
        for _ in 0..<event.count { result += event.bytes }
      }
      if place < pieces.count { result += pieces[place].bytes }
    }
    return result
  }
}

extension Outline.Block {
  /// By which events are sorted; nil for anything else.
  fileprivate func key(_ isDescending: Bool) -> Int? {
    guard case .event(let begin, _) = self else { return nil }
    return Int(isDescending ? -begin.seconds : begin.seconds)
  }
}
