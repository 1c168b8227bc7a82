package import VaultFormat

/// A change of the events in a tracker's file: bytes that replace others, all else stays as it is.
package struct TrackerLogEdit: Hashable, Sendable {
  /// In the document that it was made for; empty for a new event.
  package let range: Range<Int>
  /// Empty for an event that is removed.
  package let new: [UInt8]
  /// The line of a new event, which `new` has in it.
  package private(set) var item: [UInt8] = []

  /// Replaces an event's item, or removes it.
  package init(replacing item: Range<Int>, with line: [UInt8] = []) {
    (range, new) = (item, line)
  }

  /// The document after the change.
  package func applied(to document: NoteDocument) -> NoteDocument {
    var bytes = document.bytes
    bytes.replaceSubrange(range, with: new)
    return NoteDocument(bytes)
  }
}

// MARK: - Adding

extension TrackerLogEdit {
  /// A new event, where the order of the file wants it.
  ///
  /// Events ascend unless those of the file descend. If they do neither, it comes behind the last one; if there are
  /// none, below `## Log`, which is added if it is missing. Of events with one time the new one comes last, and so counts.
  ///
  /// - Parameters:
  ///   - line: as `EventLine.written` writes it, with the line ending of the document; it gets the bullet of its neighbour.
  ///   - time: of its begin.
  package init(
    adding line: [UInt8], at time: NoteTime, to document: NoteDocument, zone: TimeZoneRules
  ) {
    let places = LogPlaces(document, zone: zone)
    let place = places.place(for: time.seconds)
    item = places.withBullet(line, at: place, in: document)
    range = place.offset..<place.offset
    new = Self.inserted(item, at: place, in: document)
  }

  /// The first second from a clock time on at which no event of the document begins: of two with one time only the last
  /// would count.
  static func freeTime(
    from time: NoteTime, in document: NoteDocument, zone: TimeZoneRules
  ) -> NoteTime {
    guard time.precision == .second else { return time }
    let taken = Set(LogPlaces(document, zone: zone).events.map(\.seconds))
    var seconds = time.seconds
    while taken.contains(seconds) { seconds += 1 }
    return NoteTime(seconds: seconds, offset: time.offset) ?? time
  }

  /// The bytes of a line at its place, with the heading and the blank lines that it needs.
  private static func inserted(
    _ item: [UInt8], at place: LogPlaces.Place, in document: NoteDocument
  ) -> [UInt8] {
    let lineEnd = Array(document.lineEnd.utf8)
    let end = document.bytes.count
    let isOpen = end > 0 && place.offset == end && document.bytes[end - 1] != UInt8(ascii: "\n")
    var new = isOpen ? lineEnd : []
    if place.needsBlank { new += lineEnd }
    if place.needsHeading { new += Array(TrackerBody.heading.utf8) + lineEnd + lineEnd }
    new += item
    if place.isBeforeText { new += lineEnd }
    return new
  }

  /// Whether an item leaves a code block open, in which what follows would be no events.
  static func opensCodeBlock(_ item: [UInt8], zone: TimeZoneRules) -> Bool {
    item.withUnsafeBufferPointer { bytes in
      var body = TrackerBody(bytes, from: 0, zone: zone)
      while body.next() != nil {}
      return body.container == .code
    }
  }

  /// Whether the event is read as one in the document after the change; not in a code block or comment without an end.
  package func isRead(in changed: NoteDocument, zone: TimeZoneRules) -> Bool {
    guard let start = new.firstRange(of: item)?.lowerBound else { return false }
    let expected = range.lowerBound + start..<range.lowerBound + start + item.count
    return LogPlaces(changed, zone: zone).events.contains { $0.range == expected }
  }

  /// The document with further events, each at its place, and each as often as it stands in the document or among the
  /// lines, whichever is more.
  ///
  /// - Returns: the document, and how many were added.
  package static func adding(
    _ lines: [(begin: NoteTime, bytes: [UInt8])], to document: NoteDocument, zone: TimeZoneRules
  ) -> (document: NoteDocument, count: Int) {
    let places = LogPlaces(document, zone: zone)
    var known: [[UInt8]: Int] = [:]
    for event in places.events { known[content(document.bytes[event.range]), default: 0] += 1 }
    var new = lines.filter { line in
      let count = known[content(line.bytes[...]), default: 0]
      known[content(line.bytes[...])] = count - 1
      return count <= 0
    }
    let isDescending = places.order == .descending
    new = new.enumerated().sorted { a, b in
      let (first, second) = (a.element.begin.seconds, b.element.begin.seconds)
      if first == second { return a.offset < b.offset }
      return isDescending ? first > second : first < second
    }.map(\.element)
    var bytes: [UInt8] = []
    var (next, lastPlace) = (0, -1)
    for line in new {
      let place = places.place(for: line.begin.seconds)
      let item = places.withBullet(
        withLineEnds(line.bytes, document.lineEnd), at: place, in: document)
      bytes += document.bytes[next..<place.offset]
      // Only the first at a place needs a heading, or a line end before it.
      bytes += place.offset == lastPlace ? item : inserted(item, at: place, in: document)
      (next, lastPlace) = (place.offset, place.offset)
    }
    return (NoteDocument(bytes + document.bytes[next...]), new.count)
  }

