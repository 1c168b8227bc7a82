/// The names of notes: `X.md` and `X.markdown`.
package enum NoteName {
  package static let extensions = [Array(".md".utf8), Array(".markdown".utf8)]

  /// The length of X in the name of a note; nil for other names.
  package static func stemLength(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    // A fast path: nearly every name of a vault ends in `.md`.
    let count = name.count
    if count > 3, name[count - 1] == UInt8(ascii: "d"), name[count - 2] == UInt8(ascii: "m"),
      name[count - 3] == UInt8(ascii: ".")
    {
      return count - 3
    }
    for ending in extensions {
      if let length = name.length(before: ending) { return length }
    }
    return nil
  }

  /// Whether the last component of a path, or a name alone, is that of a note.
  package static func isNote(_ path: ArraySlice<UInt8>) -> Bool {
    guard path.last == UInt8(ascii: "d") || path.last == UInt8(ascii: "n") else { return false }
    return path.withUnsafeBufferPointer { path in
      let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      return stemLength(UnsafeBufferPointer(rebasing: path[start...])) != nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The length of the text before an ending; nil if it is empty, or the name ends differently.
  func length(before ending: [UInt8]) -> Int? {
    let length = count - ending.count
    guard length > 0 else { return nil }
    for index in ending.indices where self[length + index] != ending[index] { return nil }
    return length
  }
}

/// The folder beside a note whose regular files are its media: `walk.media/` of `walk.md`.
package struct MediaFolder: Hashable, Sendable {
  package let note: VaultPath
  /// The folder, which need not exist.
  package let path: VaultPath

  package static let ending = Array(".media".utf8)

  /// Nil if `note` ends neither in `.md` nor in `.markdown`.
  package init?(of note: VaultPath) {
    guard NoteName.isNote(note.name), let path = note.replacingName(with: note.stem + Self.ending)
    else { return nil }
    self.note = note
    self.path = path
  }

  /// The note of the other extension, which would have the same media folder.
  package var twin: VaultPath? { Self.notes(ofFolder: path).first { $0 != note } }

  /// The notes that may have this media folder; none if the folder is not named like one.
  package static func notes(ofFolder folder: VaultPath) -> [VaultPath] {
    guard isName(folder.name) else { return [] }
    let stem = folder.name.dropLast(ending.count)
    return NoteName.extensions.compactMap { folder.replacingName(with: stem + $0) }
  }

  /// Whether a folder is named like a media folder, with or without its note.
  package static func isName(_ name: ArraySlice<UInt8>) -> Bool {
    name.count > ending.count && name.suffix(ending.count).elementsEqual(ending)
  }

  /// The length of X in a folder's name `X.media`; nil for other names.
  package static func stemLength(_ name: UnsafeBufferPointer<UInt8>) -> Int? {
    name.length(before: ending)
  }
}

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
