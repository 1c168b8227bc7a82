/// A boolean read leniently: `true`, `false`, `yes`, `no`, `on` or `off`, in any case.
package struct LenientBool: Hashable, Sendable {
  package let value: Bool

  /// Nil for any other text.
  package init?(_ text: String) {
    var copy = text
    guard let value = copy.withUTF8({ Self.read($0) }) else { return nil }
    self.value = value
  }

  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let value = Self.read(bytes) else { return nil }
    self.value = value
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    for (word, value) in words where word.count == bytes.count {
      if zip(word, bytes).allSatisfy({ $0 == $1 | 0x20 }) { return value }
    }
    return nil
  }

  private static let words: [([UInt8], Bool)] = [
    (Array("true".utf8), true), (Array("false".utf8), false),
    (Array("yes".utf8), true), (Array("no".utf8), false),
    (Array("on".utf8), true), (Array("off".utf8), false),
  ]
}
