internal import Synchronization
package import SystemCalls
package import VaultFormat
package import VaultStore

/// The notes of a vault in memory, kept in step with the folder by a thread of its own.
///
/// Every program may change the vault meanwhile: an editor, `tl`, a sync, git. A change of one file costs that file and
/// a pass over the notes in memory; one of thousands of files costs a scan. Only the folders of notes are watched, not
/// their media folders: whoever shows media looks at the folder then.
package final class LiveIndex: Sendable {
  private let watcher: FolderWatcher
  private let shared: Shared
  private let thread: BackgroundThread

  private final class Shared: Sendable {
    let state: Mutex<State>

    init(_ snapshot: LiveSnapshot) {
      state = Mutex(State(snapshot: snapshot))
    }
  }

  private struct State {
    var snapshot: LiveSnapshot
    var isStopped = false
    var subscribers: [Int: AsyncStream<LiveChange>.Continuation] = [:]
    var lastSubscriber = 0
  }

  /// A subscriber that is slow loses the oldest changes, and sees that from their generations.
  private static let bufferedChanges = 64

  /// Reads the vault, and follows it until `stop`.
  ///
  /// - Throws: if the vault cannot be opened, or the system has no more threads or descriptors.
  package init(_ source: LiveSource) throws(LiveIndexError) {
    do throws(SystemError) {
      watcher = try FolderWatcher()
    } catch {
      throw .system(error)
    }
    let indexer: LiveIndexer
    do throws(StoreError) {
      indexer = try LiveIndexer(source, watcher)
    } catch {
      throw .store(error)
    }
    let shared = Shared(indexer.snapshot)
    self.shared = shared
    let handover = Mutex<LiveIndexer?>(indexer)
    do throws(SystemError) {
      thread = try BackgroundThread { [shared] in
        guard let indexer = handover.withLock({ $0.take() }) else { return }
        Self.follow(indexer, shared)
      }
    } catch {
      throw .system(error)
    }
  }

  package var snapshot: LiveSnapshot { shared.state.withLock { $0.snapshot } }

  /// The changes from now on; ends with `stop`, or when its consumer is cancelled.
  package func changes() -> AsyncStream<LiveChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveChange.self, bufferingPolicy: .bufferingNewest(Self.bufferedChanges))
    let number = shared.state.withLock { state -> Int? in
      guard !state.isStopped else { return nil }
      state.lastSubscriber += 1
      state.subscribers[state.lastSubscriber] = continuation
      return state.lastSubscriber
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [shared] _ in
      shared.state.withLock { $0.subscribers[number] = nil }
    }
    return stream
  }

  /// Ends the thread and all streams of changes, and returns when the thread has ended.
  ///
  /// A second call does nothing.
  package func stop() {
    let (wasStopped, subscribers) = shared.state.withLock { state in
      defer { (state.isStopped, state.subscribers) = (true, [:]) }
      return (state.isStopped, Array(state.subscribers.values))
    }
    // A thread is joined once.
    guard !wasStopped else { return }
    watcher.wake()
    thread.join()
    subscribers.forEach { $0.finish() }
  }

  private static func follow(_ indexer: LiveIndexer, _ shared: Shared) {
    var indexer = indexer
    while !shared.state.withLock({ $0.isStopped }) {
      guard let change = indexer.advance() else { continue }
      let subscribers = shared.state.withLock { state in
        state.snapshot = indexer.snapshot
        return Array(state.subscribers.values)
      }
      subscribers.forEach { $0.yield(change) }
      // Two indexes were there at once.
      if change.ids == nil { FreeMemory.giveBack() }
    }
  }
}

/// Why a live index could not begin.
package enum LiveIndexError: Error, Hashable, Sendable {
  case store(StoreError)
  /// No descriptors or threads.
  case system(SystemError)
}

