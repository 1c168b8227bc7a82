package import VaultFormat

/// A change of the events in a tracker's file: bytes that replace others, all else stays as it is.
package struct TrackerLogEdit: Hashable, Sendable {
  /// In the document that it was made for; empty for a new event.
  package let range: Range<Int>
  /// Empty for an event that is removed.
  package let new: [UInt8]

  /// The document after the change.
  package func applied(to document: NoteDocument) -> NoteDocument {
    var bytes = document.bytes
    bytes.replaceSubrange(range, with: new)
    return NoteDocument(bytes)
  }
}

extension TrackerLogEdit {
  /// A new event, where the order of the file wants it.
  ///
  /// Events ascend unless those of the file descend. If they do neither, it comes behind the last one; if there are
  /// none, below `## Log`, which is added if it is missing. Of events with one time the new one comes last, and so counts.
  ///
  /// - Parameters:
  ///   - line: as `EventLine.written` writes it, with the line ending of the document.
  ///   - time: of its begin.
  package init(
    adding line: [UInt8], at time: NoteTime, to document: NoteDocument, zone: TimeZoneRules
  ) {
    let place = document.bytes.withUnsafeBufferPointer { bytes in
      LogPlaces(bytes, from: document.layout.bodyStart, zone: zone).place(for: time.seconds)
    }
    let lineEnd = Array(document.lineEnd.utf8)
    let end = document.bytes.count
    let isOpen = end > 0 && place.offset == end && document.bytes[end - 1] != UInt8(ascii: "\n")
    var new = isOpen ? lineEnd : []
    if place.needsBlank { new += lineEnd }
    if place.needsHeading { new += Array(TrackerBody.heading.utf8) + lineEnd + lineEnd }
    new += line
    if place.isBeforeText { new += lineEnd }
    range = place.offset..<place.offset
    self.new = new
  }

  /// The document with further events, each at its place; those that it has already are left out.
  ///
  /// - Returns: the document, and how many were added.
  package static func adding(
    _ lines: [(begin: NoteTime, bytes: [UInt8])], to document: NoteDocument, zone: TimeZoneRules
  ) -> (document: NoteDocument, count: Int) {
    let places = document.bytes.withUnsafeBufferPointer {
      LogPlaces($0, from: document.layout.bodyStart, zone: zone)
    }
    var known = Set(places.events.map { Self.content(document.bytes[$0.range]) })
    var (result, count) = (document, 0)
    for line in lines where known.insert(Self.content(line.bytes[...])).inserted {
      result = TrackerLogEdit(adding: line.bytes, at: line.begin, to: result, zone: zone)
        .applied(to: result)
      count += 1
    }
    return (result, count)
  }

  /// Without the line ending.
  private static func content(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.prefix(
      (line.lastIndex { $0 != 0x0A && $0 != 0x0D } ?? line.startIndex - 1) + 1 - line.startIndex)
  }

  /// Replaces an event's item, or removes it.
  package init(replacing item: Range<Int>, with line: [UInt8] = []) {
    (range, new) = (item, line)
  }
}

extension TrackerLogEdit {
  /// Takes an event back that was added; nil if no event reads exactly as it was written.
  ///
  /// What was written with it goes too where that gives back the bytes that were there before: a heading only if no
  /// other event stands below it now.
  ///
  /// - Parameters:
  ///   - item: the line as it was added.
  ///   - inserted: all that was added, with `item` in it.
  package init?(
    removing item: [UInt8], addedWith inserted: [UInt8], from document: NoteDocument,
    zone: TimeZoneRules
  ) {
    let bytes = document.bytes
    let places = bytes.withUnsafeBufferPointer {
      LogPlaces($0, from: document.layout.bodyStart, zone: zone)
    }
    guard let range = places.events.last(where: { bytes[$0.range].elementsEqual(item) })?.range
    else { return nil }
    new = []
    let before = inserted.firstRange(of: item)?.lowerBound ?? 0
    let start = range.lowerBound - before
    let whole = start..<start + inserted.count
    guard start >= document.layout.bodyStart, whole.upperBound <= bytes.count,
      bytes[whole].elementsEqual(inserted),
      before == 0 || places.events.count == 1 || whole.upperBound == bytes.count,
      bytes[start - 1] == UInt8(ascii: "\n") || whole.upperBound == bytes.count
    else {
      self.range = range
      return
    }
    let hasHeading = inserted[..<before].contains(UInt8(ascii: "#"))
    self.range = hasHeading && places.events.count > 1 ? range : whole
  }
}

/// Where the events of a tracker's body are.
private struct LogPlaces {
  struct Place {
    var offset: Int
    var needsBlank = false
    var needsHeading = false
    /// Text follows, which would belong to the new item.
    var isBeforeText = false
  }

  private(set) var events: [(range: Range<Int>, seconds: Int64)] = []
  /// Behind the heading and one blank line, if that is there.
  private var heading: Place?
  private let end: Int
  private var endsInBlank = false

  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, zone: TimeZoneRules) {
    var blocks = TrackerBody(bytes, from: start, zone: zone)
    var afterHeading = false
    end = bytes.count
    while let block = blocks.next() {
      endsInBlank = false
      switch block {
      case .event(let event): events.append((event.range, event.begin.seconds))
      case .heading(let range) where heading == nil:
        heading = Place(offset: range.upperBound, needsBlank: true)
        afterHeading = true
        continue
      case .blank(let range):
        endsInBlank = true
        if afterHeading { heading = Place(offset: range.upperBound) }
      case .heading, .unreadable, .other:
        if afterHeading || heading?.offset == block.range.lowerBound {
          heading?.isBeforeText = true
        }
      }
      afterHeading = false
    }
  }

  func place(for seconds: Int64) -> Place {
    guard let first = events.first else {
      return heading ?? Place(offset: end, needsBlank: !endsInBlank, needsHeading: true)
    }
    let previous: Int?
    if isSorted(by: <=) {
      previous = events.lastIndex { $0.seconds <= seconds }
    } else if isSorted(by: >=) {
      previous = events.lastIndex { $0.seconds >= seconds }
    } else {
      previous = events.endIndex - 1
    }
    guard let previous else { return Place(offset: first.range.lowerBound) }
    return Place(offset: events[previous].range.upperBound)
  }

  private func isSorted(by areInOrder: (Int64, Int64) -> Bool) -> Bool {
    zip(events, events.dropFirst()).allSatisfy { areInOrder($0.seconds, $1.seconds) }
  }
}
