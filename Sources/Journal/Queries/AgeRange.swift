package import VaultFormat

/// A time of somebody's life: `kaia 6m..12m`, the value of `age:`.
///
/// Of the two ages the first is in the range and the second is not; one of them may be missing. One age alone, `kaia 6m`,
/// lasts as long as its unit.
package struct AgeRange: Hashable, Sendable {
  /// Nil for the person of the settings.
  package let name: String?
  /// Nil from birth on.
  package let from: AgeSpan?
  /// Nil without an end.
  package let to: AgeSpan?

  /// Nil if the text has no such form.
  package init?(_ text: String) {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    var words = parts[0].split(whereSeparator: \.isWhitespace)[...]
    from = AgeSpan(endOf: &words)
    name = words.isEmpty ? nil : words.joined(separator: " ")
    if parts.count == 1 {
      guard let from, from.count < .max else { return nil }
      to = AgeSpan(count: from.count + 1, unit: from.unit)
    } else {
      var end = parts[1].split(whereSeparator: \.isWhitespace)[...]
      let isOpen = end.isEmpty
      to = AgeSpan(endOf: &end)
      guard end.isEmpty, isOpen ? from != nil : to != nil else { return nil }
      // `6..12m`: an age without a unit is no part of the name.
      if from == nil, let last = parts[0].last, !last.isWhitespace { return nil }
    }
  }

  /// The days on which somebody is so old, until death; nil if there are none, or the year of birth is unknown.
  package func days(of person: Person, leapDay: LeapDay) -> ClosedRange<CalendarDay>? {
    guard let birth = person.birthday?.firstDay, !person.isDead(on: birth) else { return nil }
    guard let first = from.map({ $0.day(after: birth, leapDay: leapDay) }) ?? birth else {
      return nil
    }
    var last = person.died?.firstDay ?? CalendarDay(clamping: .max)
    if let end = to?.day(after: birth, leapDay: leapDay) {
      guard let before = end.adding(days: -1) else { return nil }
      last = min(last, before)
    }
    return first <= last ? first...last : nil
  }
}
