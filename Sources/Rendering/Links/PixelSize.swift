/// The size of a picture in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  /// Nil unless both are from 1 to 1,000,000.
  package init?(width: Int, height: Int) {
    let range = 1...1_000_000
    guard range.contains(width), range.contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// This size, made smaller or larger to the given width.
  func scaled(toWidth width: Int) -> PixelSize? {
    // At most a million squared.
    PixelSize(width: width, height: max(1, (height * width + self.width / 2) / self.width))
  }
}

/// The size that a note asks for: `300` or `300x200`, the last part of an embed's text, as in Obsidian.
struct RequestedSize: Equatable {
  var width: Int
  var height: Int?

  /// Nil if `text` is no size of up to five digits each.
  init?(_ text: some Collection<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count) else { return nil }
    let numbers = parts.compactMap { part -> Int? in
      guard (1...5).contains(part.count), part.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 > 0 }) else { return nil }
    width = numbers[0]
    height = numbers.count > 1 ? numbers[1] : nil
  }

  /// Splits `alternative text|300` into text and size.
  static func split(_ text: [UInt8]) -> (text: [UInt8], size: RequestedSize?) {
    let bar = text.lastIndex(of: UInt8(ascii: "|"))
    let last = bar.map { text[($0 + 1)...] } ?? text[...]
    guard let size = RequestedSize(last) else { return (text, nil) }
    return (bar.map { Array(text[..<$0]) } ?? [], size)
  }
}
