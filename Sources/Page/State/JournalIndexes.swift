internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The facts of all notes, kept in step with the vault, and the index of its last state.
final class JournalIndexes: Sendable {
  private let digest: LiveDigest<NoteFactsTable>
  private let last = Latest<JournalIndex>()

  /// Follows the changes of a vault until it is stopped.
  init(_ live: LiveIndex, zone: TimeZoneRules, threads: Int) {
    digest = LiveDigest(
      live, queue: "page-facts",
      make: { index, vault in
        NoteFactsTable(index, NoteFactsReader(vault, zone: zone), threads: threads)
      },
      change: { facts, ids, index, vault in
        facts.update(ids, index, NoteFactsReader(vault, zone: zone), threads: threads)
      })
  }

  /// The index of a state of the vault, and what stands for that state in a tag.
  func index(
    of snapshot: LiveSnapshot, _ vault: Vault, _ register: PersonRegister, today: CalendarDay
  ) async throws -> (index: JournalIndex, state: String) {
    let (table, generation) = try await digest.value(of: vault, upTo: snapshot.generation)
    let index = last.value(of: snapshot, on: today, generation) {
      JournalIndex(table.facts, register.settings, today: today) { register.book }
    }
    return (index, "\(generation)")
  }
}
