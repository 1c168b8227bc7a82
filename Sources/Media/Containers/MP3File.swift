/// The length of an MP3 file.
enum MP3File {
  /// How far after the tag the first frame is looked for.
  private static let longestGap = 64 << 10

  /// In milliseconds: by the count of frames that an encoder stored, else by the bitrate of the first frame.
  static func duration(of file: ByteSlice) -> Int64? {
    let tag = ID3Tag.length(in: file)
    guard let (start, frame) = firstFrame(in: file, from: tag) else { return nil }
    if let frames = storedCount(in: file, at: start, frame) {
      return milliseconds(UInt64(frames) * UInt64(frame.samples), frame.rate)
    }
    // The old tag of 128 bytes at the end is no sound.
    let hasOldTag = file.hasPrefix("TAG".utf8, at: file.count - 128)
    let bytes = file.count - start - (hasOldTag ? 128 : 0)
    return bytes > 0 ? milliseconds(UInt64(bytes) * 8, frame.bitrate) : nil
  }

  private static func firstFrame(
    in file: ByteSlice, from start: Int64
  ) -> (start: Int64, frame: MP3Frame)? {
    let bytes = file.rest(from: start)?.prefix(longestGap) ?? []
    for index in bytes.indices.dropLast(3) where bytes[index] == 0xFF {
      let word = UInt32(truncatingIfNeeded: bytes[index..<index + 4].bigEndian)
      guard let frame = MP3Frame(word) else { continue }
      let at = start + Int64(index)
      let next = at + Int64(frame.length)
      if next >= file.count || MP3Frame.frame(in: file, at: next) != nil { return (at, frame) }
    }
    return nil
  }

  /// The count of frames in a header `Xing`, `Info` or `VBRI`, which stands where the sound of the first frame would.
  private static func storedCount(
    in file: ByteSlice, at start: Int64, _ frame: MP3Frame
  ) -> UInt32? {
    let xing = start + 4 + Int64(frame.sideLength)
    if let name = file.code(xing), name == "Xing" || name == "Info" {
      guard let flags = file.big32(xing + 4), flags & 1 != 0 else { return nil }
      return file.big32(xing + 8).flatMap { $0 > 0 ? $0 : nil }
    }
    let vbri = start + 4 + 32
    guard file.code(vbri) == "VBRI" else { return nil }
    return file.big32(vbri + 14).flatMap { $0 > 0 ? $0 : nil }
  }
}

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

/// The tag at the beginning of an MP3 file (ID3 version 2).
enum ID3Tag {
  /// The length of the tag in bytes; 0 if there is none.
  static func length(in file: ByteSlice) -> Int64 {
    guard let head = file.bytes(0, 10), head.starts(with: "ID3".utf8), head[3] < 0xFF,
      head[4] < 0xFF, head[6...].allSatisfy({ $0 < 0x80 })
    else { return 0 }
    // Seven bits of each byte count; a footer repeats the ten bytes of the header.
    let length = head[6...].reduce(0) { $0 << 7 | Int64($1) }
    return 10 + length + (head[5] & 0x10 != 0 ? 10 : 0)
  }
}

/// The header of a frame of AAC in ADTS (ISO/IEC 13818-7, section 6.2).
struct ADTSHeader {
  /// Samples in a second.
  let rate: Int
  /// The length of the frame in bytes, with its header.
  let length: Int
  /// In the frame, of each channel.
  let samples: Int

  init?(_ file: ByteSlice, at offset: Int64) {
    guard let word = file.big(offset, 7) else { return nil }
    let rateIndex = Int(word >> 34 & 15)
    // Sync word, then the layer, which is always 0, around one bit each.
    guard word >> 44 == 0xFFF, word >> 41 & 3 == 0, rateIndex < Self.rates.count else { return nil }
    rate = Self.rates[rateIndex]
    length = Int(word >> 13 & 0x1FFF)
    samples = 1024 * (Int(word & 3) + 1)
    guard length >= 7 else { return nil }
  }

  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
    7_350,
  ]

  /// Whether two frames are there, or one that ends the file.
  static func begins(_ file: ByteSlice, at offset: Int64) -> Bool {
    guard let frame = ADTSHeader(file, at: offset) else { return false }
    let next = offset + Int64(frame.length)
    return next == file.count || ADTSHeader(file, at: next) != nil
  }

  /// The frames that are looked at: of a longer file the rest is taken to be like them.
  private static let mostFrames = 2_000

  /// In milliseconds.
  static func duration(of file: ByteSlice) -> Int64? {
    let start = ID3Tag.length(in: file)
    var (position, samples, count) = (start, 0, 0)
    var rate = 0
    while count < mostFrames, let frame = ADTSHeader(file, at: position) {
      if count == 0 { rate = frame.rate }
      position += Int64(frame.length)
      samples += frame.samples
      count += 1
    }
    guard rate > 0, position > start else { return nil }
    let rest = count < mostFrames ? 0 : Double(file.count - position)
    let total = Double(samples) * (1 + rest / Double(position - start))
    return (total * 1000 / Double(rate)).asInt64
  }
}
