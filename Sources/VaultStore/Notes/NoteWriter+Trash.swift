extension NoteWriter {
  /// Restores an entry of the trash; see `Trash.restore`.
  package func restore(_ number: Int) throws(StoreError) -> RestoreResult {
    try Trash(vault.folder).restore(number)
  }

  /// Deletes the entries of the trash up to number `highest`; see `Trash.empty`.
  package func emptyTrash(
    through highest: Int
  ) throws(StoreError) -> (count: Int, failures: [StoreError]) {
    try Trash(vault.folder).empty(through: highest)
  }
}
