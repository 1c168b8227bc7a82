internal import VaultFormat
internal import VaultStore

extension VaultIndex {
  /// The notes whose file bears this name, with its extension or without; in the order of their paths.
  ///
  /// Names that are equal but for letter case and normal form count where none is equal as it is written.
  package func notes(withFileName text: String) -> [Position] {
    let wanted = FileNameQuestion(text)
    var exact: [Position] = []
    var similar: [Position] = []
    for position in positions {
      switch wanted.likeness(to: bytes(self[position].name, position)) {
      case .equal: exact.append(position)
      case .similar: similar.append(position)
      case .other: break
      }
    }
    return (exact.isEmpty ? similar : exact).sorted { path($0) < path($1) }
  }
}

/// A name that many names of notes are compared with.
private struct FileNameQuestion {
  private let bytes: [UInt8]
  private let key: NameKey
  /// In lower case, where all of it is ASCII.
  private let lowered: [UInt8]?

  enum Likeness {
    case equal, similar, other
  }

  init(_ text: String) {
    bytes = Normalization.nfc(Array(text.utf8))
    key = NameKey(bytes)
    lowered = bytes.allSatisfy { $0 < 0x80 } ? bytes.map(Self.lower) : nil
  }

  /// - Parameter name: of a note's file.
  func likeness(to name: ArraySlice<UInt8>) -> Likeness {
    let length = name.withUnsafeBufferPointer { NoteName.stemLength($0) } ?? name.count
    let stem = name.prefix(length)
    if let lowered, name.allSatisfy({ $0 < 0x80 }) {
      // Nearly every name is ASCII, and told apart by its length.
      let candidate = stem.count == lowered.count ? stem : name
      guard candidate.count == lowered.count,
        zip(candidate, lowered).allSatisfy({ Self.lower($0) == $1 })
      else { return .other }
      return candidate.elementsEqual(bytes) ? .equal : .similar
    }
    for candidate in [stem, name] where NameKey(candidate) == key {
      return Normalization.nfc(Array(candidate)) == bytes ? .equal : .similar
    }
    return .other
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
