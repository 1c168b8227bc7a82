internal import SystemCalls
internal import VaultFormat

/// The names in the folders where one writer made notes, as of its first note there, and those notes.
///
/// Listing a folder of thousands again for each of thousands of notes would take minutes. New files of other programs
/// are still not overwritten: notes are only created, and the next number is tried if that fails.
final class TakenNames {
  /// The folders by their paths; nil is the root.
  private var folders: [VaultPath?: Folder] = [:]

  private struct Folder {
    var keys: Set<NameKey>
    /// The first number that may be free, by the key of the name without a number.
    var numbers: [NameKey: Int] = [:]
  }

  /// - Throws: a `StoreError` if the folder cannot be listed.
  func firstNumber(for name: NameKey, in path: VaultPath?, of root: VaultFolder) throws -> Int {
    try folder(path, of: root).numbers[name] ?? 1
  }

  /// - Throws: a `StoreError` if the folder cannot be listed.
  func hasOne(of names: [NameKey], in path: VaultPath?, of root: VaultFolder) throws -> Bool {
    let keys = try folder(path, of: root).keys
    return names.contains { keys.contains($0) }
  }

  /// Records that a note got its name with this number.
  func take(_ name: NameKey, number: Int, for wanted: NameKey, in path: VaultPath?) {
    folders[path]?.keys.insert(name)
    folders[path]?.numbers[wanted] = number + 1
  }

  private func folder(_ path: VaultPath?, of root: VaultFolder) throws -> Folder {
    if let known = folders[path] { return known }
    let folder = Folder(keys: Set(try root.list(path).map { NameKey($0.name) }))
    folders[path] = folder
    return folder
  }
}
