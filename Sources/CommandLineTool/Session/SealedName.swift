internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The name of the file of a sealed note: its time, and no words.
enum SealedName {
  /// A free path in the same folder; nil if the file has such a name already.
  static func path(of note: VaultPath, created: NoteTime, in vault: Vault) -> VaultPath? {
    let stem = Slug.of(created)
    let ending = [UInt8(ascii: ".")] + Array(note.fileExtension)
    guard !note.stem.starts(with: stem.utf8),
      let wanted = note.replacingName(with: Array(stem.utf8) + ending)
    else { return nil }
    return try? wanted.firstNumbered { (path) throws(StoreError) -> VaultPath? in
      if try vault.folder.exists(path) { return nil }
      guard let media = MediaFolder(of: path) else { return path }
      return try vault.folder.exists(media.path) ? nil : path
    }
  }
}

extension OpenVault {
  /// - Throws: if a note is sealed.
  func checkOpen(_ path: VaultPath, instead hint: String) throws {
    let document = NoteDocument(try vault.folder.read(path).bytes)
    guard let day = try answer(for: document).opening else { return }
    throw CommandError("\(path.shown) is sealed until \(day)", hint: hint)
  }
}
