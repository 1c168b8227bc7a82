/// The header of a frame of MPEG audio, layer I to III (ISO/IEC 11172-3, section 2.4.1.3; 13818-3 for lower rates).
struct MP3Frame {
  /// Bits in a second.
  let bitrate: Int
  /// Samples in a second.
  let rate: Int
  /// In a frame, of each channel.
  let samples: Int
  /// The length of the frame in bytes, with its header.
  let length: Int
  /// Bytes between the header and the place of a Xing header.
  let sideLength: Int

  /// Nil if the four bytes are no header, or one of the free format, whose length is not told.
  init?(_ word: UInt32) {
    let version = Int(word >> 19 & 3)  // 0: 2.5, 2: 2, 3: 1
    let layer = 4 - Int(word >> 17 & 3)  // 4: reserved
    let bitrateIndex = Int(word >> 12 & 15)
    let rateIndex = Int(word >> 10 & 3)
    guard word >> 21 == 0x7FF, version != 1, layer != 4, 1...14 ~= bitrateIndex, rateIndex != 3
    else { return nil }
    let isFirst = version == 3
    let row = isFirst ? layer - 1 : layer == 1 ? 3 : 4
    bitrate = Self.bitrates[row][bitrateIndex - 1] * 1000
    rate = Self.rates[rateIndex] >> (isFirst ? 0 : version == 2 ? 1 : 2)
    samples = layer == 1 ? 384 : layer == 3 && !isFirst ? 576 : 1152
    let padding = Int(word >> 9 & 1)
    length =
      layer == 1
      ? (12 * bitrate / rate + padding) * 4 : samples / 8 * bitrate / rate + padding
    let isMono = word >> 6 & 3 == 3
    sideLength = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
  }

  private static let rates = [44_100, 48_000, 32_000]
  /// Kilobits in a second, of version 1 layers I to III, then of version 2 layer I, and II and III.
  private static let bitrates = [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ]

  /// Whether a file begins with two frames.
  static func begins(_ file: ByteSlice) -> Bool {
    guard let frame = frame(in: file, at: 0) else { return false }
    return self.frame(in: file, at: Int64(frame.length)) != nil || file.count <= frame.length
  }

  static func frame(in file: ByteSlice, at offset: Int64) -> MP3Frame? {
    file.big32(offset).flatMap(MP3Frame.init)
  }
}
