internal import VaultFormat
internal import VaultStore

extension VaultIndex {
  /// The notes with this file name, with or without its extension, sorted by path.
  ///
  /// If no name is equal as written, matches names that differ only in case and normal form.
  package func notes(withFileName text: String) -> [Position] {
    let matcher = FileNameMatcher(text)
    var exact: [Position] = []
    var similar: [Position] = []
    for position in positions {
      switch matcher.match(name(position)) {
      case .equal: exact.append(position)
      case .similar: similar.append(position)
      case nil: break
      }
    }
    return (exact.isEmpty ? similar : exact).sorted { path($0) < path($1) }
  }
}

/// Matches file names of notes against one name.
private struct FileNameMatcher {
  private let bytes: [UInt8]
  private let key: NameKey
  /// The name in lower case, if it is ASCII.
  private let lowered: [UInt8]?

  enum Match {
    case equal, similar
  }

  init(_ text: String) {
    bytes = Normalization.nfc(Array(text.utf8))
    key = NameKey(bytes)
    lowered = bytes.allSatisfy { $0 < 0x80 } ? bytes.map(Self.lower) : nil
  }

  /// - Parameter name: the file name of a note.
  func match(_ name: ArraySlice<UInt8>) -> Match? {
    let length = name.withUnsafeBufferPointer { NoteName.stemLength($0) } ?? name.count
    let stem = name.prefix(length)
    if let lowered, name.allSatisfy({ $0 < 0x80 }) {
      // Nearly all names are ASCII and differ in length.
      let candidate = stem.count == lowered.count ? stem : name
      guard candidate.count == lowered.count,
        zip(candidate, lowered).allSatisfy({ Self.lower($0) == $1 })
      else { return nil }
      return candidate.elementsEqual(bytes) ? .equal : .similar
    }
    for candidate in [stem, name] where NameKey(candidate) == key {
      return Normalization.nfc(Array(candidate)) == bytes ? .equal : .similar
    }
    return nil
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
