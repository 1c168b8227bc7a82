package import VaultFormat

/// A file of lines in `.tl/local`.
///
/// It belongs to this device and may be lost, so it is not synced to disk.
extension Vault {
  /// Nil if there is none, or it cannot be read.
  ///
  /// - Parameter limit: of its size, in bytes.
  func localLines(of path: VaultPath, limit: Int) -> [String]? {
    guard let bytes = try? folder.read(path, limit: limit).bytes else { return nil }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Replaces the file.
  func save(localLines lines: [String], at path: VaultPath) throws(StoreError) {
    try folder.makeFolders(VaultLayout.local)
    try AtomicFileWriter(folder).replaceUnsynced(
      path, Array((lines.joined(separator: "\n") + "\n").utf8))
  }
}

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

/// The notes that are not to be remembered on a day, on this device.
///
/// Stored in `.tl/local/dismissed`: a day and an id on each line, the newest last.
package struct DismissedNotes: Sendable {
  package let day: CalendarDay
  package private(set) var ids: [NoteID]
  private let others: [String]

  /// More than anyone dismisses.
  private static let limit = 1_000

  /// Empty if there are none of that day, or they cannot be read.
  package init(of vault: Vault, on day: CalendarDay) {
    self.day = day
    let lines = vault.localLines(of: VaultLayout.dismissed, limit: 1 << 20) ?? []
    let beginning = "\(day) "
    ids = lines.filter { $0.hasPrefix(beginning) }
      .compactMap { NoteID(String($0.dropFirst(beginning.count))) }
    others = lines.filter { !$0.hasPrefix(beginning) }
  }

  /// Adds a note, and stores it.
  package mutating func add(_ id: NoteID, in vault: Vault) throws(StoreError) {
    guard !ids.contains(id), !id.text.utf8.contains(UInt8(ascii: "\n")) else { return }
    ids.append(id)
    let lines = others.suffix(Self.limit) + ids.map { "\(day) \($0.text)" }
    try vault.save(localLines: Array(lines), at: VaultLayout.dismissed)
  }
}

/// The files of events that were last written to a folder from a vault.
///
/// Stored in `.tl/local/calendar-files`: the folder on the first line, then one name per line.
package enum CalendarFiles {
  /// Their names; none if the last folder was another one.
  package static func written(to folder: String, from vault: Vault) -> [String] {
    guard let lines = vault.localLines(of: VaultLayout.calendarFiles, limit: 1 << 23),
      lines.first == folder
    else { return [] }
    return lines.dropFirst().filter { !$0.contains("/") }
  }

  package static func remember(
    _ names: [String], in folder: String, from vault: Vault
  ) throws(StoreError) {
    try vault.save(localLines: [folder] + names, at: VaultLayout.calendarFiles)
  }
}
