/// What was told of by reminders on this device, so that it is not told again.
///
/// Stored in `.tl/local/notified`. Each line has when the thing became due, when it was told, and its key; what was told
/// last stands last. It may be lost: then what is due is told once more.
package struct ReminderLedger: Hashable, Sendable {
  /// A thing, and since when it is due: it may become due again.
  package struct Mark: Hashable, Sendable {
    /// One line.
    package let key: String
    /// When it was due, in seconds; whoever makes marks says from when they count.
    package let due: Int64

    /// - Parameter key: line ends become blanks.
    package init(key: String, due: Int64) {
      self.key = String(key.map { $0.isNewline ? " " : $0 })
      self.due = due
    }
  }

  /// When the marks were made, in seconds since 1970-01-01T00:00:00Z.
  private var times: [Mark: Int64] = [:]
  /// In the order in which they were told.
  private var order: [Mark] = []

  /// So many marks are kept of things that are not due.
  package static let limit = 500

  package init() {}

  /// Empty if there is none, or it cannot be read; a line that cannot be read is left out.
  package init(of vault: Vault) {
    for line in vault.localLines(of: VaultLayout.notified, limit: 1 << 23) ?? [] {
      let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let due = Int64(parts[0]), let time = Int64(parts[1]) else {
        continue
      }
      record(CollectionOfOne(Mark(key: String(parts[2]), due: due)), at: time)
    }
  }

  package var count: Int { order.count }

  /// When it was told; nil if it was not.
  package func time(of mark: Mark) -> Int64? { times[mark] }

  /// Adds marks, or moves them to the end.
  package mutating func record(_ marks: some Collection<Mark>, at time: Int64) {
    for mark in marks {
      if times.updateValue(time, forKey: mark) != nil { order.removeAll { $0 == mark } }
      order.append(mark)
    }
  }

  /// What is left when old marks are dropped, and no time is after `now`.
  ///
  /// Old are those of which so many others were told later: the clock, which may be wrong, has no say in it.
  ///
  /// - Parameter due: what is due now, and stays.
  package func tidied(keeping due: Set<Mark>, now: Int64) -> ReminderLedger {
    let others = order.filter { !due.contains($0) }
    let old = Set(others.dropLast(Self.limit))
    var tidied = ReminderLedger()
    tidied.order = order.filter { !old.contains($0) }
    for mark in tidied.order { tidied.times[mark] = min(times[mark] ?? now, now) }
    return tidied
  }

  /// Replaces the stored ledger.
  package func save(in vault: Vault) throws(StoreError) {
    try vault.save(
      localLines: order.map { "\($0.due) \(times[$0] ?? 0) \($0.key)" }, at: VaultLayout.notified)
  }
}
