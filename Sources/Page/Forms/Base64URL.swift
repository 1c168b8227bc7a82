/// Base64 for addresses and fields (RFC 4648, 5), without padding.
enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// By ASCII code; 255 for characters that are not in the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: .max, count: 128)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in bytes {
      (bits, count) = ((bits << 8 | Int(byte)) & 0xFFFF, count + 8)
      while count >= 6 {
        count -= 6
        result.append(alphabet[bits >> count & 63])
      }
    }
    if count > 0 { result.append(alphabet[bits << (6 - count) & 63]) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Nil for any other character.
  static func decoded(_ text: some StringProtocol) -> [UInt8]? {
    var result: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in text.utf8 {
      guard byte < 128, values[Int(byte)] < 64 else { return nil }
      (bits, count) = ((bits << 6 | Int(values[Int(byte)])) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return result
  }
}
