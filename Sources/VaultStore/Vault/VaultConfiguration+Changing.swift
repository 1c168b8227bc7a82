internal import VaultFormat

/// The settings cannot be changed by a program without changing more than was meant.
package struct SettingsEditError: Error, Hashable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "the settings cannot be changed by tl; change .tl/config.yaml in an editor"
  }
}

extension VaultConfiguration {
  /// The settings with another time zone; all other lines keep their bytes.
  ///
  /// - Parameter name: nil removes the setting.
  static func text(
    _ bytes: [UInt8], withTimeZone name: String?
  ) throws(SettingsEditError) -> [UInt8] {
    // As the front matter of a note they are edited by the same rules.
    let fence = Array("---\n".utf8)
    let isWhole = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    let note = NoteDocument(fence + bytes + (isWhole ? [] : [UInt8(ascii: "\n")]) + fence)
    var edited: [UInt8]?
    if let name {
      edited = try? note.setting("timezone", to: .text(name)).bytes
    } else {
      edited = try? note.removing("timezone").bytes
    }
    guard let edited, edited.starts(with: fence), edited.suffix(fence.count).elementsEqual(fence)
    else { throw SettingsEditError() }
    let text = Array(edited.dropFirst(fence.count).dropLast(fence.count))
    var wanted = VaultConfiguration(parsing: bytes)
    let result = VaultConfiguration(parsing: text)
    wanted.timeZone = name
    guard result.timeZone == name, result.isLike(wanted) else { throw SettingsEditError() }
    return text
  }

  /// All but the places of findings is equal.
  private func isLike(_ other: VaultConfiguration) -> Bool {
    format == other.format && maximumMediaSize == other.maximumMediaSize
      && maximumMediaPerSync == other.maximumMediaPerSync && categories == other.categories
      && templates == other.templates && findings.map(\.message) == other.findings.map(\.message)
  }
}

extension NoteWriter {
  /// Stores the time zone of the vault, or removes it.
  ///
  /// - Parameter name: of the tz database; the caller knows that there is one.
  /// - Returns: whether anything changed.
  /// - Throws: a `SettingsEditError`, a `StoreError`; the file is unchanged.
  package func setTimeZone(_ name: String?) throws -> Bool {
    let folder = vault.folder
    guard try folder.exists(VaultLayout.configuration) else {
      guard let name else { return false }
      let text = VaultConfiguration.initialText(timeZone: name)
      return try AtomicFileWriter(folder).create(VaultLayout.configuration, Array(text.utf8))
    }
    return try AtomicFileWriter(folder).replace(VaultLayout.configuration) { content in
      try VaultConfiguration.text(content.bytes, withTimeZone: name)
    }.isChange
  }
}
