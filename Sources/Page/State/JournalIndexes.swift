internal import Journal
internal import Synchronization
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The facts of all notes, kept in step with the vault, and the index of its last state.
final class JournalIndexes: Sendable {
  private struct Key: Hashable {
    /// Of the snapshot, for the persons, and of the facts.
    var generations: [UInt64]
    var day: CalendarDay
  }

  private let digest: LiveDigest<NoteFactsTable>
  private let last = Mutex<(key: Key, index: JournalIndex)?>(nil)

  /// Follows the changes of a vault until it is stopped.
  init(_ live: LiveIndex, zone: TimeZoneRules, threads: Int) {
    digest = LiveDigest(
      live, queue: "page-facts",
      LiveDigest.Reading(
        make: { index, vault in
          NoteFactsTable(index, NoteFactsReader(vault, zone: zone), threads: threads)
        },
        change: { facts, ids, index, vault in
          facts.update(ids, index, NoteFactsReader(vault, zone: zone), threads: threads)
        }))
  }

  /// The index of a state of the vault, and what stands for that state in a tag.
  func index(
    of snapshot: LiveSnapshot, _ vault: Vault, _ register: PersonRegister, today: CalendarDay
  ) async throws -> (index: JournalIndex, state: String) {
    let (table, generation) = try await digest.value(of: vault, upTo: snapshot.generation)
    let key = Key(generations: [snapshot.generation, generation], day: today)
    let index = last.withLock { last in
      if let last, last.key == key { return last.index }
      let index = JournalIndex(table.facts, register.settings, today: today) { register.book }
      last = (key, index)
      return index
    }
    return (index, "\(generation)")
  }
}
