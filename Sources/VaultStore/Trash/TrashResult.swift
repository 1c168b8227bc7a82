package import VaultFormat

/// The result of moving something to the trash.
package struct TrashResult: Sendable {
  package var entry: TrashEntry
  /// Errors for media that could not be moved and stay in place.
  ///
  /// The entry itself is complete.
  package var leftovers: [StoreError] = []
  /// The other note with the same media folder, which therefore stayed.
  package var twin: VaultPath?
}
