/// The last two kilobytes of the messages of a program or a server.
package struct TextTail {
  /// The most bytes that are kept.
  package static let limit = 2048

  private var bytes: [UInt8] = []

  package init() {}

  package mutating func append(_ more: some Collection<UInt8>) {
    bytes += more.suffix(Self.limit)
    if bytes.count > Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
  }

  /// Without white space at both ends; may contain control characters.
  package var text: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || 0x09...0x0D ~= $0 }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
