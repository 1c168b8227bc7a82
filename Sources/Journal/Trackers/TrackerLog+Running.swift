package import VaultFormat

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
