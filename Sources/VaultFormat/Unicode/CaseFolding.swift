/// Full case folding (The Unicode Standard, section 3.13; statuses C and F of CaseFolding.txt).
package enum CaseFolding {
  /// Folds the case of a text; the result may not be normalised: `Straße` → `strasse`, `İ` → `i̇`.
  package static func fold(_ text: String) -> String {
    String(decoding: fold(Array(text.utf8)), as: UTF8.self)
  }

  /// Folds the case of UTF-8 text; invalid bytes stay.
  package static func fold(_ bytes: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { append($0, to: &folded) }
    return folded
  }

  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to folded: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        folded.append(bytes[index].asciiLowercased)
        index += 1
        continue
      }
      let scalar = UTF8Scalar(in: bytes, at: index)
      let folding = UnicodeTables.shared.caseFolding(of: scalar.value)
      if folding.isEmpty { UTF8Scalar.append(scalar.value, to: &folded) }
      for part in folding { UTF8Scalar.append(part, to: &folded) }
      index += scalar.length
    }
  }
}

extension UInt8 {
  /// The byte in lower case if it is an ASCII letter, else the byte itself.
  var asciiLowercased: UInt8 {
    self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self
  }
}
