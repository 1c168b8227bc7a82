internal import HTTPTypes
internal import Journal
internal import VaultFormat

/// An event as it is written in a form, or in a request to the API.
struct EventFields: Sendable {
  /// A time or a day, in the words of `--at`; empty for now.
  var at = ""
  var value = ""
  var text = ""

  init(at: String, value: String, text: String) {
    (self.at, self.value, self.text) = (at, value, text)
  }

  init(_ form: PageForm?) {
    var value = form?["value"] ?? ""
    // The keys of a phone may have a comma and no point; `10,000` may be ten thousand.
    if let decimals = value.trimmingBlanks.wholeMatch(of: /-?\d+,(\d+)/)?.1, decimals.count != 3 {
      value = value.replacing(",", with: ".")
    }
    self.init(at: form?["at"] ?? "", value: value, text: form?["text"] ?? "")
  }

  /// - Throws: a sentence for the field that cannot be read.
  func event(of tracker: Tracker, _ incoming: PageRequest) throws(PageProblem) -> NewEvent {
    let begin = at.trimmingBlanks.isEmpty ? incoming.now : try Self.time(at, incoming)
    return NewEvent(begin: begin, value: try value(in: tracker), text: text)
  }

  /// What differs from an event as the form has shown it.
  func change(
    of event: TrackerEvent, of tracker: Tracker, _ incoming: PageRequest
  ) throws(PageProblem) -> EventChange {
    let shown = EventFields(showing: event)
    var change = EventChange()
    // A browser leaves seconds out that are 0.
    if ![at, at + ":00"].contains(shown.at) { change.begin = try Self.time(at, incoming) }
    if value.trimmingBlanks != shown.value { change.value = try value(in: tracker) }
    if text.replacing("\r\n", with: "\n") != shown.text { change.text = text }
    return change
  }

  /// As a form shows an event.
  init(showing event: TrackerEvent) {
    at = Self.field(event.begin)
    value = event.values.map { TrackerJSON.value($0).compact }.joined(separator: "/")
    text = event.text
  }

  /// `2026-11-20T18:03:11`, or a day: what fields of the types `datetime-local` and `date` take.
  static func field(_ time: NoteTime) -> String {
    time.precision == .day ? "\(time.day)" : String(time.rfc3339.prefix(19))
  }

  private func value(in tracker: Tracker) throws(PageProblem) -> String {
    let value = value.trimmingBlanks
    guard value.isEmpty || tracker.isValue(value) else {
      let dotted = value.replacing(",", with: ".")
      let example = tracker.isValue(dotted) ? dotted : "5.2, or 120/80"
      throw PageProblem(
        .unprocessableContent, "Not a number",
        "“\(value)” is not a number. Nothing was written: write \(example).", next: nil)
    }
    return value
  }

  /// One day or a time.
  static func time(
    _ text: String, _ incoming: PageRequest, direction: DateExpression.Direction = .past
  ) throws(PageProblem) -> NoteTime {
    let date = try? DateExpression(
      text, now: incoming.now.seconds, zone: incoming.zone, direction: direction)
    guard let date, date.isPoint else {
      throw PageProblem(
        .unprocessableContent, "Not a time",
        "“\(text.prefix(100))” is not a day or a time such as 2026-11-20 18:03. Nothing was written.",
        next: nil)
    }
    return date.startTime(zone: incoming.zone)
  }
}
