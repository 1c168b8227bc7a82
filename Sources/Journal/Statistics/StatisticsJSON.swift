package import VaultFormat

/// Statistics in JSON (docs/cli-reference.md, "JSON").
package enum StatisticsJSON {
  package static func value(
    of tracker: Tracker, _ statistics: TrackerStatistics, _ progress: GoalProgress?
  ) -> JSONValue {
    .object([
      ("tracker", .string(tracker.name)), ("unit", .string(tracker.unit)),
      ("aggregate", .string(statistics.aggregate.rawValue)),
      ("by", .string(statistics.unit.rawValue)),
      ("from", .string("\(statistics.days.lowerBound)")),
      ("to", .string("\(statistics.days.upperBound)")),
      (
        "buckets",
        .array(
          statistics.buckets.map { bucket in
            .object([
              ("start", .string("\(bucket.start)")), ("value", number(bucket.value)),
              ("count", .int(bucket.count)),
            ])
          })
      ),
      ("total", number(statistics.total)), ("mean", number(statistics.mean)),
      ("min", number(statistics.min)), ("max", number(statistics.max)),
      ("median_gap_seconds", seconds(statistics.medianGap)),
      ("longest_gap_seconds", seconds(statistics.longestGap)),
      ("present_gap_seconds", seconds(statistics.presentGap)),
      ("goal", progress.map { goal($0, of: tracker) } ?? .null),
    ])
  }

  private static func goal(_ progress: GoalProgress, of tracker: Tracker) -> JSONValue {
    .object([
      ("text", .text(tracker.goal?.text ?? tracker.every?.sentence)),
      ("kept", .int(progress.kept)), ("of", .int(progress.of)), ("run", .int(progress.run)),
      ("longest_run", .int(progress.longestRun)), ("strength", number(progress.strength)),
    ])
  }

  package static func value(of vault: VaultStatistics) -> JSONValue {
    func amounts(_ periods: [(period: CalendarPeriod, amount: VaultStatistics.Amount)]) -> JSONValue
    {
      .array(
        periods.map { period, amount in
          .object([
            ("start", .string("\(period.days.lowerBound)")), ("notes", .int(amount.notes)),
            ("words", .int(amount.words)), ("media", .int(amount.media)),
          ])
        })
    }
    func names(_ counts: [NameCount]) -> JSONValue {
      .array(counts.map { .object([("name", .string($0.name)), ("notes", .int($0.count))]) })
    }
    return .object([
      ("notes", .int(vault.total.notes)), ("words", .int(vault.total.words)),
      ("media", .int(vault.total.media)), ("days", .int(vault.dayCount)),
      ("years", amounts(vault.years)), ("months", amounts(vault.months)),
      ("weekdays", .array(vault.weekdays.map { .int($0) })),
      ("hours", .array(vault.hours.map { .int($0) })), ("tags", names(vault.tags)),
      ("people", names(vault.people)), ("places", names(vault.places)),
      (
        "longest_run",
        vault.longestRun.map {
          .object([("from", .string("\($0.lowerBound)")), ("to", .string("\($0.upperBound)"))])
        } ?? .null
      ),
    ])
  }

  private static func number(_ value: Double?) -> JSONValue {
    value.map { TrackerJSON.value($0) } ?? .null
  }

  private static func seconds(_ value: Int64?) -> JSONValue {
    value.map { .number(String($0)) } ?? .null
  }
}
