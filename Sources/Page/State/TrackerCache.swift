internal import Journal
internal import Synchronization
internal import SystemCalls
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

    /// Whether the events count the same now: none was planned and has come.
    func holds(at now: NoteTime) -> Bool {
      guard time <= now.seconds else { return false }
      guard let planned = tally.planned else { return true }
      return planned.precision == .day
        ? now.day < planned.day : now.seconds < planned.seconds
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

  /// What a caller needs to read the vault.
  struct Reading {
    var snapshot: LiveSnapshot
    /// Called only if something has to be read.
    var vault: () throws -> Vault
    /// In the zone of the vault.
    var now: NoteTime
    var zone: TimeZoneRules
    /// Nil for a caller that cannot wait until all notes are read.
    var scanner: VaultScanner?
  }

  /// All trackers, as they are now.
  func trackers(_ reading: Reading) throws -> TrackerList {
    var state = self.state.withLock { $0 }
    if try !isFresh(state, reading) {
      state = try read(reading, after: state)
      let new = state
      self.state.withLock { if ($0.generation ?? 0) <= reading.snapshot.generation { $0 = new } }
    }
    return TrackerList(
      statuses: state.entries.map {
        TrackerStatus($0.tracker, $0.tally, now: reading.now, zone: reading.zone)
      }, settings: state.settings)
  }

  private func isFresh(_ state: State, _ reading: Reading) throws -> Bool {
    guard state.generation == reading.snapshot.generation, state.day == reading.now.day,
      state.entries.allSatisfy({ $0.holds(at: reading.now) })
    else { return false }
    guard reading.scanner != nil else { return true }
    guard state.isWhole else { return false }
    // What was written a moment ago is in the index a moment later, and on a network disk after a while.
    let statuses = try reading.vault().folder.statuses(of: state.entries.map(\.tracker.path))
    return zip(state.entries, statuses).allSatisfy { entry, status in
      status.map(CardCache.FileStamp.init) == entry.stamp
    }
  }

  private func read(_ reading: Reading, after old: State) throws -> State {
    let vault = try reading.vault()
    let isSameDay = old.day == reading.now.day
    let known = Dictionary(
      isSameDay ? old.entries.map { ($0.tracker.path, $0) } : [], uniquingKeysWith: { $1 })
    let files = files(reading, vault, known)
    let events =
      files.isEmpty
      ? []
      : try EventNotes(of: vault, reading.snapshot.index, now: reading.now, zone: reading.zone)
        .events(of: files.map(\.tracker), reading.scanner)
    var state = State(
      generation: reading.snapshot.generation, day: reading.now.day,
      isWhole: !events.contains { $0 == nil })
    for (file, events) in zip(files, events) {
      let path = file.tracker.path
      let events = events ?? known[path]?.notes ?? []
      if let former = file.former, former.notes == events, former.holds(at: reading.now) {
        state.entries.append(former)
        continue
      }
      // A file that changed meanwhile has another stamp, and is read again by the next request.
      guard let content = file.document ?? document(at: path, vault, reading) else { continue }
      let log = TrackerLog(file.tracker, in: content, notes: events, zone: reading.zone)
      state.entries.append(
        Entry(
          stamp: file.stamp, tracker: file.tracker, notes: events,
          tally: TrackerTally(of: log, now: reading.now), time: reading.now.seconds))
    }
    state.entries.sort { $0.tracker.path < $1.tracker.path }
    state.settings = JournalSettings(vault.configuration)
    return state
  }

  /// A tracker as its file has it now.
  private struct File {
    var tracker: Tracker
    var stamp: CardCache.FileStamp
    /// Nil unless the file was read.
    var document: NoteDocument?
    /// Nil unless the file is the same as before.
    var former: Entry?
  }

  private func files(_ reading: Reading, _ vault: Vault, _ known: [VaultPath: Entry]) -> [File] {
    let index = reading.snapshot.index
    let positions = index.positions(of: .tracker)
    let statuses = vault.folder.statuses(of: positions.map(index.path))
    return zip(positions, statuses).compactMap { position, status in
      guard let status, status.kind == .file else { return nil }
      let (path, stamp) = (index.path(position), CardCache.FileStamp(status))
      if let former = known[path], former.stamp == stamp {
        return File(tracker: former.tracker, stamp: stamp, former: former)
      }
      return document(at: path, vault, reading).flatMap { document in
        Tracker(
          document, at: path, id: index.id(position), created: index[position].created,
          zone: reading.zone
        ).map { File(tracker: $0, stamp: stamp, document: document) }
      }
    }
  }

  /// Nil for a file that is excluded from counts and lists.
  private func document(
    at path: VaultPath, _ vault: Vault, _ reading: Reading
  ) -> NoteDocument? {
    guard let bytes = try? vault.folder.read(path).bytes else { return nil }
    let document = NoteDocument(bytes)
    let visibility = Visibility(on: reading.now.day, zone: reading.zone)
    return visibility.counts(document) ? document : nil
  }

  /// The notes that count as events of a tracker, as they were read last.
  func notes(of tracker: Tracker) -> [TrackerEvent] {
    state.withLock { state in
      state.entries.first { $0.tracker.path == tracker.path }?.notes ?? []
    }
  }
}
