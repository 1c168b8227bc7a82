internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Reads all notes of a vault to count what is in them.
enum VaultSurvey {
  /// Without pages and notes that are sealed; a file that is gone since the scan is left out.
  static func statistics(of vault: OpenVault) throws -> VaultStatistics {
    let index = try vault.scan(keepsText: false)
    let today = vault.now.day
    let facts = NoteFactsReader(vault.vault, zone: vault.zone)
      .facts(of: index.withoutPages.positions, in: index, threads: ThisDevice.processorCount)
    return VaultStatistics(
      of: facts.lazy.filter { !$0.isWithheld(on: today) }, PersonFinder(vault, index).book)
  }
}
