internal import VaultFormat

/// When an edit without tl gets its time written into the note (docs/git-sync.md, "Stamping").
enum Stamp {
  /// The note with `updated`, or its alias of that key, set; nil if it stays unchanged.
  ///
  /// Adds no key. A value that tl cannot read stays.
  ///
  /// - Parameters:
  ///   - committed: the note in the last commit.
  ///   - fileTime: the modification time; seconds since 1970, as `now`.
  ///   - zone: of times without an offset.
  ///   - ownZone: of the stamp.
  static func stamped(
    _ note: NoteDocument, committed: NoteDocument, fileTime: Int64, now: Int64,
    zone: TimeZoneRules, ownZone: TimeZoneRules
  ) -> NoteDocument? {
    guard let field = note.frontMatter?.field(of: .updated), note.frontMatter?.problem == nil,
      differ(note, committed)
    else { return nil }
    let last = time(of: committed, zone)
    if !field.value.isNull {
      guard let own = time(of: note, zone), let last, own.seconds <= last.seconds else {
        return nil
      }
    }
    let earliest = last.map { $0.seconds + 1 } ?? .min
    // The clock of another device may be ahead of this one's: then no time is valid.
    guard earliest <= now else { return nil }
    let stamp = NoteTime(instant: min(max(fileTime, earliest), now), zone: ownZone)
    guard let stamped = try? note.setting(field.name, to: .plain(stamp.rfc3339)),
      stamped.bytes != note.bytes
    else { return nil }
    return stamped
  }

  private static func time(of note: NoteDocument, _ zone: TimeZoneRules) -> NoteTime? {
    note.frontMatter?.field(of: .updated)?.value.text.flatMap { NoteTime($0, zone: zone) }
  }

  /// Whether anything except the value of `updated` differs.
  private static func differ(_ a: NoteDocument, _ b: NoteDocument) -> Bool {
    let (first, second) = (parts(of: a), parts(of: b))
    return !first.head.elementsEqual(second.head) || !first.tail.elementsEqual(second.tail)
  }

  private static func parts(
    of note: NoteDocument
  ) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    guard let range = note.frontMatter?.field(of: .updated)?.value.range else {
      return (note.bytes[...], [])
    }
    return (note.bytes[..<range.lowerBound], note.bytes[range.upperBound...])
  }
}

/// The files by which editors show that a note is open.
enum EditorFile {
  /// Whether an editor has the file open, as far as such files show.
  static func exists(beside path: VaultPath, _ exists: (VaultPath) -> Bool) -> Bool {
    let name = Array(path.name)
    // Vim; Emacs (a broken link); LibreOffice.
    let names = [
      Array(".".utf8) + name + Array(".swp".utf8), Array(".#".utf8) + name,
      Array(".~lock.".utf8) + name + Array("#".utf8),
    ]
    return names.contains { name in path.replacingName(with: name).map(exists) ?? false }
  }
}
