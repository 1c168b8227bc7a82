extension Bool {
  /// Reads `true`, `false`, `yes`, `no`, `on` or `off`, in any case; nil for any other text.
  package init?(lenient text: String) {
    var text = text
    guard let value = text.withUTF8({ Bool(lenient: $0) }) else { return nil }
    self = value
  }

  package init?(lenient bytes: UnsafeBufferPointer<UInt8>) {
    for (word, value) in Self.words where word.count == bytes.count {
      if zip(word, bytes).allSatisfy({ $0 == $1 | 0x20 }) {
        self = value
        return
      }
    }
    return nil
  }

  private static let words: [([UInt8], Bool)] = [
    (Array("true".utf8), true), (Array("false".utf8), false),
    (Array("yes".utf8), true), (Array("no".utf8), false),
    (Array("on".utf8), true), (Array("off".utf8), false),
  ]
}
