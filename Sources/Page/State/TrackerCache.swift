internal import Journal
internal import Operations
internal import Synchronization
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The trackers of a vault and what their events come to, kept as long as their files are the same.
///
/// While nothing changes, asking again costs a comparison. After a change of the vault it costs a pass over the notes in
/// memory, a look at each tracker's file, and reading those that changed, with the notes that name a tracker. A query
/// of a tracker (`from`) that needs the text of notes is run for whoever can wait; the others get what it found last.
final class TrackerCache: Sendable {
  private struct Entry: Sendable {
    var stamp: CardCache.FileStamp
    var tracker: Tracker
    var notes: [TrackerEvent]
    var tally: TrackerTally
    /// When it was counted, in seconds since 1970.
    var time: Int64

    /// Whether the events count the same now: none was planned and has come, and no other day has begun.
    func holds(at now: NoteTime) -> Bool {
      guard time <= now.seconds, tally.isOfDay(of: now) else { return false }
      return tally.planned?.hasCome(by: now) != true
    }
  }

  private struct State: Sendable {
    var generation: UInt64?
    /// What is sealed is known by it.
    var day: CalendarDay?
    /// Every query was run.
    var isWhole = false
    var entries: [Entry] = []
    var settings = JournalSettings(VaultConfiguration())
  }

  private let state = Mutex(State())

  /// All trackers, as they are now.
  ///
  /// - Parameter runsQueries: false for a caller that cannot wait until notes are read for a query.
  func trackers(
    of snapshot: LiveSnapshot, _ source: NoteSource, runsQueries: Bool = true
  ) throws -> TrackerList {
    var state = self.state.withLock { $0 }
    if !isFresh(state, snapshot, source, runsQueries) {
      state = try read(snapshot, source, runsQueries, after: state)
      let new = state
      self.state.withLock { if ($0.generation ?? 0) <= snapshot.generation { $0 = new } }
    }
    return TrackerList(
      statuses: state.entries.map {
        TrackerStatus($0.tracker, $0.tally, now: source.now, zone: source.zone)
      }, settings: state.settings)
  }

  /// How many are due, for a caller that cannot wait; 0 if they cannot be read.
  func dueCount(of snapshot: LiveSnapshot, _ source: NoteSource) -> Int {
    (try? trackers(of: snapshot, source, runsQueries: false))?.dueCount ?? 0
  }

  private func isFresh(
    _ state: State, _ snapshot: LiveSnapshot, _ source: NoteSource, _ runsQueries: Bool
  ) -> Bool {
    guard state.generation == snapshot.generation, state.day == source.now.day,
      state.entries.allSatisfy({ $0.holds(at: source.now) })
    else { return false }
    guard runsQueries else { return true }
    guard state.isWhole else { return false }
    // What was written a moment ago is in the index a moment later, and on a network disk after a while.
    let statuses = source.vault.folder.statuses(of: state.entries.map(\.tracker.path))
    return zip(state.entries, statuses).allSatisfy { entry, status in
      status.map(CardCache.FileStamp.init) == entry.stamp
    }
  }

  private func read(
    _ snapshot: LiveSnapshot, _ source: NoteSource, _ runsQueries: Bool, after old: State
  ) throws -> State {
    let now = source.now
    let settings = JournalSettings(source.vault.configuration)
    let isSameDay = old.day == now.day && old.settings.dayStart == settings.dayStart
    let known = Dictionary(
      isSameDay ? old.entries.map { ($0.tracker.path, $0) } : [], uniquingKeysWith: { $1 })
    let files = try source.trackerFiles(of: snapshot.index, runsQueries: runsQueries) {
      path, status in
      known[path].flatMap { $0.stamp == CardCache.FileStamp(status) ? $0.tracker : nil }
    }
    var state = State(
      generation: snapshot.generation, day: now.day,
      isWhole: !files.contains { $0.notes == nil }, settings: settings)
    for file in files {
      let (former, stamp) = (known[file.tracker.path], CardCache.FileStamp(file.status))
      let notes = file.notes ?? former?.notes ?? []
      if let former, former.stamp == stamp, former.notes == notes, former.holds(at: now) {
        state.entries.append(former)
        continue
      }
      // A file that changed meanwhile has another stamp, and is read again by the next request.
      guard let log = file.log(with: notes) else { continue }
      state.entries.append(
        Entry(
          stamp: stamp, tracker: file.tracker, notes: notes,
          tally: TrackerTally(of: log, now: now, dayStart: settings.dayStart), time: now.seconds))
    }
    return state
  }

  /// The notes that count as events of a tracker, as they were read last.
  func notes(of tracker: Tracker) -> [TrackerEvent] {
    state.withLock { state in
      state.entries.first { $0.tracker.path == tracker.path }?.notes ?? []
    }
  }
}

/// The trackers of a vault, as a request sees them.
struct TrackerList: Sendable {
  /// Sorted by path.
  let statuses: [TrackerStatus]
  let settings: JournalSettings

  var dueCount: Int { statuses.count { $0.late != nil } }
  var trackers: [Tracker] { statuses.map(\.tracker) }

  /// The tracker that an address names: by its id, the name of its file, its title or another name that it has.
  ///
  /// - Parameter segment: decoded.
  /// - Returns: nil if there is none, or if several are called so.
  func status(_ segment: String) -> TrackerStatus? {
    let id = NoteAddress.id(in: segment)
    if let found = only({ $0.id.text == id }) ?? only({ $0.name == segment }) { return found }
    guard case .one(let index) = NameSearch(segment, among: trackers),
      statuses[index].tracker.isCalled(segment)
    else { return nil }
    return statuses[index]
  }

  /// The name of a tracker's file as a segment of an address; its id where the name means another one too.
  func segment(of tracker: Tracker) -> String {
    let name = tracker.name
    let isPlain = !name.hasPrefix("~") && name != "." && name != ".."
    guard isPlain, status(name)?.tracker.path == tracker.path else {
      return NoteAddress.segment(of: tracker.id)
    }
    return PercentEncoding.encoded(name.utf8)
  }

  private func only(_ isWanted: (Tracker) -> Bool) -> TrackerStatus? {
    let found = statuses.filter { isWanted($0.tracker) }
    return found.count == 1 ? found[0] : nil
  }
}
