/// The stream information of FLAC (RFC 9639, section 8.2).
struct FLACInfo {
  /// Samples in a second.
  let rate: UInt64
  /// 0 if it is not known.
  let samples: UInt64

  /// - Parameter block: 34 bytes; nil gives nil.
  init?(_ block: ByteSlice?) {
    guard let word = block?.big(10, 8) else { return nil }
    rate = word >> 44
    samples = word & 0xF_FFFF_FFFF
    guard rate > 0 else { return nil }
  }

  /// Reads a file that begins with `fLaC`, perhaps after an ID3 tag.
  init?(file: ByteSlice) {
    let start = ID3Tag.length(in: file)
    guard file.hasPrefix("fLaC".utf8, at: start),
      let type = file.byte(start + 4), type & 0x7F == 0
    else { return nil }
    self.init(file.slice(start + 8, 34))
  }

  /// In milliseconds.
  var duration: Int64? {
    samples > 0 ? milliseconds(samples, rate) : nil
  }
}
