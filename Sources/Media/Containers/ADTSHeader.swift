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
