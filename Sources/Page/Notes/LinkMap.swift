internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Which notes may link to a note, by the names in their links.
///
/// All notes are read once, when it is first asked for; after that those that changed. A name that several notes have
/// leads to all of them: whoever asks looks at the links themselves.
final class LinkMap: Sendable {
  private struct State {
    /// Nil until it is made.
    var names: LinkNames?
    var isMaking = false
    /// Changed since then.
    var pending: Set<NoteID> = []
    /// Of the last change.
    var generation: UInt64
    /// Grows when all is to be read again.
    var round = 0

    mutating func forget() {
      (names, pending) = (nil, [])
      round += 1
    }
  }

  private let state: Mutex<State>
  private let queue = WorkQueue("page-links")
  private let live: LiveIndex

  /// More changed notes than this are not read one by one.
  private static let pendingLimit = 2_000

  /// Follows the changes of a vault until it is stopped.
  init(_ live: LiveIndex) {
    self.live = live
    let changes = live.changes()
    state = Mutex(State(generation: live.snapshot.generation))
    Task { [weak self] in
      for await change in changes { self?.take(change) }
    }
  }

  /// Whether an answer needs no wait.
  var isMade: Bool { state.withLock { $0.names != nil } }

  private func take(_ change: LiveChange) {
    state.withLock { state in
      defer { state.generation = max(state.generation, change.generation) }
      // It was in the first snapshot.
      guard change.generation > state.generation else { return }
      guard let ids = change.ids, change.generation == state.generation + 1,
        state.pending.count + ids.count <= Self.pendingLimit
      else { return state.forget() }
      if state.names != nil || state.isMaking { state.pending.formUnion(ids) }
    }
  }

  /// The notes with links that have the name of the note at `path`, and whether all are known; nil if the map is not
  /// made yet.
  ///
  /// - Parameter waits: makes it before the answer, else afterwards.
  func sources(
    linkingTo path: VaultPath, of vault: Vault, waits: Bool
  ) async throws -> (ids: Set<NoteID>, isCut: Bool)? {
    if waits {
      try await queue.run { self.update(vault) }
    } else if !isMade {
      Task { try await queue.run { self.update(vault) } }
      return nil
    } else if state.withLock({ !$0.pending.isEmpty }) {
      try await queue.run { self.update(vault) }
    }
    return state.withLock { state in
      state.names.map { ($0.sources(linkingTo: path), $0.isCut) }
    }
  }

  // MARK: - Reading

  /// On the queue only.
  private func update(_ vault: Vault) {
    let (names, pending, round) = state.withLock { state in
      if state.names?.isWorn == true { state.forget() }
      defer { state.pending = [] }
      state.isMaking = state.names == nil
      return (state.names, state.pending, state.round)
    }
    // Not before: what changes from now on is pending.
    let index = live.snapshot.index
    var made = names ?? LinkNames()
    if names == nil {
      for note in index.positions { Self.read(note, of: index, vault, into: &made) }
    } else if !pending.isEmpty {
      for id in pending { made.remove(id) }
      for note in index.notes(withIDs: pending) { Self.read(note, of: index, vault, into: &made) }
    }
    state.withLock { state in
      state.isMaking = false
      if state.round == round { state.names = made }
    }
  }

  private static func read(
    _ note: VaultIndex.Position, of index: VaultIndex, _ vault: Vault,
    into names: inout LinkNames
  ) {
    // What a sealed note says is not shown where its links lead either.
    guard index.opening(note) == nil else { return }
    let path = index.path(note)
    guard let bytes = try? vault.folder.read(path).bytes else { return }
    names.add(index.id(note), LinkNames.names(in: NoteDocument(bytes), of: path.parent))
  }
}
