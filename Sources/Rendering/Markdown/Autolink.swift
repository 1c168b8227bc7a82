internal import VaultFormat

/// An address in plain text: `https://…`, `www.…` or `name@host`.
///
/// The autolinks of GitHub's Markdown (GFM 0.29, section 6.9), found before cmark reads the text: cmark-gfm's own
/// extension takes quadratic time for many addresses. Differs where that would harm other links: an address ends at a
/// bracket, quote, bar, backtick or backslash.
struct Autolink {
  var range: Range<Int>
  /// What the link's address begins with that the text does not have.
  var addedScheme: String

  private static let longestLocalPart = 64

  /// The addresses in the bytes from `start` on, in order.
  static func all(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [Autolink] {
    var found: [Autolink] = []
    var at = start
    while at < bytes.count {
      let link: Autolink?
      switch bytes[at] {
      case UInt8(ascii: "h"), UInt8(ascii: "H"): link = web(at: at, in: bytes, from: start)
      case UInt8(ascii: "w"), UInt8(ascii: "W"): link = host(at: at, in: bytes, from: start)
      case UInt8(ascii: "@"):
        link = mail(at: at, in: bytes, from: found.last?.range.upperBound ?? start)
      default: link = nil
      }
      if let link { found.append(link) }
      at = max(at + 1, link?.range.upperBound ?? 0)
    }
    return found
  }

  // MARK: - Kinds

  private static func web(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>, from first: Int
  ) -> Autolink? {
    guard let length = schemes.first(where: { begins(bytes, at: start, with: $0) })?.count,
      isFree(bytes, before: start, from: first)
    else { return nil }
    let name = start + length
    guard name < bytes.count, isHostByte(bytes[name]) else { return nil }
    return Autolink(range: start..<end(in: bytes, from: name), addedScheme: "")
  }

  private static func host(
    at start: Int, in bytes: UnsafeBufferPointer<UInt8>, from first: Int
  ) -> Autolink? {
    guard begins(bytes, at: start, with: www), isFree(bytes, before: start, from: first),
      start + 4 < bytes.count, isHostByte(bytes[start + 4])
    else { return nil }
    let end = end(in: bytes, from: start + 4)
    guard bytes[start + 4..<end].contains(UInt8(ascii: ".")) else { return nil }
    return Autolink(range: start..<end, addedScheme: "http://")
  }

  private static func mail(
    at sign: Int, in bytes: UnsafeBufferPointer<UInt8>, from first: Int
  ) -> Autolink? {
    var start = sign
    while start > first, sign - start <= longestLocalPart, isLocalByte(bytes[start - 1]) {
      start -= 1
    }
    while start < sign, !isAlphanumeric(bytes[start]) { start += 1 }
    guard start < sign, sign - start <= longestLocalPart, isFree(bytes, before: start, from: first)
    else { return nil }
    var end = sign + 1
    var lastDot: Int?
    // A host has at most 253 bytes (RFC 1035, section 2.3.4).
    while end < bytes.count, end - sign <= 253,
      isAlphanumeric(bytes[end]) || ".-".utf8.contains(bytes[end])
    {
      if bytes[end] == UInt8(ascii: ".") { lastDot = end }
      end += 1
    }
    while end > sign + 1, !isAlphanumeric(bytes[end - 1]) {
      end -= 1
      if lastDot == end { lastDot = bytes[sign + 1..<end].lastIndex(of: UInt8(ascii: ".")) }
    }
    guard let lastDot, lastDot > sign + 1, lastDot < end - 1 else { return nil }
    return Autolink(range: start..<end, addedScheme: "mailto:")
  }

  // MARK: - Parts

  private static let schemes = ["https://", "http://"].map { Array($0.utf8) }
  private static let www = Array("www.".utf8)

  /// Compares without regard to letter case; the prefix is in lower case.
  private static func begins(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int, with prefix: [UInt8]
  ) -> Bool {
    guard bytes.count - start >= prefix.count else { return false }
    return prefix.indices.allSatisfy { index in
      let byte = bytes[start + index]
      return (byte.isASCIILetter ? byte | 0x20 : byte) == prefix[index]
    }
  }

  /// Whether an address may begin after what is before it.
  ///
  /// After `<` it is one of cmark's own autolinks.
  private static func isFree(
    _ bytes: UnsafeBufferPointer<UInt8>, before start: Int, from first: Int
  ) -> Bool {
    guard start > first else { return true }
    let byte = bytes[start - 1]
    return !isAlphanumeric(byte) && !"</:@.-_=+%&#\\".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit
  }

  private static func isHostByte(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || byte >= 0x80 }

  private static func isLocalByte(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || ".+-_".utf8.contains(byte)
  }

  private static let endsAddress: [Bool] = (0..<256).map {
    $0 <= 0x20 || $0 == 0x7F || "<>[]\"|`\\{}^".utf8.contains(UInt8($0))
  }
  private static let isTrailing: [Bool] = (0..<256).map { "?!.,:;*_~'".utf8.contains(UInt8($0)) }

  /// The end of an address: before a `)` that closes nothing in it, and before trailing punctuation.
  private static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var end = start
    var depth = 0
    while end < bytes.count, !endsAddress[Int(bytes[end])] {
      if bytes[end] == UInt8(ascii: "(") { depth += 1 }
      if bytes[end] == UInt8(ascii: ")") {
        guard depth > 0 else { break }
        depth -= 1
      }
      end += 1
    }
    while end > start, isTrailing[Int(bytes[end - 1])] { end -= 1 }
    return end
  }
}
