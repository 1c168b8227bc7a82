/// A second in UTC, written as notes write it.
struct UTCTime {
  /// Seconds since 1970-01-01T00:00:00Z.
  let seconds: Int

  /// `2010-01-31`.
  var date: String {
    let day = civilDay
    return "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
  }

  /// `2010/01`, the folder a note of this time lives in.
  var folder: String {
    let day = civilDay
    return "\(padded(day.year, 4))/\(padded(day.month, 2))"
  }

  /// `2010-01-31T08:15:00Z`.
  var timestamp: String {
    let second = seconds % 86_400
    let hour = padded(second / 3600, 2)
    let minute = padded(second / 60 % 60, 2)
    return "\(date)T\(hour):\(minute):\(padded(second % 60, 2))Z"
  }

  /// Years of 365.2425 days counted from March, so that the leap day is the last of its year.
  private var civilDay: (year: Int, month: Int, day: Int) {
    let days = seconds / 86_400 + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
