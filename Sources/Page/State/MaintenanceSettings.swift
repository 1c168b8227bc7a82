package import VaultFormat
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
    self.settings = settings
    self.readingSettings = readingSettings
    self.noteZone = noteZone
  }
}
