internal import SystemCalls
package import VaultFormat

/// The names in the media folder of one note, read once for all files that are added.
///
/// The caller holds the `write` lock. A file of another program is never replaced: if one appears, its name counts as
/// taken.
package final class MediaNames {
  private let vault: VaultFolder
  private let folder: MediaFolder
  private let handle: FileDescriptor
  /// In lower case.
  private var taken: Set<String>
  /// The last number of each wanted name, so that many files of the same name need no search.
  private var numbers: [String: Int] = [:]

  /// Creates the folder if it does not exist.
  ///
  /// - Parameter isSynced: whether a new folder is on disk afterwards.
  package init(
    _ vault: VaultFolder, _ folder: MediaFolder, isSynced: Bool = true
  ) throws(StoreError) {
    try vault.makeFolders(folder.path, isSynced: isSynced)
    self.vault = vault
    self.folder = folder
    handle = try vault.openFolder(folder.path)
    do {
      taken = Set(
        try handle.entries().map { String(decoding: $0.name, as: UTF8.self).lowercased() })
    } catch {
      throw StoreError(folder.path.text, .system(error))
    }
  }

  /// Moves a staged file into the folder under a portable name that is unique, with `-2`, `-3` …, ignoring case.
  ///
  /// It is on disk after `sync`.
  ///
  /// - Returns: nil if the file system cannot move it there; it stays in the stage then.
  package func take(
    _ staged: StagedFile, as wantedName: String
  ) throws(StoreError) -> VaultPath? {
    let name: PortableName
    do {
      name = try publish(as: made(wantedName)) { (name) throws(SystemError) in
        try staged.stage.move(staged.name, to: name, in: handle)
      }
    } catch {
      if error.crossesFileSystems { return nil }
      throw StoreError(folder.path.text, .system(error))
    }
    return try path(name)
  }

  /// Copies a file into the folder under such a name as `take` gives.
  ///
  /// - Parameters:
  ///   - keepsTime: whether the copy gets the source's modification time.
  ///   - rewrite: what the copy consists of; nil for the whole source.
  package func copy(
    _ source: borrowing MediaSource, as wantedName: String, keepsTime: Bool = false,
    rewrite: MediaRewrite? = nil
  ) throws(StoreError) -> VaultPath {
    let prepared = try prepare(source, keepsTime: keepsTime, rewrite: rewrite)
    try naming(folder.path.text) { () throws(SystemError) in try prepared.temporary.file.sync() }
    return try publish(prepared, as: wantedName)
  }

  /// Copies a file, or what `rewrite` makes of it, under a temporary name; it is not on disk yet.
  func prepare(
    _ source: borrowing MediaSource, keepsTime: Bool, rewrite: MediaRewrite? = nil
  ) throws(StoreError) -> PreparedFile {
    let prepared = try naming(folder.path.text) { () throws(SystemError) in
      PreparedFile(
        try TemporaryFile(
          in: handle.reopened(), prefix: VaultLayout.temporaryPrefix, permissions: 0o666,
          isRead: rewrite != nil))
    }
    try write(source, rewrite, to: prepared.temporary.file)
    if keepsTime { try? prepared.temporary.file.setModified(source.status.modified) }
    return prepared
  }

  /// Gives a prepared file a portable name that is unique, as `take` does.
  func publish(
    _ prepared: PreparedFile, as wantedName: String
  ) throws(StoreError) -> VaultPath {
    let name = try naming(folder.path.text) { () throws(SystemError) in
      try publish(as: made(wantedName)) { (name) throws(SystemError) in
        try prepared.temporary.publishIfFree(as: name)
      }
    }
    return try path(name)
  }

  private func write(
    _ source: borrowing MediaSource, _ rewrite: MediaRewrite?, to file: borrowing FileDescriptor
  ) throws(StoreError) {
    if let rewrite { return try rewrite.write(source, to: file, in: folder.path) }
    do {
      _ = try source.file.copyAll(to: file)
    } catch {
      throw StoreError(folder.path.text, .system(error))
    }
  }

  /// Returns when all names are on disk.
  package func sync() throws(StoreError) {
    try naming(folder.path.text) { () throws(SystemError) in try handle.syncFolder() }
  }

  private func made(_ wanted: String) -> PortableName {
    PortableName.made(from: Normalization.nfc(String(wanted.drop { $0 == "." || $0 == " " })))
  }

  private func publish(
    as wanted: PortableName, _ giveName: ([UInt8]) throws(SystemError) -> Bool
  ) throws(SystemError) -> PortableName {
    let key = wanted.text.lowercased()
    var number = numbers[key] ?? 1
    while true {
      let name = number == 1 ? wanted : wanted.numbered(number)
      // String equality is canonical equivalence, so NFC and NFD of one name clash here too.
      let isFree = taken.insert(name.text.lowercased()).inserted
      if isFree, try giveName(Array(name.text.utf8)) {
        numbers[key] = number
        vault.onChange()
        return name
      }
      number += 1
    }
  }

  private func path(_ name: PortableName) throws(StoreError) -> VaultPath {
    guard let path = folder.path.appending(name.text.utf8) else {
      throw StoreError(folder.path.text, .invalidName)
    }
    return path
  }
}
