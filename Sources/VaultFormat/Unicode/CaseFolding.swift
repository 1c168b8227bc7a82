/// Full case folding (The Unicode Standard, section 3.13; statuses C and F of CaseFolding.txt).
package enum CaseFolding {
  /// Folds the case of UTF-8 text; invalid bytes stay.
  ///
  /// The result may not be normalised: `Straße` → `strasse`, `İ` → `i̇`.
  package static func fold(_ bytes: [UInt8]) -> [UInt8] {
    var folded: [UInt8] = []
    folded.reserveCapacity(bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
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
    return folded
  }
}
