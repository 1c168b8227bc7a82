internal import VaultFormat

/// When an edit that was made without tl gets the time of its change written into the note
/// (docs/git-sync.md, "Stamping").
enum Stamp {
  /// The note with `updated`, or the other name that it has for it, set; nil where it stays as it is.
  ///
  /// A note gets no key that it lacks. What a person wrote there and tl cannot read stays.
  ///
  /// - Parameters:
  ///   - committed: the note as the last commit has it.
  ///   - fileTime: when the file was changed; seconds since 1970, as `now`.
  ///   - zone: of times that are written without an offset.
  ///   - ownZone: in which the stamp is written.
  static func stamped(
    _ note: NoteDocument, committed: NoteDocument, fileTime: Int64, now: Int64,
    zone: TimeZoneRules, ownZone: TimeZoneRules
  ) -> NoteDocument? {
    guard let field = note.frontMatter?.knownFields[.updated], note.frontMatter?.problem == nil,
      differ(note, committed)
    else { return nil }
    let last = time(of: committed, zone)
    if !field.value.isNull {
      guard let own = time(of: note, zone), let last, own.seconds <= last.seconds else {
        return nil
      }
    }
    let earliest = last.map { $0.seconds + 1 } ?? .min
    // The clock of another device may be ahead of this one's: then no time is both.
    guard earliest <= now else { return nil }
    let stamp = NoteTime(instant: min(max(fileTime, earliest), now), zone: ownZone)
    guard let stamped = try? note.setting(field.name, to: .plain(stamp.rfc3339)),
      stamped.bytes != note.bytes
    else { return nil }
    return stamped
  }

  private static func time(of note: NoteDocument, _ zone: TimeZoneRules) -> NoteTime? {
    note.frontMatter?.knownFields[.updated]?.value.text.flatMap { NoteTime($0, zone: zone) }
  }

  /// Whether anything but the value of `updated` differs.
  private static func differ(_ a: NoteDocument, _ b: NoteDocument) -> Bool {
    let (first, second) = (parts(of: a), parts(of: b))
    return !first.head.elementsEqual(second.head) || !first.tail.elementsEqual(second.tail)
  }

  private static func parts(
    of note: NoteDocument
  ) -> (head: ArraySlice<UInt8>, tail: ArraySlice<UInt8>) {
    guard let range = note.frontMatter?.knownFields[.updated]?.value.range else {
      return (note.bytes[...], [])
    }
    return (note.bytes[..<range.lowerBound], note.bytes[range.upperBound...])
  }
}

/// The files by which editors tell that one of them has a note open.
enum EditorFile {
  /// Whether an editor has unsaved work on the file, as far as anybody can see.
  static func exists(beside path: VaultPath, _ exists: (VaultPath) -> Bool) -> Bool {
    let name = Array(path.name)
    // Vim; Emacs (a link to nowhere); LibreOffice.
    let names = [
      Array(".".utf8) + name + Array(".swp".utf8), Array(".#".utf8) + name,
      Array(".~lock.".utf8) + name + Array("#".utf8),
    ]
    return names.contains { name in path.replacingName(with: name).map(exists) ?? false }
  }
}
