/// The kind of a media file, by its extension only.
package enum MediaKind: String, Hashable, Sendable, CaseIterable {
  case photo, audio, video, file

  /// - Parameter fileExtension: without the dot; letter case does not matter.
  package init(fileExtension: some Collection<UInt8>) {
    // The longest extension known here has four letters.
    guard fileExtension.count <= 5 else {
      self = .file
      return
    }
    let text = String(decoding: fileExtension, as: UTF8.self).lowercased()
    self = Self.kinds[text] ?? .file
  }

  private static let kinds: [String: MediaKind] = {
    var kinds: [String: MediaKind] = [:]
    for word in photoExtensions.split(separator: " ") { kinds[String(word)] = .photo }
    for word in audioExtensions.split(separator: " ") { kinds[String(word)] = .audio }
    for word in videoExtensions.split(separator: " ") { kinds[String(word)] = .video }
    return kinds
  }()

  private static let photoExtensions = """
    jpg jpeg jpe jfif png apng gif webp heic heif heics heifs hif avif jxl jp2 tif tiff bmp svg \
    ico dng raw arw cr2 cr3 crw nef nrw orf raf rw2 pef srw x3f
    """
  private static let audioExtensions = """
    mp3 m4a m4b m4r aac adts ogg oga opus flac alac wav wave aif aiff aifc caf wma amr awb mka mid \
    midi ape weba spx au mpga ac3
    """
  private static let videoExtensions = """
    mp4 m4v mov qt avi mkv webm 3gp 3gpp 3g2 mpg mpeg mpe m2v mts m2ts ogv wmv asf flv f4v vob dv
    """
}
