/// What a media file is and says of itself, without its pixels or samples.
package struct MediaFacts: Hashable, Sendable {
  package var type: MediaType
  /// The size of a picture or a film.
  package var size: PictureSize?
  /// In milliseconds, of a sound or a film.
  package var duration: Int64?
  /// The details of a photo.
  package var details: PhotoDetails?

  /// Reads the headers of a file, within the budget of `source`; what cannot be read is nil.
  package init(of source: ByteSource) {
    let file = source.all
    type = MediaType(of: file)
    details = PhotoDetails(file, format: type.format)
    size = PictureSize(file, format: type.format, exif: details)
    duration = Self.duration(of: file, type.format)
  }

  private static func duration(of file: ByteSlice, _ format: MediaFormat) -> Int64? {
    switch format {
    case .mp4, .m4v, .m4a, .quickTime: ISOMovie(file)?.duration
    case .webm, .matroska: MatroskaFile(file)?.duration
    case .opus, .vorbis, .oggFLAC, .oggVideo, .ogg: OggStream(file)?.duration
    case .mp3: MP3File.duration(of: file)
    case .wav: WAVFile.duration(of: file)
    case .flac: FLACInfo(file: file)?.duration
    case .aac: ADTSHeader.duration(of: file)
    case .jpeg, .png, .gif, .webp, .heif, .avif, .tiff, .svg, .pdf, .unknown: nil
    }
  }
}
