package import VaultFormat

/// The settings cannot be changed by a program without changing more than was meant.
package struct SettingsEditError: Error, Hashable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "the settings cannot be changed by tl; change .tl/config.yaml in an editor"
  }
}

extension VaultConfiguration {
  /// The settings with another value of one of them; all other lines keep their bytes.
  ///
  /// - Parameter value: nil removes the setting.
  static func text(
    _ bytes: [UInt8], setting name: String, to value: FieldValue?
  ) throws(SettingsEditError) -> [UInt8] {
    // As the front matter of a note they are edited by the same rules.
    let fence = Array("---\n".utf8)
    let isWhole = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    let note = NoteDocument(fence + bytes + (isWhole ? [] : [UInt8(ascii: "\n")]) + fence)
    var edited: [UInt8]?
    if let value {
      edited = try? note.setting(name, to: value).bytes
    } else {
      edited = try? note.removing(name).bytes
    }
    guard let edited, edited.starts(with: fence), edited.suffix(fence.count).elementsEqual(fence)
    else { throw SettingsEditError() }
    let text = Array(edited.dropFirst(fence.count).dropLast(fence.count))
    guard let before = settings(in: bytes, except: name),
      let after = settings(in: text, except: name),
      before == after, FrontMatter(settings: text).field(named: name) == nil || value != nil
    else { throw SettingsEditError() }
    return text
  }

  /// The settings other than one as they are written; nil if they cannot be read.
  private static func settings(in bytes: [UInt8], except name: String) -> [[UInt8]]? {
    let settings = FrontMatter(settings: bytes)
    guard settings.problem == nil else { return nil }
    return settings.fields.filter { !$0.name.utf8.elementsEqual(name.utf8) }.map {
      Array(bytes[$0.key.range]) + [0] + Array(bytes[$0.value.range])
    }
  }
}

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
    let folder = vault.folder
    guard try folder.exists(VaultLayout.configuration) else {
      guard let value else { return false }
      let text = try VaultConfiguration.text(
        Array(VaultConfiguration.initialText(timeZone: nil).utf8), setting: name, to: value)
      return try AtomicFileWriter(folder).create(VaultLayout.configuration, text)
    }
    return try AtomicFileWriter(folder).replace(VaultLayout.configuration) { content in
      try VaultConfiguration.text(content.bytes, setting: name, to: value)
    }.isChange
  }
}
