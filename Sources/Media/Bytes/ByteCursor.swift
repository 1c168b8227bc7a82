/// Reads numbers one after the other from bytes in memory; nil beyond their end.
struct ByteCursor {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var left: Int { bytes.count - position }

  /// Nil, without moving, if fewer than `count` bytes are left.
  mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= left else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// An unsigned number of up to eight bytes, the first of which counts most; 0 for no bytes.
  mutating func big(_ count: Int) -> UInt64? {
    take(count)?.bigEndian
  }

  mutating func int(_ count: Int) -> Int? {
    big(count).flatMap { Int(exactly: $0) }
  }

  /// The bytes up to the next zero, which is skipped, or up to the end.
  mutating func takeText() -> ArraySlice<UInt8> {
    let text = bytes[position...].prefix { $0 != 0 }
    position = min(text.endIndex + 1, bytes.count)
    return text
  }
}
