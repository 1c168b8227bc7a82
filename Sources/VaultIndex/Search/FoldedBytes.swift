/// A byte buffer that keeps its capacity from one text to the next.
///
/// `storage` is never shorter than `count`; writes go through unsafe pointers that lie within it,
/// since `makeRoom` precedes each.
struct FoldedBytes {
  private var storage: [UInt8] = []
  private(set) var count = 0

  /// Truncates to at most `length` bytes.
  mutating func truncate(to length: Int) { count = min(count, length) }

  mutating func append(_ byte: UInt8) {
    makeRoom(1)
    storage[count] = byte
    count &+= 1
  }

  /// Appends a piece of `text`, with ASCII capitals in lower case if `lowercases`.
  mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, lowercases: Bool
  ) {
    let piece = UnsafeBufferPointer(rebasing: text[range])
    makeRoom(piece.count)
    storage.withUnsafeMutableBufferPointer { [count] storage in
      if lowercases {
        for index in piece.indices { storage[count &+ index] = piece[index].asciiLowercased }
      } else {
        for index in piece.indices { storage[count &+ index] = piece[index] }
      }
    }
    count &+= piece.count
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes { append(byte) }
  }

  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
  }

  private mutating func makeRoom(_ needed: Int) {
    guard storage.count &- count < needed else { return }
    let length = Swift.max(storage.count * 2, count + needed, 256)
    storage.append(contentsOf: repeatElement(0, count: length - storage.count))
  }
}
