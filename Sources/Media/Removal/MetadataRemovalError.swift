/// Why tl does not remove metadata from a file; nothing is changed then.
package enum MetadataRemovalError: Error, Hashable, Sendable {
  /// tl does not know how, for this format.
  case unsupported(MediaFormat, MetadataExtent)
  /// The structure of the file cannot be followed to its end.
  case damaged
  /// The file is larger than what may be read of it.
  case tooLarge
  /// The metadata is in pieces that tl cannot change in place.
  case scattered
  /// A track of the film, by its code, records positions along with the pictures.
  case positionTrack(String)
}

extension MetadataRemovalError: CustomStringConvertible {
  /// Printed after the file's name.
  package var description: String {
    switch self {
    case .unsupported(.unknown, _): "has a format that tl does not know"
    case .unsupported(let format, .position):
      "is \(format.name), from which tl cannot remove a position"
    case .unsupported(let format, .all): "is \(format.name), from which tl cannot remove metadata"
    case .damaged: "is damaged, so tl cannot tell where its metadata is"
    case .tooLarge: "is too large for tl to look through"
    case .scattered: "has its metadata in pieces that tl cannot change"
    case .positionTrack(let code):
      "has a track '\(code)', which can hold a position for each moment"
    }
  }
}

extension MediaFormat {
  /// The name by which people know the format.
  package var name: String {
    switch self {
    case .jpeg, .png, .gif, .avif, .tiff, .svg, .mp4, .m4v, .m4a, .mp3, .wav, .flac, .aac, .pdf:
      rawValue.uppercased()
    case .webp: "WebP"
    case .heif: "HEIC"
    case .quickTime: "QuickTime"
    case .webm: "WebM"
    case .matroska: "Matroska"
    case .opus: "Opus"
    case .vorbis: "Ogg Vorbis"
    case .oggFLAC: "Ogg FLAC"
    case .oggVideo, .ogg: "Ogg"
    case .unknown: "unknown"
    }
  }
}
