internal import VaultFormat
internal import VaultStore

extension NoteScanner {
  /// Whether the query lets the note through; the cheap conditions come first.
  ///
  /// - Parameter textIsRight: the conditions on text are known to hold.
  mutating func isMatch(
    _ note: IndexedNote, _ parts: NoteParts, _ file: ScannedFile, textIsRight: Bool = false
  ) -> Bool {
    if matcher.query.isEmpty { return true }
    guard matcher.allows(note) else { return false }
    if matcher.needsTags {
      guard matcher.allows(tags: tags.tags) else { return false }
    }
    if !textIsRight {
      let isRight = tags.bytes.withUnsafeBufferPointer { tags in
        matcher.allowsText(body: parts.body, title: parts.title, tags: tags, scratch: &scratch)
      }
      guard isRight else { return false }
    }
    if matcher.needsMedia {
      let media = mediaKinds(of: file)
      guard matcher.allows(kind: NoteKind(of: media), hasMedia: !media.isEmpty) else {
        return false
      }
    }
    if !matcher.query.properties.isEmpty {
      guard matcher.allows(NoteDocument(Array(parts.bytes)).frontMatter) else { return false }
    }
    guard let pattern else { return true }
    return pattern.matches(String(decoding: parts.body, as: UTF8.self))
      || pattern.matches(String(decoding: parts.title, as: UTF8.self))
  }

  /// Whether the raw bytes alone show that the query leaves the note out; its id is kept then.
  ///
  /// That saves reading the front matter of nearly all notes in a search for a rare word.
  mutating func isRuledOut(_ bytes: UnsafeBufferPointer<UInt8>, _ file: ScannedFile) -> Bool {
    guard matcher.canRuleOut, let parts = TransparentNote(bytes),
      matcher.rulesOut(bytes, scratch: &scratch)
    else { return false }
    guard let id = parts.id else { return true }
    var note = IndexedNote(
      folder: file.folderIndex, created: NoteTime(instant: 0, zone: .utc),
      flags: [.storesID, .idIsUnconfirmed])
    note.isMatch = false
    note.name = shard.store(file.name)
    shard.setID(of: &note, UnsafeBufferPointer(rebasing: bytes[id]))
    shard.add(note)
    return true
  }

  /// The kinds of the note's media.
  ///
  /// A folder that cannot be read counts as empty and is a finding.
  private mutating func mediaKinds(of file: ScannedFile) -> [MediaKind] {
    guard file.hasMediaFolder else { return [] }
    do {
      return try file.folder.mediaKinds(ofStem: Array(file.stem))
    } catch {
      let message = "its media folder cannot be read: \(error)"
      findings.append(LocatedFinding(file.path, Finding(.error, .unreadableFolder, message)))
      return []
    }
  }
}
