internal import VaultFormat

/// A note whose title, body and tags occur verbatim in its bytes, except for line ends between words.
///
/// Front matter can encode a word differently only by escapes, which need a backslash or a doubled quote. A title may
/// also be the file's name, with its date only if the body is empty.
struct TransparentNote {
  /// The stored id, if the front matter begins with it in the form that tl writes; the rest may still be broken.
  ///
  /// Nil if there is no front matter.
  let id: Range<Int>?
  let bodyStart: Int

  /// Nil if the note is not surely transparent.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let layout = DocumentLayout(of: bytes)
    guard !layout.isUnclosed, Self.hasText(bytes, from: layout.bodyStart) else { return nil }
    bodyStart = layout.bodyStart
    guard let frontMatter = layout.frontMatter else {
      id = nil
      return
    }
    let lines = UnsafeBufferPointer(rebasing: bytes[frontMatter])
    guard !Self.mayHaveEscapes(lines), let id = Self.leadingID(lines) else { return nil }
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

  /// Whether there is a backslash or a single quote.
  private static func mayHaveEscapes(_ lines: UnsafeBufferPointer<UInt8>) -> Bool {
    // Without an early exit, so that the compiler can process 16 bytes at a time.
    var least = UInt8.max
    for byte in lines {
      least = min(least, min(byte ^ UInt8(ascii: "\\"), byte ^ UInt8(ascii: "'")))
    }
    return least == 0
  }

  /// `id: ` and 36 characters of a UUID, then a line feed.
  private static func leadingID(_ lines: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    let (start, end) = (4, 40)
    guard lines.count > end, lines[0] == UInt8(ascii: "i"), lines[1] == UInt8(ascii: "d"),
      lines[2] == UInt8(ascii: ":"), lines[3] == UInt8(ascii: " "), lines[end] == UInt8(ascii: "\n")
    else { return nil }
    // Without a branch for each byte: mispredictions at every other digit would cost more than the search. A negative
    // number means that the byte is what its name says.
    var isID: Int16 = -1
    for index in start..<end {
      let byte = lines[index]
      let digit = Int16(byte &- UInt8(ascii: "0")) &- 10
      let letter = Int16((byte | 0x20) &- UInt8(ascii: "a")) &- 6
      let hyphen = Int16(byte ^ UInt8(ascii: "-")) &- 1
      isID &= digit | letter | hyphen
    }
    guard isID < 0 else { return nil }
    return start..<end
  }
}
