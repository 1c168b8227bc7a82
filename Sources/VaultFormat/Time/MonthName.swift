/// The English names of months.
package enum MonthName {
  private static let names = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  package static func of(_ day: CalendarDay) -> String { names[day.month - 1] }
}
