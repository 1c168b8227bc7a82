internal import VaultFormat

/// A note whose title, body and tags stand in its bytes as they are, but for line ends between their words.
///
/// Front matter may spell a word otherwise only by escapes, which need a backslash or a doubled quote; and a
/// title may come from the file's name only where the body has no text.
struct TransparentNote {
  /// The stored id, where the front matter begins with it in the form that tl writes; what follows
  /// may still turn out to be broken.
  ///
  /// Nil where there is no front matter.
  let id: Range<Int>?

  /// Nil where more has to be looked at.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let layout = DocumentLayout(of: bytes)
    guard !layout.isUnclosed, Self.hasText(bytes, from: layout.bodyStart) else { return nil }
    guard let frontMatter = layout.frontMatter else {
      id = nil
      return
    }
    let lines = UnsafeBufferPointer(rebasing: bytes[frontMatter])
    guard lines.offset(of: UInt8(ascii: "\\"), from: 0) == nil,
      lines.offset(of: UInt8(ascii: "'"), from: 0) == nil,
      let id = Self.leadingID(lines)
    else { return nil }
    self.id = frontMatter.lowerBound + id.lowerBound..<frontMatter.lowerBound + id.upperBound
  }

  private static func hasText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    var at = start
    while at < bytes.count {
      // Headings may be empty.
      if bytes[at] > 0x20, bytes[at] != UInt8(ascii: "#") { return true }
      at &+= 1
    }
    return false
  }

  /// `id: ` and 36 characters of a UUID, then a line feed.
  private static func leadingID(_ lines: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let (start, end) = (4, 40)
    guard lines.count > end, lines[0] == UInt8(ascii: "i"), lines[1] == UInt8(ascii: "d"),
      lines[2] == UInt8(ascii: ":"), lines[3] == UInt8(ascii: " "), lines[end] == UInt8(ascii: "\n")
    else { return nil }
    for index in start..<end {
      // Written out: a call into another module for each byte would cost more than the search.
      let byte = lines[index]
      let isHexadecimal = byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
      guard isHexadecimal || byte == UInt8(ascii: "-") else { return nil }
    }
    return start..<end
  }
}
