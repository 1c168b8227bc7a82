internal import VaultFormat

/// A name to be compared with many others in NFC; those with the same `NameKey` are equal.
///
/// Makes no key for most of them, which differ in the first letter.
struct FoldedName {
  private let key: NameKey
  private let scalars: [UInt32]

  init(_ name: String) {
    key = NameKey(name.utf8)
    scalars = String(decoding: key.bytes, as: UTF8.self).unicodeScalars.map(\.value)
  }

  func equals(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    var (index, count) = (range.lowerBound, 0)
    while index < range.upperBound {
      let next = count < scalars.count ? scalars[count] : nil
      let byte = bytes[index]
      var (isEqual, length) = (next == UInt32(byte.isASCIILetter ? byte | 0x20 : byte), 1)
      if byte < 0x80 {
        index += 1
      } else {
        let scalar = UTF8Scalar(in: bytes, at: index)
        index += scalar.length
        let folding = UnicodeTables.shared.caseFolding(of: scalar.value)
        length = max(1, folding.count)
        isEqual =
          folding.isEmpty ? next == scalar.value : scalars[count...].starts(with: folding)
      }
      guard isEqual else {
        // The parts of a folding may compose (`ΐ`), or what is folded with a mark, where the capital did not (`H̱`).
        let mayCompose = length > 1 || index < range.upperBound && Self.beginsMark(bytes[index])
        return mayCompose && NameKey(bytes[range]) == key
      }
      count += length
    }
    return count == scalars.count
  }

  /// Whether a scalar may be one of U+0300 to U+036F, the marks of letters that have two cases.
  private static func beginsMark(_ byte: UInt8) -> Bool { byte == 0xCC || byte == 0xCD }
}
