/// The settings of a vault as their bytes, and edits that splice them: all other lines keep theirs.
///
/// Every edit is read again before it is accepted: it says what was meant, and every other setting what it said.
package struct SettingsDocument: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The value of a setting; nil if it is not there, or the file cannot be read.
  package func value(of name: String) -> YAMLNode? {
    FrontMatter(settings: bytes).field(named: name)?.value
  }

  /// The settings with another value of one of them; nil removes it.
  package func setting(
    _ name: String, to value: FieldValue?
  ) throws(SettingsEditError) -> SettingsDocument {
    guard let note, let edited = try? note.setting(name, orRemoving: value) else {
      throw SettingsEditError()
    }
    let new = try SettingsDocument(framed: edited)
    guard new.keepsOthers(than: name, of: self), (new.value(of: name) == nil) == (value == nil)
    else { throw SettingsEditError() }
    return new
  }

  /// Whether every other setting is written as in the old file.
  func keepsOthers(than name: String, of old: SettingsDocument) -> Bool {
    guard let own = written(except: name), let others = old.written(except: name) else {
      return false
    }
    return own == others
  }

  /// The settings other than one as they are written; nil if the file cannot be read.
  private func written(except name: String) -> [[UInt8]]? {
    let settings = FrontMatter(settings: bytes)
    guard settings.problem == nil else { return nil }
    return settings.fields.filter { !$0.name.utf8.elementsEqual(name.utf8) }.map {
      Array(bytes[$0.key.range]) + [0] + Array(bytes[$0.value.range])
    }
  }
}

// MARK: - As the front matter of a note

extension SettingsDocument {
  static let fence = Array("---\n".utf8)

  /// The file as the front matter of a note, by whose rules it is edited and merged; nil if it has a line that would end
  /// it, or a byte order mark.
  var note: NoteDocument? {
    let isTerminated = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    let lines = isTerminated ? bytes : bytes + [UInt8(ascii: "\n")]
    let note = NoteDocument(Self.fence + lines + Self.fence)
    guard note.frontMatter?.range == Self.fence.count..<(Self.fence.count + lines.count),
      !bytes.starts(with: [0xEF, 0xBB, 0xBF])
    else { return nil }
    return note
  }

  /// The lines between the fences of `note` after an edit.
  init(framed note: NoteDocument) throws(SettingsEditError) {
    let fence = Self.fence
    guard note.bytes.count >= 2 * fence.count, note.bytes.starts(with: fence),
      note.bytes.suffix(fence.count).elementsEqual(fence)
    else { throw SettingsEditError() }
    bytes = Array(note.bytes.dropFirst(fence.count).dropLast(fence.count))
  }
}

extension NoteDocument {
  func setting(
    _ key: String, orRemoving value: FieldValue?
  ) throws(EditError) -> NoteDocument {
    guard let value else { return try removing(key) }
    return try setting(key, to: value)
  }
}
