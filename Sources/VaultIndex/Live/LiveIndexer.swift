internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Keeps the notes of a vault in step with its folder; used by one thread.
struct LiveIndexer {
  private let source: LiveSource
  private let watcher: FolderWatcher
  private var scan: LiveScan?
  private var pending = PendingReads()
  private var schedule: LiveSchedule
  private var last: LiveSnapshot

  /// Reads the vault.
  ///
  /// - Throws: if it cannot be opened.
  init(_ source: LiveSource, _ watcher: FolderWatcher) throws(StoreError) {
    self.source = source
    self.watcher = watcher
    let start = source.milliseconds()
    let scan = try Self.scan(source, watcher, after: nil)
    self.scan = scan
    last = LiveSnapshot(
      generation: 0, index: source.index(of: scan), state: Self.state(of: scan))
    schedule = LiveSchedule(after: last.state, from: start, to: source.milliseconds())
  }

  var snapshot: LiveSnapshot { last }

  /// Waits for events until something is due, and reads what has changed.
  ///
  /// - Parameter waits: false only takes the events that are there.
  /// - Returns: what has changed; nil if nothing has.
  mutating func advance(waits: Bool = true) -> LiveChange? {
    gather(waits: waits)
    let now = source.milliseconds()
    if pending.isEverything || now >= schedule.nextScan {
      guard !waits || now >= schedule.earliestScan else { return nil }
      return readEverything()
    }
    guard !pending.isEmpty, var scan else { return nil }
    let pending = self.pending
    self.pending = PendingReads()
    // Not copied while it changes.
    self.scan = nil
    let changes = scan.apply(pending)
    self.scan = scan
    guard let changes else { return readEverything() }
    return changes.isEmpty ? nil : publish(scan, changes)
  }

  /// Takes the events that are there; waits for the first one, and then until there are none for a short time.
  private mutating func gather(waits: Bool) {
    let start = source.milliseconds()
    let due = pending.isEverything ? schedule.earliestScan : schedule.nextScan
    var timeout = waits ? Int32(clamping: max(due - start, 0)) : 0
    var limit = Int64.max
    while true {
      let events: [FolderWatcher.Event]
      do throws(SystemError) {
        events = try watcher.events(timeout: timeout)
      } catch {
        events = [.overflow]
      }
      guard !events.isEmpty, let scan else { return }
      for event in events { pending.add(event, scan.folders, settings: scan.settings) }
      let now = source.milliseconds()
      if limit == .max { limit = now + LiveSchedule.gatheringLimit }
      guard now < limit else { return }
      timeout = waits ? LiveSchedule.quiet : 0
    }
  }

  /// Opens the vault again, since its folder may be another one by now, and reads all of it.
  private mutating func readEverything() -> LiveChange? {
    let start = source.milliseconds()
    pending = PendingReads()
    let change: LiveChange?
    do throws(StoreError) {
      let scan = try Self.scan(source, watcher, after: self.scan)
      self.scan = scan
      change = publish(scan, nil)
    } catch {
      change = publish(last.index, .lost(error), ids: [])
    }
    schedule = LiveSchedule(after: last.state, from: start, to: source.milliseconds())
    return change
  }

  private static func scan(
    _ source: LiveSource, _ watcher: FolderWatcher, after former: LiveScan?
  ) throws(StoreError) -> LiveScan {
    let vault = try source.open()
    // The place of a disk that is away is no vault without notes.
    if former?.vault.isInitialized == true, !vault.isInitialized {
      throw StoreError(vault.folder.path, .system(.missing(.open)))
    }
    let scanner = VaultScanner(
      vault, zone: source.zone, threads: source.threads, sealedOn: source.today())
    return LiveScan(vault, scanner, watcher, after: former)
  }

  private static func state(of scan: LiveScan) -> LiveState {
    if scan.vault.folder.isOnNetwork { return .polled(.networkFileSystem) }
    guard let failure = scan.watchFailure else { return .watched }
    return .polled(failure.isWatchLimit ? .watchLimit : .unsupported)
  }

  /// - Parameter changes: nil if every note may have changed.
  private mutating func publish(_ scan: LiveScan, _ changes: LiveScan.Changes?) -> LiveChange? {
    let index = source.index(of: scan)
    let state = Self.state(of: scan)
    guard let changes, last.index.duplicates == index.duplicates else {
      return publish(index, state, ids: nil)
    }
    // A copy is sealed with its note, which alone was read again.
    let (old, new) = (last.index.sealedCopies, index.sealedCopies)
    let copies = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    let ids = Set(changes.removed.map(last.index.id)).union(changes.added.map(index.id))
    let paths = Set(changes.removed.map(last.index.path)).union(changes.added.map(index.path))
    return publish(index, state, ids: ids.union(copies), paths: copies.isEmpty ? paths : nil)
  }

  /// - Parameters:
  ///   - ids: nil if every note may have changed.
  ///   - paths: the same.
  private mutating func publish(
    _ index: VaultIndex, _ state: LiveState, ids: Set<NoteID>?, paths: Set<VaultPath>? = nil
  ) -> LiveChange? {
    if let ids, ids.isEmpty, state == last.state { return nil }
    var history = last.history
    history.add(paths)
    last = LiveSnapshot(
      generation: last.generation + 1, index: index, state: state, history: history)
    return LiveChange(generation: last.generation, ids: ids, state: state)
  }
}

extension VaultIndex {
  /// The files that count as notes without an id, since others own theirs.
  fileprivate var duplicates: [LocatedFinding] {
    findings.filter { $0.finding.code == .duplicateID }
  }
}

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
