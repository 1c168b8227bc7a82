/// The SHA-256 of a file, by which what is made of the file is named.
package struct ContentHash: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  package let text: String

  /// Nil if the text is anything else.
  package init?(_ text: String) {
    let digits = text.utf8
    let isHash =
      digits.count == 64 && digits.allSatisfy { (0x30...0x39 ~= $0) || (0x61...0x66 ~= $0) }
    guard isHash else { return nil }
    self.text = text
  }
}
