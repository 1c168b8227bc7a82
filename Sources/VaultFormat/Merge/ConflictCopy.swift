/// The file that keeps the losing version of a note beside it, after two versions could not be merged
/// (docs/vault-format.md, rule M-18).
///
/// Derived only from data that all devices have, so that all make the same copy.
package enum ConflictCopy {
  /// `stem.conflict-DEVICE-TIME` with the extension of the note, in its folder; TIME is like `20261120T174002Z`.
  ///
  /// DEVICE keeps letters, marks and digits, in NFC; anything else becomes `-`. The stem is cut so that the name has
  /// at most 255 bytes. The caller checks whether the name is free.
  ///
  /// - Parameter time: seconds since 1970.
  package static func path(of note: VaultPath, device: String, time: Int64) -> VaultPath {
    let ending = Array(note.name[note.stem.endIndex...])
    let suffix = Array(".conflict-\(word(device))-\(clock(time))".utf8)
    let longest = PortableName.maximumLength - suffix.count
    // An extension that leaves no room for a stem is cut like one.
    let hasRoom = ending.count < longest
    let stem = hasRoom ? note.stem : note.name
    let kept = stem.prefix(ofWholeScalars: longest - (hasRoom ? ending.count : 0))
    return note.replacingName(with: kept + suffix + (hasRoom ? ending : [])) ?? note
  }

  /// Returns the losing version as an independent note: its id is UUID version 5 of the note's id and the losing blob,
  /// `conflict_of` is the note's id, `conflict_from` the device.
  ///
  /// All other bytes stay; links still work, since the copy is in the same folder. Returns the loser unchanged if its
  /// front matter cannot be read or edited.
  ///
  /// - Parameter blob: the object id of the losing version, in lower-case hex.
  package static func document(
    of loser: NoteDocument, note: NoteID, blob: String, device: String
  ) -> NoteDocument {
    let id = ProvisionalID.ofConflict(note, blob: blob)
    let marked = try? loser.setting(loser.name(of: .id), to: .text(id.text))
      .setting(KnownKey.conflictOf.name, to: .text(note.text))
      .setting(KnownKey.conflictFrom.name, to: .text(device))
    return marked ?? loser
  }

  /// Whether a copy of this version can be marked as one in its front matter.
  package static func canMark(_ document: NoteDocument) -> Bool {
    (try? document.setting(KnownKey.conflictOf.name, to: .text("x"))) != nil
  }

  /// The device name as part of a file name.
  private static func word(_ device: String) -> String {
    var word = ""
    var hasGap = false
    for scalar in Normalization.nfc(device).unicodeScalars {
      guard scalar.isWordPart else {
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

  /// The most bytes of a device's name, which leave room for a recognisable stem.
  private static let longestDevice = 64

  private static func clock(_ time: Int64) -> String {
    NoteTime(instant: time, zone: .utc).rfc3339.filter { $0 != "-" && $0 != ":" }
  }
}

// MARK: - Going back

extension ConflictCopy {
  /// Returns the version of the note that the copy keeps: with the id of the note, and without the keys that mark a
  /// copy.
  ///
  /// - Throws: `EditError` if the front matter of the copy cannot be edited.
  package static func original(
    of copy: NoteDocument, note: NoteID
  ) throws(EditError) -> NoteDocument {
    let document = try withoutOrigin(copy)
    return try document.setting(document.name(of: .id), to: .text(note.text))
  }

  /// Returns the copy as an independent note: without the keys that mark a copy, with its own id.
  package static func withoutOrigin(_ copy: NoteDocument) throws(EditError) -> NoteDocument {
    var document = copy
    for key in [KnownKey.conflictOf, .conflictFrom]
    where document.frontMatter?.field(of: key) != nil {
      document = try document.removing(document.name(of: key))
    }
    return document
  }
}

/// The parsed name of a conflict copy: `stem.conflict-DEVICE-TIME`, an optional number, and the extension of the file
/// (docs/vault-format.md, rule M-18).
///
/// The only mark of a copy whose front matter cannot be edited, or that is not a note.
package struct ConflictCopyName: Hashable, Sendable {
  /// The original file, in the same folder.
  ///
  /// If the name was too long, this has only the beginning of its stem. If the file has no extension, this includes
  /// the number of the copy.
  package let original: VaultPath
  /// The device, as spelled in the name.
  package let device: String
  /// The time when that device changed the file, in UTC.
  package let time: NoteTime

  /// Nil if the name is not that of a conflict copy.
  package init?(_ path: VaultPath) {
    let name = path.name
    guard let place = Self.withBytes(of: name, Self.lastMark), place > 0 else { return nil }
    let start = name.startIndex + place
    let rest = name[(start + Self.mark.utf8CodeUnitCount)...]
    let dot = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
    var words = rest[..<dot].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if let last = words.last, last.count < 4, !last.isEmpty, last.allSatisfy(\.isASCIIDigit) {
      words.removeLast()
    }
    guard words.count >= 2, let last = words.popLast(), let time = Self.time(last) else {
      return nil
    }
    let device = String(
      decoding: Array(words.joined(separator: [UInt8(ascii: "-")])), as: UTF8.self)
    guard !device.isEmpty,
      let original = path.replacingName(with: Array(name[..<start] + rest[dot...]))
    else { return nil }
    self.original = original
    self.device = device
    self.time = time
  }

  /// Whether the name may be that of a conflict copy; a cheap check.
  package static func isPossible(_ name: some Collection<UInt8>) -> Bool {
    withBytes(of: name, isPossible)
  }

  /// Whether the name may be that of a conflict copy; a cheap check.
  package static func isPossible(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count > mark.utf8CodeUnitCount + timeLength && lastMark(in: name) != nil
  }

  private static func withBytes<Result>(
    of name: some Collection<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    name.withContiguousStorageIfAvailable(body) ?? Array(name).withUnsafeBufferPointer(body)
  }

  private static let mark: StaticString = ".conflict-"
  private static let timeLength = 16

  /// How far the mark has to move back to have a byte in the place of its first one (Horspool's algorithm, from the end).
  private static let shifts: [UInt8] = {
    let length = UInt8(mark.utf8CodeUnitCount)
    var shifts = [UInt8](repeating: length, count: 256)
    for place in (1..<length).reversed() { shifts[Int(mark.utf8Start[Int(place)])] = place }
    return shifts
  }()

  /// Where the last mark begins.
  private static func lastMark(in name: UnsafeBufferPointer<UInt8>) -> Int? {
    let mark = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
    return shifts.withUnsafeBufferPointer { shifts in
      var start = name.count - mark.count
      while start >= 0 {
        if name[start] == mark[0], name[start..<start + mark.count].elementsEqual(mark) {
          return start
        }
        start -= Int(shifts[Int(name[start])])
      }
      return nil
    }
  }

  /// Parses `20261120T174002Z`.
  private static func time(_ word: ArraySlice<UInt8>) -> NoteTime? {
    let text = Array(String(decoding: word, as: UTF8.self))
    guard word.count == timeLength, text.count == timeLength, text[8] == "T", text[15] == "Z" else {
      return nil
    }
    let day = "\(String(text[0..<4]))-\(String(text[4..<6]))-\(String(text[6..<8]))"
    let clock = "\(String(text[9..<11])):\(String(text[11..<13])):\(String(text[13..<15]))"
    return NoteTime("\(day)T\(clock)Z", zone: .utc)
  }
}