  /// Without line ends, which differ between files.
  private static func content(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var content = line.filter { $0 != 0x0D }
    while content.last == 0x0A { content.removeLast() }
    return content
  }

  private static func withLineEnds(_ line: [UInt8], _ lineEnd: String) -> [UInt8] {
    line.filter { $0 != 0x0D }.split(separator: 0x0A).flatMap { $0 + lineEnd.utf8 }
  }
}

extension LogPlaces {
  /// A line with the bullet of its neighbour: another one would begin another list.
  fileprivate func withBullet(
    _ line: [UInt8], at place: Place, in document: NoteDocument
  ) -> [UInt8] {
    let before = events.last { $0.range.upperBound <= place.offset }
    guard let neighbour = before ?? events.first else { return line }
    var line = line
    line[0] = document.bytes[neighbour.range.lowerBound]
    return line
  }
}

// MARK: - Moving

extension TrackerLogEdit {
  /// The document with an event that has another time: it stays where it is if the order allows it; else what belongs to
  /// it in Markdown goes with it.
  ///
  /// - Parameters:
  ///   - item: of the event, in the document.
  ///   - line: the event with its new time.
  package static func moving(
    _ item: Range<Int>, as line: [UInt8], to time: NoteTime, in document: NoteDocument,
    zone: TimeZoneRules
  ) -> NoteDocument {
    let places = LogPlaces(document, zone: zone)
    let index = places.events.firstIndex { $0.range == item }
    guard let index, let place = places.place(forEventAt: index, movedTo: time.seconds) else {
      return TrackerLogEdit(replacing: item, with: line).applied(to: document)
    }
    var bytes = document.bytes
    let extent = places.events[index].extent
    var moved = line + bytes[item.upperBound..<extent.upperBound]
    if moved.last != UInt8(ascii: "\n") { moved += document.lineEnd.utf8 }
    let new = inserted(moved, at: place, in: document)
    if place.offset <= item.lowerBound {
      bytes.removeSubrange(extent)
      bytes.insert(contentsOf: new, at: place.offset)
    } else {
      bytes.insert(contentsOf: new, at: place.offset)
      bytes.removeSubrange(extent)
    }
    return NoteDocument(bytes)
  }
}

// MARK: - Taking back

extension TrackerLogEdit {
  /// Takes an event back that was added; nil if no event reads exactly as it was written.
  ///
  /// What was written with it goes too where that gives back the bytes that were there before: a heading only if nothing
  /// stands below it now.
  ///
  /// - Parameters:
  ///   - item: the line as it was added.
  ///   - inserted: all that was added, with `item` in it.
  ///   - replaced: what stood in the place of the item before; empty for a new event.
  package init?(
    takingBack item: [UInt8], addedWith inserted: [UInt8], insteadOf replaced: [UInt8] = [],
    in document: NoteDocument, zone: TimeZoneRules
  ) {
    let bytes = document.bytes
    let events = LogPlaces(document, zone: zone).events
    guard let range = events.last(where: { bytes[$0.range].elementsEqual(item) })?.range else {
      return nil
    }
    new = replaced
    let before = inserted.firstRange(of: item)?.lowerBound ?? 0
    let start = range.lowerBound - before
    let whole = start..<start + inserted.count
    let isLast = whole.upperBound == bytes.count
    guard replaced.isEmpty, start >= document.layout.bodyStart, whole.upperBound <= bytes.count,
      bytes[whole].elementsEqual(inserted), before == 0 || events.count == 1 || isLast,
      // Else two lines would become one.
      isLast || bytes[start - 1] == UInt8(ascii: "\n"),
      isLast || !inserted[..<before].contains(UInt8(ascii: "#"))
    else {
      self.range = range
      return
    }
    self.range = whole
  }
}
