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
