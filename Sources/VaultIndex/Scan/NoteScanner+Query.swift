internal import VaultFormat
internal import VaultStore

extension NoteScanner {
  /// Whether the note matches the query; tests the cheap conditions first.
  ///
  /// - Parameter textIsRight: whether the conditions on text are known to hold.
  mutating func isMatch(
    _ note: IndexedNote, _ parts: NoteParts, of file: ScannedFile, textIsRight: Bool
  ) -> Bool {
    if matcher.query.isEmpty { return true }
    guard matcher.allows(note) else { return false }
    if matcher.needsTags {
      guard matcher.allows(tagList: tags.bytes[...]) else { return false }
    }
    if !textIsRight {
      let isRight = tags.bytes.withUnsafeBufferPointer { tags in
        aliases.bytes.withUnsafeBufferPointer { aliases in
          let texts = QueryMatcher.NoteTexts(
            body: parts.body, title: parts.title, tags: tags, name: file.searchedName,
            aliases: aliases)
          return matcher.allowsText(in: texts, scratch: &scratch)
        }
      }
      guard isRight else { return false }
    }
    if matcher.needsMedia {
      let media = mediaKinds(of: file)
      guard matcher.allows(media: media) else { return false }
    }
    if !matcher.query.properties.isEmpty {
      let head = NoteDocument(Array(parts.bytes[..<parts.bodyStart]))
      guard matcher.allows(head.frontMatter) else { return false }
    }
    guard let pattern else { return true }
    return pattern.matches(String(decoding: parts.body, as: UTF8.self))
      || pattern.matches(String(decoding: parts.title, as: UTF8.self))
  }

  /// Matches the conditions on text against the raw bytes of a whole note, before its front matter is read; nil if that
  /// is not possible.
  ///
  /// Of a note without a required word or key only the id is kept. That saves parsing the front matter of nearly all
  /// notes in a search for a rare word, or for what few notes have, such as a position.
  mutating func textVerdict(
    on bytes: UnsafeBufferPointer<UInt8>, _ file: ScannedFile
  ) -> QueryMatcher.TextVerdict? {
    guard matcher.canRuleOut, let parts = TransparentNote(bytes) else { return nil }
    let verdict = matcher.textVerdict(
      on: bytes, bodyStart: parts.bodyStart, name: file.searchedName, isTransparent: true,
      scratch: &scratch)
    if verdict == .missing, let id = parts.id {
      addLeftOut(file, id: UnsafeBufferPointer(rebasing: bytes[id]))
    }
    return verdict
  }

  private mutating func addLeftOut(_ file: ScannedFile, id: UnsafeBufferPointer<UInt8>) {
    var note = IndexedNote(
      folder: file.folderIndex, created: NoteTime(instant: 0, zone: .utc),
      flags: [.storesID, .idIsUnconfirmed])
    note.isMatch = false
    add(note, file, id: id)
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
      findings.append(
        LocatedFinding(file.path, Finding(.error, .unreadableFolder, message: message)))
      return []
    }
  }
}
