package import VaultFormat

extension SettingsDocument {
  /// The settings of a vault as they are now; empty without a file.
  package init(of folder: VaultFolder) throws(StoreError) {
    guard try folder.exists(VaultLayout.configuration) else {
      self.init([])
      return
    }
    self.init(try folder.read(VaultLayout.configuration, limit: 1 << 20).bytes)
  }
}
