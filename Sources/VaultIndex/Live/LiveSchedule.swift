/// When a live index reads the whole vault again.
///
/// Times are milliseconds of a monotonic clock.
struct LiveSchedule: Hashable, Sendable {
  /// Events are gathered until none has come for this time, since most changes consist of several.
  static let quiet: Int32 = 10
  /// But no longer than this.
  static let gatheringLimit: Int64 = 100

  private static let watchedPause: Int64 = 600_000
  private static let polledPause: Int64 = 2_000

  private let scanEnd: Int64
  private let scanDuration: Int64
  private let state: LiveState

  /// After a scan of the whole vault, or a failed try.
  init(after state: LiveState, from start: Int64, to end: Int64) {
    self.state = state
    scanEnd = end
    scanDuration = max(end - start, 0)
  }

  /// When the next scan is due without an event.
  var nextScan: Int64 {
    switch state {
    case .watched: scanEnd + Self.watchedPause
    // At most a twentieth of the time goes into scans.
    case .polled: scanEnd + max(Self.polledPause, 20 * scanDuration)
    case .lost: scanEnd + Self.polledPause
    }
  }

  /// When a scan may begin that an event asks for: a change of very many files asks again and again while it lasts.
  var earliestScan: Int64 { scanEnd + min(2 * scanDuration, Self.polledPause) }
}
