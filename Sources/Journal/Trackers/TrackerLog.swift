internal import SystemCalls
package import VaultFormat

/// The events of a tracker: the lines of its file, and the notes that count as events.
package struct TrackerLog: Sendable {
  package let tracker: Tracker
  package let document: NoteDocument
  /// In no particular order.
  package var notes: [TrackerEvent]
  /// For times without an offset.
  let zone: TimeZoneRules

  package init(
    _ tracker: Tracker, in document: NoteDocument, notes: [TrackerEvent] = [], zone: TimeZoneRules
  ) {
    (self.tracker, self.document, self.notes, self.zone) = (tracker, document, notes, zone)
  }

  /// All events, pauses and skips: the lines in the order of the file, then the notes.
  package var events: [TrackerEvent] {
    var events: [TrackerEvent] = []
    document.bytes.withUnsafeBufferPointer { bytes in
      var (line, counted) = (1, 0)
      forEachLine(in: bytes) { event in
        line += bytes.count(of: UInt8(ascii: "\n"), in: counted..<event.range.lowerBound)
        counted = event.range.lowerBound
        events.append(TrackerEvent(event, number: line, in: bytes, unit: tracker.unit))
      }
    }
    return events + notes
  }

  /// Calls `body` for each of `events`, without their texts and the numbers of their lines.
  func forEachEvent(_ body: (TrackerEvent) -> Void) {
    document.bytes.withUnsafeBufferPointer { bytes in
      forEachLine(in: bytes) { line in
        body(TrackerEvent(line, number: 0, in: bytes, unit: tracker.unit, hasText: false))
      }
    }
    notes.forEach(body)
  }

  /// The events of the file as they are written, each with its lines and a line ending.
  package var lines: [(begin: NoteTime, bytes: [UInt8])] {
    var lines: [(begin: NoteTime, bytes: [UInt8])] = []
    document.bytes.withUnsafeBufferPointer { bytes in
      forEachLine(in: bytes) { event in
        var line = Array(bytes[event.range])
        if line.last != UInt8(ascii: "\n") { line += document.lineEnd.utf8 }
        lines.append((event.begin, line))
      }
    }
    return lines
  }

  /// Where the tracker stands.
  ///
  /// - Parameter now: in the vault's zone.
  package func status(at now: NoteTime) -> TrackerStatus {
    TrackerStatus(tracker, TrackerTally(of: self, now: now), now: now, zone: zone)
  }

  /// The newest event that still runs and has begun; nil if there is none.
  package func running(at now: NoteTime) -> TrackerEvent? {
    TrackerTally(of: self, now: now).running
  }

  /// Bytes of a part of a long file: some ten thousand events, which take milliseconds.
  private static let partSize = 1 << 20

  /// Calls `add` for each event of the file; of a long file the parts are read on all processors.
  ///
  /// - Parameters:
  ///   - empty: what a part without events comes to.
  ///   - size: of a part, at least; in bytes.
  /// - Returns: what each part comes to, in the order of the file.
  func parts<Part: Sendable>(
    _ empty: Part, size: Int = partSize, _ add: @Sendable (inout Part, EventLine) -> Void
  ) -> [Part] {
    let (bytes, zone) = (document.bytes, zone)
    @Sendable func read(_ range: Range<Int>) -> (part: Part, isOpen: Bool) {
      bytes.withUnsafeBufferPointer { bytes in
        var body = TrackerBody(bytes, from: range.lowerBound, to: range.upperBound, zone: zone)
        var part = empty
        while let block = body.next() {
          if case .event(let event) = block { add(&part, event) }
        }
        return (part, body.container != nil)
      }
    }
    let ranges = bytes.withUnsafeBufferPointer {
      TrackerBody.parts(of: $0, from: document.layout.bodyStart, size: size)
    }
    let parts = ThreadTeam.map(ranges, threads: ThisDevice.processorCount, read)
    // What follows a part that ends in code or a comment was read as if it were outside.
    guard let last = parts.dropLast().firstIndex(where: \.isOpen) else {
      return parts.map(\.part)
    }
    return parts[..<last].map(\.part) + [read(ranges[last].lowerBound..<bytes.count).part]
  }

  /// Calls `body` for each event of the file, and allocates nothing.
  func forEachLine(in bytes: UnsafeBufferPointer<UInt8>, _ body: (EventLine) -> Void) {
    var blocks = TrackerBody(bytes, from: document.layout.bodyStart, zone: zone)
    while let block = blocks.next() {
      if case .event(let event) = block { body(event) }
    }
  }
}

/// Events that last.
extension TrackerLog {
  /// The document with an event that begins and runs.
  ///
  /// - Parameter event: its end is not looked at.
  package func beginning(
    _ event: NewEvent, now: NoteTime
  ) throws(EventProblem) -> (document: NoteDocument, edit: TrackerLogEdit) {
    if let running = begun(at: now) { throw .isRunning(since: running.begin) }
    var event = event
    event.end = .running
    return try event.added(to: document, zone: zone)
  }

  /// The event that runs, also if it begins some seconds later: of several events of one time each begins a second after
  /// the one before.
  private func begun(at now: NoteTime) -> TrackerEvent? {
    running(at: NoteTime(seconds: now.seconds + Self.patience, offset: now.offset) ?? now)
  }

  /// In seconds.
  private static let patience: Int64 = 60

  /// The event that runs, ended.
  package struct Ended: Sendable {
    package var document: NoteDocument
    package var event: TrackerEvent
    /// As it is written now.
    package var item: [UInt8]
    /// What stood in its place.
    package var replaced: [UInt8]
  }

  /// Ends the event that runs; what is not given keeps its bytes.
  ///
  /// - Parameters:
  ///   - value: empty for that of the event.
  ///   - text: the same.
  package func ending(
    at time: NoteTime, value: String, text: String, now: NoteTime
  ) throws(EventProblem) -> Ended {
    guard let running = begun(at: now), case .line(let range, _) = running.source else {
      throw .isNotRunning
    }
    guard time.seconds + Self.patience >= running.begin.seconds else {
      throw .beganLater(running.begin)
    }
    let end = time.seconds < running.begin.seconds ? running.begin : time
    guard let item = finished(range, at: end, value: value, text: text) else { throw .isNotRunning }
    guard text.isEmpty || !TrackerLogEdit.opensCodeBlock(item, zone: zone) else {
      throw .opensCodeBlock
    }
    return Ended(
      document: TrackerLogEdit(replacing: range, with: item).applied(to: document),
      event: running, item: item, replaced: Array(document.bytes[range]))
  }

  /// The item with its end behind the `/`.
  private func finished(
    _ range: Range<Int>, at time: NoteTime, value: String, text: String
  ) -> [UInt8]? {
    document.bytes.withUnsafeBufferPointer { bytes in
      let line = Line(at: range.lowerBound, in: bytes)
      guard case .event(let event) = EventLine.read(line, in: bytes, zone: zone) else { return nil }
      let parts = event.parts(in: bytes, unit: tracker.unit)
      return parts.item(
        head: parts.head + time.rfc3339.utf8, value: value.isEmpty ? nil : value,
        text: text.isEmpty ? nil : text, lineEnd: document.lineEnd)
    }
  }
}
