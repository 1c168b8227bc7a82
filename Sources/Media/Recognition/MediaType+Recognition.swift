extension MediaType {
  /// The type by the first bytes, whatever follows them; also the tracks of a container, which can be all sound.
  package init(of source: ByteSource) {
    self.init(of: source.all)
  }

  init(of file: ByteSlice) {
    let head = file.prefix(64)
    self =
      Self.picture(head) ?? Self.container(head, file) ?? Self.sound(head, file)
      ?? Self.document(head, file) ?? .unknown
  }

  private static func picture(_ head: [UInt8]) -> MediaType? {
    func begins(_ bytes: [UInt8]) -> Bool { head.starts(with: bytes) }
    if begins([0xFF, 0xD8, 0xFF]) { return MediaType(.jpeg, .picture) }
    if begins(PNGChunks.signature) { return MediaType(.png, .picture) }
    if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      return MediaType(.gif, .picture)
    }
    if begins([0x49, 0x49, 0x2A, 0x00]) || begins([0x4D, 0x4D, 0x00, 0x2A]) {
      return MediaType(.tiff, .picture)
    }
    return nil
  }

  private static func container(_ head: [UInt8], _ file: ByteSlice) -> MediaType? {
    if head.starts(with: Array("RIFF".utf8)) || head.starts(with: Array("RF64".utf8)) {
      switch Array(head.dropFirst(8).prefix(4)) {
      case Array("WEBP".utf8): return MediaType(.webp, .picture)
      case Array("WAVE".utf8): return MediaType(.wav, .sound)
      default: return nil
      }
    }
    if head.starts(with: Array("OggS".utf8)) { return OggStream.type(of: file) }
    return MatroskaFile(file)?.type ?? ISOFile.type(of: file)
  }

  private static func sound(_ head: [UInt8], _ file: ByteSlice) -> MediaType? {
    if head.starts(with: Array("fLaC".utf8)) { return MediaType(.flac, .sound) }
    let afterTag = ID3Tag.length(in: file)
    if afterTag > 0, file.hasPrefix("fLaC".utf8, at: afterTag) { return MediaType(.flac, .sound) }
    if ADTSHeader.begins(file, at: afterTag) { return MediaType(.aac, .sound) }
    // A tag is the first bytes of an MP3 file, whatever comes after it.
    if afterTag > 0 || MP3Frame.begins(file) { return MediaType(.mp3, .sound) }
    return nil
  }

  private static func document(_ head: [UInt8], _ file: ByteSlice) -> MediaType? {
    if head.starts(with: Array("%PDF-".utf8)) { return MediaType(.pdf, .document) }
    return SVGText.begins(file.prefix(SVGText.longestPrologue)) ? MediaType(.svg, .picture) : nil
  }
}
