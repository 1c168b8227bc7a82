import VaultFormat

/// A path that the test wrote itself.
func path(_ text: String) -> VaultPath {
  VaultPath(text)!
}
