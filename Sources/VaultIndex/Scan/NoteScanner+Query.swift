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

/// A note whose title, body and tags occur verbatim in its bytes, except for line ends between words.
///
/// Front matter can encode a word differently only by escapes, which need a backslash or a doubled quote. A title may
/// also be the file's name, with its date only if the body is empty.
struct TransparentNote {
  /// The stored id, if the front matter begins with it in the form that tl writes; the rest may still be broken.
  ///
  /// Nil if there is no front matter.
  let id: Range<Int>?
  let bodyStart: Int

  /// Nil if the note is not surely transparent.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let layout = DocumentLayout(of: bytes)
    guard !layout.isUnclosed, Self.hasText(bytes, from: layout.bodyStart) else { return nil }
    bodyStart = layout.bodyStart
    guard let frontMatter = layout.frontMatter else {
      id = nil
      return
    }
    let lines = UnsafeBufferPointer(rebasing: bytes[frontMatter])
    guard !Self.mayHaveEscapes(lines), let id = Self.leadingID(lines) else { return nil }
    self.id = frontMatter.lowerBound + id.lowerBound..<frontMatter.lowerBound + id.upperBound
  }

  private static func hasText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var at = start
    while at < bytes.count {
      // Headings may be empty.
      if bytes[at] > 0x20, bytes[at] != UInt8(ascii: "#") { return true }
      at &+= 1
    }
    return false
  }

  /// Whether there is a backslash or a single quote.
  private static func mayHaveEscapes(_ lines: UnsafeBufferPointer<UInt8>) -> Bool {
    // Without an early exit, so that the compiler can process 16 bytes at a time.
    var least = UInt8.max
    for byte in lines {
      least = min(least, min(byte ^ UInt8(ascii: "\\"), byte ^ UInt8(ascii: "'")))
    }
    return least == 0
  }

  /// `id: ` and 36 characters of a UUID, then a line feed.
  private static func leadingID(_ lines: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let (start, end) = (4, 40)
    guard lines.count > end, lines[0] == UInt8(ascii: "i"), lines[1] == UInt8(ascii: "d"),
      lines[2] == UInt8(ascii: ":"), lines[3] == UInt8(ascii: " "), lines[end] == UInt8(ascii: "\n")
    else { return nil }
    // Without a branch for each byte: mispredictions at every other digit would cost more than the search. A negative
    // number means that the byte is what its name says.
    var isID: Int16 = -1
    for index in start..<end {
      let byte = lines[index]
      let digit = Int16(byte &- UInt8(ascii: "0")) &- 10
      let letter = Int16((byte | 0x20) &- UInt8(ascii: "a")) &- 6
      let hyphen = Int16(byte ^ UInt8(ascii: "-")) &- 1
      isID &= digit | letter | hyphen
    }
    guard isID < 0 else { return nil }
    return start..<end
  }
}

extension NoteScanner {
  /// When a note opens; nil unless it is sealed.
  func sealing(_ opens: CalendarDay?) -> CalendarDay? {
    guard let opens, let today, today < opens else { return nil }
    return opens
  }

  /// Adds what is shown of a sealed note.
  ///
  /// Its day and that it is sealed find it; its words, tags, media and keys do not.
  mutating func addSealed(
    until day: CalendarDay, _ bytes: UnsafeBufferPointer<UInt8>, of file: ScannedFile
  ) {
    let document = NoteDocument(Array(bytes)).sealed(until: day)
    let metadata = NoteMetadata(of: document, zone: zone)
    tags.clear()
    place = nil
    var note = file.note(created: metadata.created, zone: zone)
    note.set(updated: metadata.updated, date: metadata.date, isPinned: metadata.isPinned)
    note.flags.kind = metadata.kind
    note.flags.insert(.isSealed)
    note.isMatch = matcher.allows(sealed: note, document)
    document.bytes.withUnsafeBufferPointer { bytes in
      Array(document.title(metadata, at: file.path).utf8).withUnsafeBufferPointer { title in
        Array((metadata.id?.text ?? "").utf8).withUnsafeBufferPointer { id in
          store(
            &note, NoteParts(bytes: bytes, bodyStart: bytes.count, title: title, isPlain: false),
            storedID: id.isEmpty ? nil : id, order: metadata.order, opens: day,
            original: metadata.conflictOf.flatMap(NoteID.init), of: file)
        }
      }
    }
  }
}
