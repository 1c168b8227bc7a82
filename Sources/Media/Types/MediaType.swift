internal import VaultFormat

/// What a file is by its bytes: what it is served as, whatever its name says.
package struct MediaType: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case picture, sound, film, document, other
  }

  package let format: MediaFormat
  package let kind: Kind

  package static let unknown = MediaType(.unknown, .other)

  init(_ format: MediaFormat, _ kind: Kind) {
    self.format = format
    self.kind = kind
  }

  /// Without parameters, as registered by IANA; where that has none, as browsers name it.
  package var mimeType: String {
    switch format {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .heif: "image/heic"
    case .avif: "image/avif"
    case .tiff: "image/tiff"
    case .svg: "image/svg+xml"
    case .mp4: kind == .sound ? "audio/mp4" : "video/mp4"
    case .m4v: "video/mp4"
    case .m4a: "audio/mp4"
    case .quickTime: "video/quicktime"
    case .webm: kind == .sound ? "audio/webm" : "video/webm"
    case .matroska: kind == .sound ? "audio/x-matroska" : "video/x-matroska"
    case .opus, .vorbis, .oggFLAC: "audio/ogg"
    case .oggVideo: "video/ogg"
    case .ogg: "application/ogg"
    case .mp3: "audio/mpeg"
    case .wav: "audio/wav"
    case .flac: "audio/flac"
    case .aac: "audio/aac"
    case .pdf: "application/pdf"
    case .unknown: "application/octet-stream"
    }
  }

  /// Whether the page may let a browser show it in place: only what cannot hold scripts.
  package var isInline: Bool {
    switch kind {
    case .picture, .sound, .film: format != .svg
    case .document, .other: false
    }
  }
}

/// A file format that tl knows by its bytes.
package enum MediaFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg, png, gif, webp, heif, avif, tiff, svg
  case mp4, m4v, m4a, quickTime, webm, matroska
  case opus, vorbis, oggFLAC, oggVideo, ogg
  case mp3, wav, flac, aac
  case pdf
  case unknown
}

/// Recognizes SVG, so that it is never taken for a harmless picture.
enum SVGText {
  /// How many bytes are searched for the root element.
  static let longestPrologue = 64 << 10

  /// Whether the first element of an XML text is `svg`, with any prefix.
  static func begins(_ bytes: [UInt8]) -> Bool {
    var text = asciiOf(bytes)[...]
    while true {
      text = text.drop { $0.isBlank || $0 == 0x0A || $0 == 0x0D }
      guard text.first == UInt8(ascii: "<") else { return false }
      if text.starts(with: "<!--".utf8) {
        guard let rest = skip(text, past: "-->") else { return false }
        text = rest
      } else if text.starts(with: "<?".utf8) {
        guard let rest = skip(text, past: "?>") else { return false }
        text = rest
      } else if text.starts(with: "<!".utf8) {
        guard let rest = skipDeclaration(text) else { return false }
        text = rest
      } else {
        return isSVG(text.dropFirst())
      }
    }
  }

  private static func isSVG(_ text: ArraySlice<UInt8>) -> Bool {
    let name = text.prefix { !$0.isBlank && ![0x0A, 0x0D, 0x2F, 0x3E].contains($0) }
    let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last
    return local.map { $0.map { $0 | 0x20 }.elementsEqual("svg".utf8) } ?? false
  }

  /// Skips `<!DOCTYPE …>`, which may hold an internal subset in brackets.
  private static func skipDeclaration(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var depth = 0
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return text[(index + 1)...]
      default: break
      }
    }
    return nil
  }

  private static func skip(_ text: ArraySlice<UInt8>, past end: String) -> ArraySlice<UInt8>? {
    let end = Array(end.utf8)
    guard let last = end.last else { return text }
    for index in text.indices.dropFirst(end.count - 1) where text[index] == last {
      if text[...index].suffix(end.count).elementsEqual(end) { return text[(index + 1)...] }
    }
    return nil
  }

  /// The text without a byte order mark; of UTF-16 only the lower bytes, which suffice for names.
  private static func asciiOf(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let isLittle = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0x00])
    let isBig = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0x00, 0x3C])
    guard isLittle || isBig else { return bytes }
    let start = bytes.first == 0xFF || bytes.first == 0xFE ? 2 : 0
    return stride(from: start + (isLittle ? 0 : 1), to: bytes.count, by: 2).map { bytes[$0] }
  }
}
