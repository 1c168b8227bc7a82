internal import Git
package import VaultFormat

/// A note merged for plain git, which passes three files without commits (gitattributes(5), "Defining a custom merge
/// driver").
///
/// Both sides count as equally late: decisions by time are made by bytes, the same on every device. Without a conflict,
/// and without a field changed on both sides, the bytes are those of a sync.
package struct DriverMerge: Sendable {
  /// The merged note; after a conflict with git's markers around both versions.
  package let bytes: [UInt8]
  package let isConflict: Bool

  /// - Parameters:
  ///   - path: of the note in the vault.
  ///   - zone: for times without an offset; must be the same on every device.
  package init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], at path: VaultPath?, zone: TimeZoneRules
  ) {
    let merge = NoteMerge(
      base: NoteDocument(base), left: Self.side(ours, path), right: Self.side(theirs, path),
      zone: zone)
    let marked = merge.marked(left: "ours", right: "theirs")
    bytes = marked ?? merge.result.bytes
    isConflict = marked != nil
  }

  private static func side(_ bytes: [UInt8], _ path: VaultPath?) -> NoteMergeSide {
    NoteMergeSide(
      document: NoteDocument(bytes), at: path, time: 0, rank: Repository.idOfBlob(bytes).hex)
  }
}

extension Repository {
  /// Whether a path below the repository at `root` has a filter; filtered content is not a note.
  ///
  /// False if there is no readable repository.
  package static func isFiltered(_ path: String, below root: String) -> Bool {
    guard let path = VaultPath(path), let repository = try? Repository(openingRoot: root),
      case .driver? = try? repository.filterNeed(of: path)
    else { return false }
    return true
  }
}
