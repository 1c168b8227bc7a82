package import VaultFormat

/// What a day brings, for programs.
package enum DayReportJSON {
  /// - Parameters:
  ///   - opening: the notes that open on the day.
  ///   - due: where the trackers stand that are due now.
  package static func value(
    of day: CalendarDay, memories: [JSONValue], birthdays: [PersonBirthday], opening: [JSONValue],
    due: [TrackerStatus], prompt: Prompt?
  ) -> JSONValue {
    .object([
      ("date", .string("\(day)")), ("on_this_day", .array(memories)),
      ("birthdays", .array(birthdays.map(\.json))), ("opens", .array(opening)),
      ("due", .array(due.map { TrackerJSON.status($0) })), ("prompt", prompt?.json ?? .null),
    ])
  }
}

extension Memory {
  /// - Parameter note: that is remembered.
  package func json(note: JSONValue) -> JSONValue {
    .object([
      ("years", years.map { .int($0) } ?? .null), ("months", months.map { .int($0) } ?? .null),
      ("note", note),
    ])
  }
}
