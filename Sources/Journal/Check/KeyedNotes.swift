internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Notes that a check reads for one of their keys.
struct KeyedNotes {
  let vault: Vault
  let scanner: VaultScanner
  let today: CalendarDay

  /// The notes that fulfil a condition, sorted by path; without conflict copies, and those that are sealed.
  func having(_ condition: PropertyCondition) -> [(path: VaultPath, document: NoteDocument)] {
    var query = NoteQuery()
    query.properties = [condition]
    guard let index = try? scanner.scan(query, keepsText: false) else { return [] }
    let reader = PageReader(vault: vault, index: index, zone: .utc, today: today)
    return reader.documents { _ in true }.map { (index.path($0.position), $0.document) }
      .sorted { $0.0 < $1.0 }
  }
}

extension PropertyCondition {
  static func present(_ key: KnownKey) -> PropertyCondition {
    PropertyCondition(key.name, .present)
  }
}
