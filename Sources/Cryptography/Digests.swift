package import SystemCalls

/// SHA-256 as lower-case hex.
package func sha256Hex(_ bytes: some Sequence<UInt8>) -> String {
  var hash = SHA256()
  hash.update(bytes)
  return hash.hex
}

/// The SHA-256 of a file's content, which is read in pieces.
package func sha256Hex(of file: borrowing FileDescriptor) throws(SystemError) -> String {
  var hash = SHA256()
  var offset: Int64 = 0
  while true {
    let piece = try file.readChunk(1 << 20, at: offset)
    guard !piece.isEmpty else { return hash.hex }
    hash.update(piece)
    offset += Int64(piece.count)
  }
}

/// Compares in constant time: it depends only on the lengths.
package func constantTimeEqual(
  _ a: some Collection<UInt8>, _ b: some Collection<UInt8>
) -> Bool {
  guard a.count == b.count else { return false }
  var difference: UInt8 = 0
  for (left, right) in zip(a, b) { difference |= left ^ right }
  return difference == 0
}
