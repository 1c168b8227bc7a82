/// PNG made of pixels, without compression: for a reader on the same machine.
package enum PlainPNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The most bytes of a stored block of deflate (RFC 1951, section 3.2.4).
  private static let blockSize = 65_535

  package static func bytes(_ pixels: PicturePixels) -> [UInt8] {
    let size = [pixels.width, pixels.height].flatMap { UInt32(clamping: $0).bigEndianBytes }
    var rows: [UInt8] = []
    rows.reserveCapacity(pixels.bytes.count + pixels.height)
    for row in 0..<pixels.height {
      // No filter.
      rows.append(0)
      rows += pixels.bytes[row * pixels.width * 3..<(row + 1) * pixels.width * 3]
    }
    // 8 bits of red, green and blue.
    return signature + chunk("IHDR", size + [8, 2, 0, 0, 0]) + chunk("IDAT", stored(rows))
      + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return UInt32(clamping: content.count).bigEndianBytes + body + CRC32.of(body).bigEndianBytes
  }

  /// A stream of zlib (RFC 1950).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: bytes.count, by: blockSize) {
      let end = min(start + blockSize, bytes.count)
      let length = UInt16(end - start)
      stream.append(end == bytes.count ? 1 : 0)
      stream += length.littleEndianBytes + (~length).littleEndianBytes + bytes[start..<end]
    }
    return stream + checksum(bytes).bigEndianBytes
  }

  /// Adler-32.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (a, b) = (UInt32(1), UInt32(0))
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }
}
