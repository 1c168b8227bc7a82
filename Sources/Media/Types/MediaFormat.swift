/// A file format that tl knows by its bytes.
package enum MediaFormat: String, Hashable, Sendable, CaseIterable {
  case jpeg, png, gif, webp, heif, avif, tiff, svg
  case mp4, m4v, m4a, quickTime, webm, matroska
  case opus, vorbis, oggFLAC, oggVideo, ogg
  case mp3, wav, flac, aac
  case pdf
  case unknown
}