/// How a live index learns of changes.
package enum LiveState: Hashable, Sendable {
  /// The system reports each change.
  case watched
  /// The vault is read again at intervals.
  case polled(PollingReason)
  /// The vault cannot be opened any more; the index is the last one. Tried again at intervals.
  case lost(StoreError)
}

/// Why the system does not report every change in a vault.
package enum PollingReason: Hashable, Sendable {
  /// The user has no more watches (`fs.inotify.max_user_watches`) or watchers (`max_user_instances`).
  case watchLimit
  /// Changes by other machines are not reported.
  case networkFileSystem
  /// This system or file system cannot watch folders.
  case unsupported
}

/// A state of a live index.
package struct LiveSnapshot: Sendable {
  /// Grows by one with each change.
  package let generation: UInt64
  package let index: VaultIndex
  package let state: LiveState
  let history: LiveHistory

  init(generation: UInt64, index: VaultIndex, state: LiveState, history: LiveHistory? = nil) {
    (self.generation, self.index, self.state) = (generation, index, state)
    self.history = history ?? LiveHistory(after: generation)
  }

  /// The paths at which notes came, went or changed since an earlier generation; nil if that can be any, or if they are
  /// many: a scan is as fast then.
  package func paths(changedSince generation: UInt64) -> Set<VaultPath>? {
    history.paths(since: generation)
  }
}

/// The paths of the last changes of a live index.
struct LiveHistory: Sendable {
  private static let limit = 32
  private static let mostPaths = 64

  /// The generation before the first of the changes.
  private var start: UInt64
  private var changes: [Set<VaultPath>] = []

  init(after generation: UInt64) { start = generation }

  /// - Parameter paths: nil if every note may have changed.
  mutating func add(_ paths: Set<VaultPath>?) {
    guard let paths else {
      self = LiveHistory(after: start + UInt64(changes.count) + 1)
      return
    }
    changes.append(paths)
    if changes.count > Self.limit {
      changes.removeFirst()
      start += 1
    }
  }

  func paths(since generation: UInt64) -> Set<VaultPath>? {
    guard start...start + UInt64(changes.count) ~= generation else { return nil }
    let paths = changes[Int(generation - start)...].reduce(into: Set()) { $0.formUnion($1) }
    return paths.count > Self.mostPaths ? nil : paths
  }
}

/// A change of a live index.
package struct LiveChange: Hashable, Sendable {
  /// The generation after it.
  package let generation: UInt64
  /// The ids of notes that came, went or changed; nil if that can be any.
  package let ids: Set<NoteID>?
  package let state: LiveState
}

/// What a live index reads, and how.
package struct LiveSource: Sendable {
  /// Opens the vault; called before each scan of all of it, since its settings may have changed.
  package var open: @Sendable () throws(StoreError) -> Vault
  /// The time zone of times without an offset.
  package var zone: TimeZoneRules
  package var threads: Int
  /// Today in that zone; a note that opens is shown at the next scan of everything.
  package var today: @Sendable () -> CalendarDay
  /// Called only for ids that several files store.
  package var recorded: (@Sendable (_ id: NoteID, _ paths: [VaultPath]) -> VaultPath?)?
  /// The time of a monotonic clock.
  package var milliseconds: @Sendable () -> Int64

  package init(
    zone: TimeZoneRules, threads: Int, today: @escaping @Sendable () -> CalendarDay,
    milliseconds: @escaping @Sendable () -> Int64,
    recorded: (@Sendable (_ id: NoteID, _ paths: [VaultPath]) -> VaultPath?)? = nil,
    open: @escaping @Sendable () throws(StoreError) -> Vault
  ) {
    self.open = open
    self.zone = zone
    self.threads = threads
    self.today = today
    self.recorded = recorded
    self.milliseconds = milliseconds
  }

  func index(of scan: LiveScan) -> VaultIndex {
    scan.notes.resolved(keepsText: true, recorded: recorded, confirm: scan.stores)
      .sealingCopies(QueryMatcher(NoteQuery())) { _ in nil }
  }
}
