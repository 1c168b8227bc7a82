package import VaultFormat

extension NoteWriter {
  /// Stores the time zone of the vault, or removes it.
  ///
  /// - Parameter name: of the tz database; the caller knows that there is one.
  /// - Returns: whether anything changed.
  /// - Throws: a `SettingsEditError`, a `StoreError`; the file is unchanged.
  package func setTimeZone(_ name: String?) throws -> Bool {
    try set(setting: "timezone", to: name.map(FieldValue.text))
  }

  /// Stores a setting of the vault, or removes it.
  ///
  /// - Parameter value: nil removes it.
  /// - Returns: whether anything changed.
  /// - Throws: a `SettingsEditError`, a `StoreError`; the file is unchanged.
  package func set(setting name: String, to value: FieldValue?) throws -> Bool {
    try editSettings { try $0.setting(name, to: value) }
  }

  /// Changes the settings of the vault; a file that is not there is made.
  ///
  /// - Parameter change: called again if another program saves the file meanwhile.
  /// - Returns: whether anything changed.
  /// - Throws: what `change` throws, a `StoreError`; the file is unchanged.
  package func editSettings(
    _ change: (SettingsDocument) throws -> SettingsDocument
  ) throws -> Bool {
    guard try vault.folder.exists(VaultLayout.configuration) else {
      let empty = SettingsDocument(Array(VaultConfiguration.initialText(timeZone: nil).utf8))
      let new = try change(empty)
      guard new != empty else { return false }
      return try create(VaultLayout.configuration, new.bytes)
    }
    return try replace(VaultLayout.configuration) { content in
      try change(SettingsDocument(content.bytes)).bytes
    }.isChange
  }
}
