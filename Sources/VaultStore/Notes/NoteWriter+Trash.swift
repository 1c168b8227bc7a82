extension NoteWriter {
  /// Puts an entry of the trash back; see `Trash.restore`.
  package func restore(_ number: Int) throws(StoreError) -> RestoreResult {
    try Trash(vault.folder).restore(number)
  }

  /// Removes what is in the trash for good, up to the entry numbered `highest`; see `Trash.empty`.
  package func emptyTrash(
    through highest: Int
  ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
    try Trash(vault.folder).empty(through: highest)
  }
}
