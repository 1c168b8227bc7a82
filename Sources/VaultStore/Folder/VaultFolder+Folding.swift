internal import SystemCalls
internal import VaultFormat

extension VaultFolder {
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
