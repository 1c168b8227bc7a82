import ArgumentParser

extension ReminderHours {
  /// Those of the options `--from` and `--to`.
  static func chosen(from: String, to: String) throws(ValidationError) -> ReminderHours {
    do {
      return try ReminderHours(from: from, to: to)
    } catch {
      switch error {
      case .notAQuarter(let text):
        throw ValidationError("'\(text)' is not a quarter of an hour, such as 08:00 or 08:15")
      case .same: throw ValidationError("--from and --to are the same time")
      }
    }
  }
}
