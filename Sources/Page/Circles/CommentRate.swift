internal import Synchronization
internal import VaultFormat

/// How much a person says in an hour: more is refused, so that a stolen device cannot fill a vault.
final class CommentRate: Sendable {
  /// Comments and reactions of a person in an hour.
  static let limit = 60
  private static let hour: Int64 = 3600

  private let times = Mutex<[NoteID: [Int64]]>([:])

  /// Whether one more is taken, which counts then.
  ///
  /// - Parameter now: in seconds.
  func admits(_ person: NoteID, at now: Int64) -> Bool {
    times.withLock { times in
      var own = (times[person] ?? []).filter { now - $0 < Self.hour }
      defer { times[person] = own }
      guard own.count < Self.limit else { return false }
      own.append(now)
      return true
    }
  }
}
