/// The first logical stream of an Ogg file (RFC 3533).
struct OggStream {
  private let file: ByteSlice
  private let serial: [UInt8]
  let format: MediaFormat
  /// Units of a granule position in a second; 0 if they are not counted in samples.
  private let rate: UInt64
  /// Samples at the beginning that are not played (RFC 7845, section 4.2).
  private let preSkip: UInt64

  static func type(of file: ByteSlice) -> MediaType? {
    guard let stream = OggStream(file) else { return nil }
    switch stream.format {
    case .oggVideo: return MediaType(.oggVideo, .film)
    case .ogg: return MediaType(.ogg, .other)
    default: return MediaType(stream.format, .sound)
    }
  }

  /// Nil if the first page is not one.
  init?(_ file: ByteSlice) {
    guard let header = file.bytes(0, 27), header.starts(with: "OggS".utf8),
      let packet = file.rest(from: 27 + Int64(header[26]))
    else { return nil }
    self.file = file
    serial = Array(header[14..<18])
    var (format, rate, preSkip) = (MediaFormat.ogg, UInt64(0), UInt64(0))
    let head = packet.prefix(64)
    if head.starts(with: "OpusHead".utf8) {
      (format, rate) = (.opus, 48_000)
      preSkip = packet.little(10, 2) ?? 0
    } else if head.starts(with: [1] + Array("vorbis".utf8)) {
      (format, rate) = (.vorbis, packet.little(12, 4) ?? 0)
    } else if head.starts(with: [0x7F] + Array("FLAC".utf8)) {
      // Its stream information begins after a header of 13 bytes, `fLaC` and the header of a block.
      (format, rate) = (.oggFLAC, FLACInfo(packet.slice(17, 34))?.rate ?? 0)
    } else if head.starts(with: [0x80] + Array("theora".utf8)) {
      format = .oggVideo
    }
    (self.format, self.rate, self.preSkip) = (format, rate, preSkip)
  }

  /// A page has at most this many bytes.
  private static let longestPage: Int64 = 27 + 255 + 255 * 255

  /// In milliseconds, by the position of the last page.
  var duration: Int64? {
    // Two pages, so that a whole one of this stream is among them even after one of another.
    let start = max(file.count - 2 * Self.longestPage, 0)
    guard rate > 0, let tail = file.bytes(start, Int(file.count - start)), tail.count >= 27 else {
      return nil
    }
    for page in (0...tail.count - 27).reversed() where tail[page] == UInt8(ascii: "O") {
      guard tail[page...].starts(with: "OggS".utf8), tail[(page + 14)..<(page + 18)] == serial[...]
      else { continue }
      let granule = tail[(page + 6)..<(page + 14)].littleEndian
      // All ones: no packet ends on this page.
      guard granule != .max else { continue }
      return granule >= preSkip ? milliseconds(granule - preSkip, rate) : nil
    }
    return nil
  }
}

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
