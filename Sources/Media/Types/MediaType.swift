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
