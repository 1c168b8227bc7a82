internal import Git
internal import VaultFormat
internal import VaultStore

extension SyncReport {
  /// Further ahead than zones and summer time can explain, in seconds.
  private static let doubt: Int64 = 86_400
  /// So many of the commits that arrive are looked at, the newest ones.
  private static let looks = 1_000

  /// Tells of commits that are dated more than a day after what this device's clock shows: one of two clocks is wrong.
  ///
  /// Nothing is decided by it: every device has to come to the same result.
  mutating func noteClocks(
    of theirs: ObjectID?, besides ours: ObjectID?, in repository: Repository,
    _ surroundings: Surroundings
  ) throws {
    guard let theirs, theirs != ours else { return }
    let now = surroundings.now()
    let limit = now.addingReportingOverflow(Self.doubt).partialValue
    var latest: [String: Int64] = [:]
    for id in try repository.commits(
      from: theirs, excluding: ours.map { [$0] } ?? [], limit: Self.looks)
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
