/// SHA-1 (FIPS 180-4) of what comes piece by piece: the checksums of packs and of their indexes.
///
/// Objects are named by libgit2, which sees bytes that were made to collide; this does not.
struct PackHash {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0
  )
  /// What does not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let taken = min(64 - rest.count, bytes.count)
      rest.append(contentsOf: bytes.prefix(taken))
      bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(taken))
      guard rest.count == 64 else { return }
      let block = rest
      block.withUnsafeBytes { mix($0, blocks: 1) }
      rest.removeAll(keepingCapacity: true)
    }
    mix(bytes, blocks: bytes.count / 64)
    rest.append(contentsOf: bytes.dropFirst(bytes.count / 64 * 64))
  }

  /// The twenty bytes; nothing may follow.
  mutating func finish() -> [UInt8] {
    let bits = count &* 8
    var end: [UInt8] = [0x80]
    end += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
    end.append(bigEndian: bits)
    end.withUnsafeBytes { update($0) }
    var digest: [UInt8] = []
    for word in [state.0, state.1, state.2, state.3, state.4] { digest.append(bigEndian: word) }
    return digest
  }

  /// `bytes` holds that many blocks.
  private mutating func mix(_ bytes: UnsafeRawBufferPointer, blocks: Int) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
      for block in 0..<blocks {
        for index in 0..<16 {
          words[index] = UInt32(
            bigEndian: bytes.loadUnaligned(
              fromByteOffset: 64 &* block &+ 4 &* index, as: UInt32.self))
        }
        for index in 16..<80 {
          words[index] = rotate(
            words[index &- 3] ^ words[index &- 8] ^ words[index &- 14] ^ words[index &- 16], 1)
        }
        mix(UnsafeBufferPointer(words))
      }
    }
  }

  private mutating func mix(_ words: UnsafeBufferPointer<UInt32>) {
    var (a, b, c, d, e) = state
    func round(_ choice: UInt32, _ constant: UInt32, _ word: UInt32) {
      let next = rotate(a, 5) &+ choice &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotate(b, 30), c, d)
    }
    for index in 0..<20 { round(d ^ (b & (c ^ d)), 0x5A82_7999, words[index]) }
    for index in 20..<40 { round(b ^ c ^ d, 0x6ED9_EBA1, words[index]) }
    for index in 40..<60 { round((b & c) | (d & (b | c)), 0x8F1B_BCDC, words[index]) }
    for index in 60..<80 { round(b ^ c ^ d, 0xCA62_C1D6, words[index]) }
    state.0 &+= a
    state.1 &+= b
    state.2 &+= c
    state.3 &+= d
    state.4 &+= e
  }
}

private func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
  word &<< count | word &>> (32 &- count)
}
