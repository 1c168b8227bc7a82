/// The name of a chunk or box: four bytes, most often letters.
struct FourCC: Hashable, Sendable {
  let value: UInt32

  init(_ value: UInt32) {
    self.value = value
  }
}

extension FourCC: ExpressibleByStringLiteral {
  /// Characters up to U+00FF stand for the byte of that number: `©xyz` is A9 78 79 7A.
  init(stringLiteral text: String) {
    value = text.unicodeScalars.reduce(0) { $0 &<< 8 | $1.value & 0xFF }
  }

  var bytes: [UInt8] { value.bigEndianBytes }
}
