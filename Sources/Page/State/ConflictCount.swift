internal import VaultFormat
internal import VaultIndex
internal import VaultStore

extension ConflictCopyFile {
  /// The number of conflict copies among the notes, for the head of every page.
  ///
  /// Copies are known by their names, so that a vault without any is only looked through once for each state of it.
  /// `/conflicts` looks at every file.
  static func count(in index: VaultIndex, of vault: () throws -> Vault) -> Int {
    let paths = index.notes(whereName: ConflictCopyName.isPossible).map(index.path)
      .filter { ConflictCopyName($0) != nil }
    // A copy that was made a note of its own keeps its name.
    let folder = paths.isEmpty ? nil : try? vault().folder
    var count = 0
    for path in paths where count >= limit || folder.map({ isCopy(path, in: $0) }) ?? true {
      count += 1
    }
    return count
  }

  /// More copies than this are not looked at; they count.
  private static let limit = 200

  private static func isCopy(_ path: VaultPath, in folder: VaultFolder) -> Bool {
    guard let content = try? folder.read(path, limit: 1 << 20) else { return true }
    let document = NoteDocument(content.bytes)
    return document.frontMatter?.field(of: .conflictOf)?.value.text != nil
      || !ConflictCopy.canMark(document)
  }
}
