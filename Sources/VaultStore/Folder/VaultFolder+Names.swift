internal import SystemCalls
package import VaultFormat

extension VaultFolder {
  /// The files in a folder and below it, by paths relative to it.
  package func allFiles(in folder: VaultPath) throws(StoreError) -> [VaultPath] {
    var files: [VaultPath] = []
    var folders = [folder]
    while let next = folders.popLast() {
      for entry in try list(next) {
        let path = VaultPath(in: next, named: entry.name)
        if entry.kind == .folder {
          folders.append(path)
        } else if let file = VaultPath(path.bytes.dropFirst(folder.bytes.count + 1)) {
          files.append(file)
        }
      }
    }
    return files
  }

  /// A path, or the first with `-2`, `-3` … whose name clashes with no existing one on any file system.
  package func freePath(like wanted: VaultPath) throws(StoreError) -> VaultPath {
    let isThere = try wanted.parent.map { folder throws(StoreError) in try exists(folder) }
    let siblings = isThere == false ? [] : try list(wanted.parent)
    let taken = Set(siblings.map { NameKey($0.name) })
    return wanted.firstNumbered { taken.contains(NameKey($0.name)) ? nil : $0 }
  }

  /// Whether the file system ignores case or Unicode normalization of names.
  ///
  /// Tests this with a hidden file below `.tl/local`, which is created if it does not exist.
  ///
  /// The caller holds the `sync` lock.
  package func foldsNames() throws(StoreError) -> Bool {
    try makeFolders(VaultLayout.sync)
    let folder = try openFolder(VaultLayout.sync)
    return try naming(VaultLayout.sync.text) { () throws(SystemError) in
      let stem = TemporaryNames().name(0)
      // é as one scalar and as two, É as one.
      let name = stem + [0xC3, 0xA9]
      _ = try folder.createFile(name, permissions: 0o600)
      defer { try? folder.removeFile(name) }
      for other in [stem + [0x65, 0xCC, 0x81], stem + [0xC3, 0x89]]
      where try folder.status(of: other) != nil {
        return true
      }
      return false
    }
  }
}

extension VaultPath {
  /// The first result that is not nil, of this path or of it with `-2`, `-3` ….
  package func firstNumbered<Result, Failure: Error>(
    _ body: (VaultPath) throws(Failure) -> Result?
  ) throws(Failure) -> Result {
    var (path, number) = (self, 1)
    while true {
      if let result = try body(path) { return result }
      number += 1
      path = numbered(number)
    }
  }
}
