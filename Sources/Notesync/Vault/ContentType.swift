internal import VaultFormat

/// The type of a media file, from its first bytes.
package struct ContentType: Hashable, Sendable {
  /// The two kinds that are synced.
  package enum Kind: String, Hashable, Sendable { case image, audio }

  package var kind: Kind
  package var contentType: String
  /// The extension without the dot.
  package var fileExtension: String

  init(_ contentType: String, extension fileExtension: String) {
    kind = contentType.hasPrefix("audio/") ? .audio : .image
    self.contentType = contentType
    self.fileExtension = fileExtension
  }

  /// The number of bytes needed to determine the type.
  package static let headSize = 32
}

// MARK: - By content

extension ContentType {
  /// Nil if it is neither a picture nor a sound.
  ///
  /// - Parameter isAudio: decides for containers that may hold video or audio.
  package init?(of head: some Collection<UInt8>, isAudio: Bool = false) {
    let head = Array(head.prefix(Self.headSize))
    guard let type = Self.signed(head) ?? Self.boxed(head, isAudio: isAudio) else { return nil }
    self = type
  }

  private static func signed(_ head: [UInt8]) -> ContentType? {
    func begins(_ bytes: [UInt8], at place: Int = 0) -> Bool {
      head.dropFirst(place).starts(with: bytes)
    }
    func spells(_ text: String, at place: Int = 0) -> Bool { begins(Array(text.utf8), at: place) }
    if begins([0xFF, 0xD8, 0xFF]) { return ContentType("image/jpeg", extension: "jpg") }
    if begins([0x89, 0x50, 0x4E, 0x47]) { return ContentType("image/png", extension: "png") }
    if spells("GIF8") { return ContentType("image/gif", extension: "gif") }
    if spells("RIFF"), spells("WEBP", at: 8) { return ContentType("image/webp", extension: "webp") }
    if spells("RIFF"), spells("WAVE", at: 8) { return ContentType("audio/wav", extension: "wav") }
    if begins([0x49, 0x49, 0x2A, 0]) || begins([0x4D, 0x4D, 0, 0x2A]) {
      return ContentType("image/tiff", extension: "tiff")
    }
    if begins([0xFF, 0x0A]) || begins([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]) {
      return ContentType("image/jxl", extension: "jxl")
    }
    if spells("ID3") { return ContentType("audio/mpeg", extension: "mp3") }
    if spells("fLaC") { return ContentType("audio/flac", extension: "flac") }
    if spells("OggS") { return ContentType("audio/ogg", extension: "ogg") }
    if spells("FORM"), spells("AIF", at: 8) { return ContentType("audio/aiff", extension: "aiff") }
    if spells("caff") { return ContentType("audio/x-caf", extension: "caf") }
    if spells("#!AMR") { return ContentType("audio/amr", extension: "amr") }
    if spells("MThd") { return ContentType("audio/midi", extension: "mid") }
    if begins([0xFF, 0xF1]) || begins([0xFF, 0xF9]) {
      return ContentType("audio/aac", extension: "aac")
    }
    if head.count > 1, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 {
      return ContentType("audio/mpeg", extension: "mp3")
    }
    // Two letters alone would match many texts; the reserved bytes are zero.
    if spells("BM"), begins([0, 0, 0, 0], at: 6) {
      return ContentType("image/bmp", extension: "bmp")
    }
    return nil
  }

  /// Files of ISO/IEC 14496-12, by the brand after `ftyp`.
  private static func boxed(_ head: [UInt8], isAudio: Bool) -> ContentType? {
    guard head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) else { return nil }
    switch String(decoding: head[8..<12], as: UTF8.self) {
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
      return ContentType("image/heic", extension: "heic")
    case "avif", "avis": return ContentType("image/avif", extension: "avif")
    case "M4A ", "M4B ", "M4P ": return ContentType("audio/m4a", extension: "m4a")
    default: return isAudio ? ContentType("audio/m4a", extension: "m4a") : nil
    }
  }
}

// MARK: - By name

extension ContentType {
  /// The type of a file in a media folder: from its first bytes, or else its extension.
  ///
  /// Nil for videos and other files, which are not synced.
  package init?(of head: some Collection<UInt8>, fileExtension: some Collection<UInt8>) {
    let kind = MediaKind(fileExtension: fileExtension)
    if kind != .video, let type = ContentType(of: head, isAudio: kind == .audio) {
      self = type
      return
    }
    let name = String(decoding: fileExtension.prefix(5), as: UTF8.self).lowercased()
    let known = Self.known.first { $0.fileExtension == name }
    switch kind {
    case .photo: self = known ?? ContentType("image/\(name)", extension: name)
    case .audio: self = known ?? ContentType("audio/\(name)", extension: name)
    case .video, .file: return nil
    }
  }

  /// The extension for a received file: from its first bytes, else its content type, else `bin`.
  package static func arrivingExtension(
    of head: some Collection<UInt8>, kind: String, contentType: String
  ) -> String {
    if let type = ContentType(of: head, isAudio: kind == "audio") { return type.fileExtension }
    let name = contentType.lowercased().prefix { $0 != ";" && $0 != " " }
    if let known = known.first(where: { $0.contentType == name }) { return known.fileExtension }
    return otherExtensions[String(name)] ?? "bin"
  }

  private static let known = [
    ContentType("image/jpeg", extension: "jpg"), ContentType("image/jpeg", extension: "jpeg"),
    ContentType("image/png", extension: "png"), ContentType("image/gif", extension: "gif"),
    ContentType("image/webp", extension: "webp"), ContentType("image/heic", extension: "heic"),
    ContentType("image/heif", extension: "heif"), ContentType("image/avif", extension: "avif"),
    ContentType("image/tiff", extension: "tiff"), ContentType("image/bmp", extension: "bmp"),
    ContentType("image/svg+xml", extension: "svg"), ContentType("image/jxl", extension: "jxl"),
    ContentType("audio/m4a", extension: "m4a"), ContentType("audio/mp4", extension: "m4a"),
    ContentType("audio/x-m4a", extension: "m4a"), ContentType("audio/aac", extension: "aac"),
    ContentType("audio/mpeg", extension: "mp3"), ContentType("audio/wav", extension: "wav"),
    ContentType("audio/x-wav", extension: "wav"), ContentType("audio/ogg", extension: "ogg"),
    ContentType("audio/opus", extension: "opus"), ContentType("audio/flac", extension: "flac"),
    ContentType("audio/aiff", extension: "aiff"), ContentType("audio/amr", extension: "amr"),
    ContentType("audio/x-caf", extension: "caf"), ContentType("audio/midi", extension: "mid"),
  ]

  private static let otherExtensions = [
    "application/pdf": "pdf", "video/mp4": "mp4", "video/quicktime": "mov", "text/plain": "txt",
    "video/webm": "webm", "application/zip": "zip",
  ]
}
