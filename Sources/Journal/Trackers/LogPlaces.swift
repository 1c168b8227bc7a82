internal import VaultFormat

/// Where the events of a tracker's body are, and where a new one goes.
struct LogPlaces {
  enum Order {
    case ascending, descending
    /// Of events that are not sorted.
    case none
  }

  struct Event {
    /// The item as the format has it.
    var range: Range<Int>
    /// The item with what else belongs to it in Markdown: indented lines behind a blank one, and lines that go on its
    /// text without indentation.
    var extent: Range<Int>
    var seconds: Int64
  }

  struct Place {
    var offset: Int
    var needsBlank = false
    var needsHeading = false
    /// Text follows, which would belong to the new item.
    var isBeforeText = false
  }

  private(set) var events: [Event] = []
  let order: Order
  /// Behind the heading and one blank line, if that is there.
  private let heading: Place?
  private let end: Int
  private let endsInBlank: Bool

  init(_ document: NoteDocument, zone: TimeZoneRules) {
    let bytes = document.bytes
    var found = Finder()
    bytes.withUnsafeBufferPointer { buffer in
      var blocks = TrackerBody(buffer, from: document.layout.bodyStart, zone: zone)
      while let block = blocks.next() { found.add(block, in: buffer) }
    }
    (events, heading, endsInBlank) = (found.events, found.heading, found.endsInBlank)
    end = bytes.count
    let pairs = zip(found.events, found.events.dropFirst())
    if pairs.allSatisfy({ $0.seconds <= $1.seconds }) {
      order = .ascending
    } else if pairs.allSatisfy({ $0.seconds >= $1.seconds }) {
      order = .descending
    } else {
      order = .none
    }
  }

  /// The place of a new event: behind those with the same time.
  func place(for seconds: Int64) -> Place {
    place(for: seconds, among: events)
      ?? heading ?? Place(offset: end, needsBlank: !endsInBlank, needsHeading: true)
  }

  /// Where the event at an index goes if it gets another time; nil if it can stay.
  func place(forEventAt index: Int, movedTo seconds: Int64) -> Place? {
    let before = index > 0 ? events[index - 1].seconds : nil
    let after = index + 1 < events.count ? events[index + 1].seconds : nil
    let stays =
      switch order {
      case .none: true
      case .ascending:
        before.map { $0 <= seconds } ?? true && after.map { seconds <= $0 } ?? true
      case .descending:
        before.map { $0 >= seconds } ?? true && after.map { seconds >= $0 } ?? true
      }
    if stays { return nil }
    var others = events
    others.remove(at: index)
    return place(for: seconds, among: others)
  }

  private func place(for seconds: Int64, among events: [Event]) -> Place? {
    guard let first = events.first, let last = events.last else { return nil }
    let previous =
      switch order {
      case .ascending: events.last { $0.seconds <= seconds }
      case .descending: events.last { $0.seconds >= seconds }
      case .none: last
      }
    return Place(offset: previous?.extent.upperBound ?? first.range.lowerBound)
  }
}

/// Collects the places while the blocks of a body are read.
private struct Finder {
  var events: [LogPlaces.Event] = []
  var heading: LogPlaces.Place?
  var endsInBlank = false
  private var isBehindHeading = false
  /// Whether the last block belongs to the last event, or only blank lines stand between.
  private var isInEvent = false
  private var isBehindBlank = false

  mutating func add(_ block: TrackerBody.Block, in bytes: UnsafeBufferPointer<UInt8>) {
    let range = block.range
    defer { isBehindBlank = endsInBlank }
    endsInBlank = false
    switch block {
    case .event(let event):
      events.append(
        LogPlaces.Event(range: range, extent: range, seconds: event.begin.seconds))
      (isInEvent, isBehindHeading) = (true, false)
    case .heading where heading == nil:
      heading = LogPlaces.Place(offset: range.upperBound, needsBlank: true)
      (isInEvent, isBehindHeading) = (false, true)
    case .blank:
      endsInBlank = true
      if isBehindHeading { heading = LogPlaces.Place(offset: range.upperBound) }
      isBehindHeading = false
    case .heading, .unreadable, .other:
      if isBehindHeading || heading?.offset == range.lowerBound { heading?.isBeforeText = true }
      isBehindHeading = false
      isInEvent = isInEvent && continues(range, in: bytes)
      if isInEvent { events[events.count - 1].extent = extended(to: range) }
    }
  }

  private func extended(to range: Range<Int>) -> Range<Int> {
    events[events.count - 1].range.lowerBound..<range.upperBound
  }

  /// Whether a line goes on the item before it: it is indented, or follows at once and begins no block of its own.
  private func continues(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let first = bytes[range.lowerBound]
    if first == UInt8(ascii: "\t") { return true }
    if first == UInt8(ascii: " ") {
      return range.count > 1 && bytes[range.lowerBound + 1] == UInt8(ascii: " ")
    }
    return !isBehindBlank && !"#-*+>`~|<=_0123456789".utf8.contains(first)
  }
}
