internal import VaultFormat

/// What a media file is, by its first bytes.
package struct MediaType: Hashable, Sendable {
  /// The two kinds that travel.
  package enum Kind: String, Hashable, Sendable { case image, audio }

  package var kind: Kind
  package var contentType: String
  /// Without the dot.
  package var fileExtension: String

  init(_ kind: Kind, _ contentType: String, _ fileExtension: String) {
    self.kind = kind
    self.contentType = contentType
    self.fileExtension = fileExtension
  }

  /// How many bytes it takes to tell.
  package static let headSize = 32
}

// MARK: - By content

extension MediaType {
  /// Nil for what is neither a picture nor a sound.
  ///
  /// - Parameter isAudio: says what a container is that holds films as well as sounds.
  package init?(of head: some Collection<UInt8>, isAudio: Bool = false) {
    let head = Array(head.prefix(Self.headSize))
    guard let type = Self.signed(head) ?? Self.boxed(head, isAudio: isAudio) else { return nil }
    self = type
  }

  private static func signed(_ head: [UInt8]) -> MediaType? {
    func begins(_ bytes: [UInt8], at place: Int = 0) -> Bool {
      head.dropFirst(place).starts(with: bytes)
    }
    func spells(_ text: String, at place: Int = 0) -> Bool { begins(Array(text.utf8), at: place) }
    if begins([0xFF, 0xD8, 0xFF]) { return MediaType(.image, "image/jpeg", "jpg") }
    if begins([0x89, 0x50, 0x4E, 0x47]) { return MediaType(.image, "image/png", "png") }
    if spells("GIF8") { return MediaType(.image, "image/gif", "gif") }
    if spells("RIFF"), spells("WEBP", at: 8) { return MediaType(.image, "image/webp", "webp") }
    if spells("RIFF"), spells("WAVE", at: 8) { return MediaType(.audio, "audio/wav", "wav") }
    if begins([0x49, 0x49, 0x2A, 0]) || begins([0x4D, 0x4D, 0, 0x2A]) {
      return MediaType(.image, "image/tiff", "tiff")
    }
    if begins([0xFF, 0x0A]) || begins([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      return MediaType(.image, "image/jxl", "jxl")
    }
    if spells("ID3") { return MediaType(.audio, "audio/mpeg", "mp3") }
    if spells("fLaC") { return MediaType(.audio, "audio/flac", "flac") }
    if spells("OggS") { return MediaType(.audio, "audio/ogg", "ogg") }
    if spells("FORM"), spells("AIF", at: 8) { return MediaType(.audio, "audio/aiff", "aiff") }
    if spells("caff") { return MediaType(.audio, "audio/x-caf", "caf") }
    if spells("#!AMR") { return MediaType(.audio, "audio/amr", "amr") }
    if spells("MThd") { return MediaType(.audio, "audio/midi", "mid") }
    if begins([0xFF, 0xF1]) || begins([0xFF, 0xF9]) {
      return MediaType(.audio, "audio/aac", "aac")
    }
    if head.count > 1, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 {
      return MediaType(.audio, "audio/mpeg", "mp3")
    }
    // Two letters alone would take many a text for a picture: reserved bytes are zero.
    if spells("BM"), begins([0, 0, 0, 0], at: 6) { return MediaType(.image, "image/bmp", "bmp") }
    return nil
  }

  /// Files of ISO/IEC 14496-12, which say what they hold in the brand behind `ftyp`.
  private static func boxed(_ head: [UInt8], isAudio: Bool) -> MediaType? {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    switch String(decoding: head[8..<12], as: UTF8.self) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
      return MediaType(.image, "image/heic", "heic")
    case "avif", "avis": return MediaType(.image, "image/avif", "avif")
    case "M4A ", "M4B ", "M4P ": return MediaType(.audio, "audio/m4a", "m4a")
    default: return isAudio ? MediaType(.audio, "audio/m4a", "m4a") : nil
    }
  }
}

// MARK: - By name

extension MediaType {
  /// What a file of a media folder is: by its first bytes, and where they say nothing by its extension.
  ///
  /// Nil for films and plain files, which do not travel.
  package init?(of head: some Collection<UInt8>, fileExtension: some Collection<UInt8>) {
    let kind = MediaKind(fileExtension: fileExtension)
    if kind != .video, let type = MediaType(of: head, isAudio: kind == .audio) {
      self = type
      return
    }
    let name = String(decoding: fileExtension.prefix(5), as: UTF8.self).lowercased()
    let known = Self.known.first { $0.fileExtension == name }
    switch kind {
    case .photo: self = known ?? MediaType(.image, "image/\(name)", name)
    case .audio: self = known ?? MediaType(.audio, "audio/\(name)", name)
    case .video, .file: return nil
    }
  }

  /// The extension of a file that came: by its first bytes, else by the content type, else `bin`.
  package static func arrivingExtension(
    of head: some Collection<UInt8>, kind: String, contentType: String
  ) -> String {
    if let type = MediaType(of: head, isAudio: kind == "audio") { return type.fileExtension }
    let name = contentType.lowercased().prefix { $0 != ";" && $0 != " " }
    if let known = known.first(where: { $0.contentType == name }) { return known.fileExtension }
    return otherExtensions[String(name)] ?? "bin"
  }

  private static let known = [
    MediaType(.image, "image/jpeg", "jpg"), MediaType(.image, "image/jpeg", "jpeg"),
    MediaType(.image, "image/png", "png"), MediaType(.image, "image/gif", "gif"),
    MediaType(.image, "image/webp", "webp"), MediaType(.image, "image/heic", "heic"),
    MediaType(.image, "image/heif", "heif"), MediaType(.image, "image/avif", "avif"),
    MediaType(.image, "image/tiff", "tiff"), MediaType(.image, "image/bmp", "bmp"),
    MediaType(.image, "image/svg+xml", "svg"), MediaType(.image, "image/jxl", "jxl"),
    MediaType(.audio, "audio/m4a", "m4a"), MediaType(.audio, "audio/mp4", "m4a"),
    MediaType(.audio, "audio/x-m4a", "m4a"), MediaType(.audio, "audio/aac", "aac"),
    MediaType(.audio, "audio/mpeg", "mp3"), MediaType(.audio, "audio/wav", "wav"),
    MediaType(.audio, "audio/x-wav", "wav"), MediaType(.audio, "audio/ogg", "ogg"),
    MediaType(.audio, "audio/opus", "opus"), MediaType(.audio, "audio/flac", "flac"),
    MediaType(.audio, "audio/aiff", "aiff"), MediaType(.audio, "audio/amr", "amr"),
    MediaType(.audio, "audio/x-caf", "caf"), MediaType(.audio, "audio/midi", "mid"),
  ]

  private static let otherExtensions = [
    "application/pdf": "pdf", "video/mp4": "mp4", "video/quicktime": "mov", "text/plain": "txt",
    "video/webm": "webm", "application/zip": "zip",
  ]
}
