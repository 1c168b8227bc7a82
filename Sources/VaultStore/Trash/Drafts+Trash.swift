internal import SystemCalls
internal import VaultFormat

extension Drafts {
  /// The files of a draft beside its text.
  private static let companions = ["about", "base"]

  /// Moves a draft to the trash, with its record and base.
  ///
  /// The caller holds the `write` lock.
  ///
  /// - Parameter time: RFC 3339.
  func moveToTrash(_ number: Int, at time: String) throws(StoreError) -> TrashEntry {
    let text = try textPath(number)
    let entry = try Trash(vault).put(note: text, at: time).entry
    // Beside the folder of the text, where they are not taken for removed files.
    guard let entryFolder = entry.file?.parent?.parent else { return entry }
    for ending in Self.companions {
      let path = try folder.child("\(number).\(ending)")
      guard try vault.exists(path), let target = entryFolder.appending(path.name) else { continue }
      try vault.transferFile(path, to: target)
    }
    return entry
  }

  /// Restores a draft from `file` of the trash, with its number or the next free one.
  ///
  /// - Returns: the path of its text.
  func takeBack(_ file: VaultPath, from origin: VaultPath) throws(StoreError) -> VaultPath {
    try vault.makeFolders(VaultLayout.drafts, permissions: 0o700)
    let old = NumberedFolder.leadingNumber(origin.name)
    var number = try folder.next()
    if let old, try isUnused(old) { number = old }
    let rest = origin.name.dropFirst(old.map { "\($0)".utf8.count } ?? 0)
    let target = VaultPath(in: VaultLayout.drafts, named: Array("\(number)".utf8) + rest)
    // The text comes last: until then the entry is in the trash, and another restore completes this.
    for ending in Self.companions {
      let place = try folder.child("\(number).\(ending)")
      guard let old, let held = file.parent?.parent?.appending("\(old).\(ending)".utf8),
        try vault.exists(held), try !vault.exists(place)
      else { continue }
      try vault.transferFile(held, to: place)
    }
    try vault.transferFile(file, to: target)
    return target
  }

  /// Whether no text has the number; its other files may have been restored already.
  private func isUnused(_ number: Int) throws(StoreError) -> Bool {
    try !vault.list(VaultLayout.drafts).contains { Self.number(ofText: $0.name) == number }
  }
}
