/// On which days without a note a reminder speaks: often at first, then once a week.
package enum ReminderBackOff {
  /// Whether it speaks when the last note is so many days old; never on the day of a note.
  package static func speaks(daysSinceLastNote days: Int) -> Bool {
    switch days {
    case ...0: false
    case 1, 2, 3, 5: true
    default: days.isMultiple(of: 7)
    }
  }
}
