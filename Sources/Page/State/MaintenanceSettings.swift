internal import Operations
package import VaultFormat
internal import VaultIndex
package import VaultStore
package import VaultSync

/// What syncs and repairs on the page need of the program: this device and its network.
package struct MaintenanceSettings: Sendable {
  /// For a sync that asks nobody at a terminal; stores this device's name and key.
  package var settings: @Sendable (VaultFolder) throws -> SyncSettings
  /// For reading: stores nothing.
  package var readingSettings: @Sendable (VaultFolder) -> SyncSettings
  /// For times in notes without an offset: the same on every device.
  package var noteZone: TimeZoneRules
  /// Nil where there is no program for it.
  package var notesync: NotesyncMaintenance?

  package init(
    settings: @escaping @Sendable (VaultFolder) throws -> SyncSettings,
    readingSettings: @escaping @Sendable (VaultFolder) -> SyncSettings,
    noteZone: TimeZoneRules
  ) {
    (self.settings, self.readingSettings, self.noteZone) = (settings, readingSettings, noteZone)
  }
}

/// A vault and its repository, opened on the thread that uses it.
struct MaintenanceVault: Sendable {
  let source: NoteSource
  let maintenance: MaintenanceSettings

  var vault: Vault { source.vault }

  /// For a sync.
  ///
  /// - Throws: `SyncError` without a repository, or with one that must not be touched.
  func syncing() throws -> SyncedVault {
    try vault.checkWritable()
    return try open(maintenance.settings(vault.folder))
  }

  /// The same for reading; stores nothing.
  func reading() throws -> SyncedVault { try open(maintenance.readingSettings(vault.folder)) }

  private func open(_ settings: SyncSettings) throws -> SyncedVault {
    try vault.checkInitialized()
    return try SyncedVault(
      vault, settings: settings, surroundings: source.surroundings, noteZone: maintenance.noteZone)
  }

  /// Finds in the history which of several files with one id is the note.
  var recordedNote: RecordedNote {
    { id, paths in
      guard let history = try? reading().history() else { return nil }
      return try? history.owner(of: id, among: paths)
    }
  }

  /// The first file that git would keep less private under its new name; nil in a vault without git.
  func exposed(_ files: [RenamedFile]) throws -> RenamedFile? {
    guard !files.isEmpty, let synced = try? reading() else { return nil }
    return try synced.exposed(files).first
  }
}
