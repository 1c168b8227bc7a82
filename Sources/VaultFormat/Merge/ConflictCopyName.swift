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
