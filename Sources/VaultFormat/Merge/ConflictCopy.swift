/// The file that keeps a whole version of a note beside the note, where two versions could not be joined
/// (docs/vault-format.md, rule M-15).
///
/// Everything in it derives from what all devices have, so that all make the same copy.
package enum ConflictCopy {
  /// `stem.conflict-DEVICE-TIME` with the note's extension, in the note's folder; TIME is as
  /// `20261120T174002Z`.
  ///
  /// Of the device's name letters, marks and digits stay, in NFC; anything else becomes `-`. The stem is cut so
  /// that the name has 255 bytes at most. Whether the name is taken is the caller's question.
  ///
  /// - Parameter time: in seconds since 1970.
  package static func path(of note: VaultPath, device: String, time: Int64) -> VaultPath {
    let ending = Array(note.name[note.stem.endIndex...])
    let suffix = Array(".conflict-\(word(device))-\(clock(time))".utf8)
    let longest = PortableName.maximumLength - suffix.count
    // Where an extension leaves no room, it is a part of the name.
    let hasRoom = ending.count < longest
    let stem = hasRoom ? note.stem : note.name
    let kept = prefix(of: stem, length: max(1, longest - (hasRoom ? ending.count : 0)))
    return note.replacingName(with: kept + suffix + (hasRoom ? ending : [])) ?? note
  }

  /// The losing version as a note of its own: its id is UUID version 5 of the note's id and the losing blob,
  /// `conflict_of` is the note's id, `conflict_from` the device.
  ///
  /// All else keeps its bytes, so its links lead where they led: the copy lies in the same folder. Bytes whose
  /// front matter cannot be read or edited are given back as they are.
  ///
  /// - Parameter blob: the hex of the losing version's object id, in lower case.
  package static func document(
    of loser: NoteDocument, note: NoteID, blob: String, device: String
  ) -> NoteDocument {
    let id = ProvisionalID.ofConflict(note, blob: blob)
    let marked = try? loser.setting(loser.name(of: .id), to: .text(id.text))
      .setting(KnownKey.conflictOf.name, to: .text(note.text))
      .setting(KnownKey.conflictFrom.name, to: .text(device))
    return marked ?? loser
  }

  /// Whether a copy of this version can say in its front matter that it is one.
  package static func canMark(_ document: NoteDocument) -> Bool {
    (try? document.setting(KnownKey.conflictOf.name, to: .text("x"))) != nil
  }

  /// The device's name as a part of a file's name.
  private static func word(_ device: String) -> String {
    var word = ""
    var hasGap = false
    for scalar in Normalization.nfc(device).unicodeScalars {
      guard isWordPart(scalar) else {
        hasGap = !word.isEmpty
        continue
      }
      guard word.utf8.count + UTF8.width(scalar) < longestDevice else { break }
      if hasGap { word += "-" }
      hasGap = false
      word.unicodeScalars.append(scalar)
    }
    return word.isEmpty ? "device" : word
  }

  /// In bytes; leaves room for a stem that says what the note is.
  private static let longestDevice = 64

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  private static func clock(_ time: Int64) -> String {
    NoteTime(instant: time, zone: .utc).rfc3339.filter { $0 != "-" && $0 != ":" }
  }

  /// Whole scalars, as far as they fit.
  private static func prefix(of name: ArraySlice<UInt8>, length: Int) -> ArraySlice<UInt8> {
    guard name.count > length else { return name }
    var end = name.startIndex + length
    // Bytes of the form 10xxxxxx continue a character.
    while end > name.startIndex + 1, name[end] & 0xC0 == 0x80 { end -= 1 }
    return name[..<end]
  }
}
