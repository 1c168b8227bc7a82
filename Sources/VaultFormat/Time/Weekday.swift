/// A day of the week; the week begins with Monday, as in ISO 8601.
package enum Weekday: Int, CaseIterable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday
}
