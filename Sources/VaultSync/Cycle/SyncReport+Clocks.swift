internal import Git
internal import VaultFormat
internal import VaultStore

extension SyncReport {
  /// More seconds than time zones and daylight saving time explain.
  private static let maximumClockSkew: Int64 = 86_400
  /// The number of arriving commits that are checked, newest first.
  private static let commitLimit = 1_000

  /// Reports commits that are more than a day ahead of this device's clock: one of the clocks is wrong.
  ///
  /// No decision depends on it: every device must get the same result.
  mutating func checkClocks(
    of theirs: ObjectID?, besides ours: ObjectID?, in repository: Repository,
    surroundings: Surroundings
  ) throws {
    guard let theirs, theirs != ours else { return }
    let now = surroundings.now()
    let limit = now.addingReportingOverflow(Self.maximumClockSkew).partialValue
    var latest: [String: Int64] = [:]
    for id in try repository.commits(
      from: theirs, excluding: ours.map { [$0] } ?? [], limit: Self.commitLimit)
    {
      let commit = try repository.commit(id)
      let time = max(commit.author.time, commit.committer.time)
      guard time > limit else { continue }
      let device = DeviceTrailer.device(in: commit.message) ?? commit.author.name
      latest[device] = max(latest[device] ?? time, time)
    }
    let zone = surroundings.zone
    for (device, time) in latest.sorted(by: { $0.key < $1.key }) {
      remark(
        .clockAhead(
          device: device, time: NoteTime(instant: time, zone: zone),
          now: NoteTime(instant: now, zone: zone)))
    }
  }
}
