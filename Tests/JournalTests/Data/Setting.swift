import VaultFormat

/// The value of the first key of a settings file.
func setting(_ text: String) -> YAMLNode? {
  FrontMatter(settings: Array(text.utf8)).fields.first?.value
}
