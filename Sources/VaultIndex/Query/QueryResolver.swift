package import VaultFormat

/// What is known of the names in a query, such as the other names of a person.
package protocol QueryResolver {
  /// The texts that a key may have in a note for what a query calls `name`, that name itself among them.
  func spellings(
    of name: String, for key: KnownKey
  ) throws(QueryParser.Failure) -> [String]

  /// The names of the person and the days of an age: `kaia 6m..12m`; nil if the text has no such form.
  func age(
    _ text: String
  ) throws(QueryParser.Failure) -> (names: [String], days: ClosedRange<CalendarDay>)?

  /// The circle around a place: `Tokyo,20`, `48.86,2.34,5`; nil if the text has no such form.
  func circle(_ text: String) throws(QueryParser.Failure) -> CoordinateCircle?
}

/// Knows only what a query says itself.
package struct PlainQueryResolver: QueryResolver {
  package init() {}

  package func spellings(of name: String, for key: KnownKey) -> [String] { [name] }

  package func age(_ text: String) -> (names: [String], days: ClosedRange<CalendarDay>)? { nil }

  package func circle(_ text: String) -> CoordinateCircle? { nil }
}
