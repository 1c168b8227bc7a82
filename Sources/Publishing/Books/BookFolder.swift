package import Archives
internal import Cryptography
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat

/// A book as a folder that a browser shows and prints: a page, its style sheet, its photos, and a manifest of them.
package struct BookFolder: Sendable {
  private let pages: BookPages
  private let photos: BookPhotos

  private static let photoFolder = "photos"

  package init(_ pages: BookPages, _ photos: BookPhotos) {
    (self.pages, self.photos) = (pages, photos)
  }

  /// Writes the page and the style sheet beside the folder `photos`, for a program that typesets them.
  ///
  /// - Parameter isForPress: as in `BookHTML.css`.
  package func write(besidePhotosIn folder: String, isForPress: Bool) throws {
    for (name, bytes) in try texts(isForPress: isForPress) {
      try SystemFolder(path: folder).create(name, content: bytes)
    }
  }

  /// Writes the book into a folder of its own; what an earlier export wrote and this one does not is removed.
  ///
  /// After an error the folder has old and new files, each whole, and a manifest that owns all of them.
  ///
  /// - Parameter source: the path of the folder of the photos.
  /// - Throws: a `SiteRefusal` before anything is changed; a `SystemError`, a `TemplateLibrary.Problem`.
  package func write(to folder: SiteFolder, photosIn source: String) throws {
    let earlier = try folder.manifest()
    guard earlier.files.isEmpty || earlier.hasBook else { throw SiteRefusal.another(folder.path) }
    let texts = try texts(isForPress: false)
    var notes: [String: String] = [:]
    for note in pages.plan.notes {
      for photo in note.photos {
        if let file = photos.files[photo.source] { notes[file.name] = note.note.id }
      }
    }
    let images = Set(photos.files.values.map(\.name)).sorted()
    let due = texts.map(\.name) + images.map { "\(Self.photoFolder)/\($0)" }
    let removals = earlier.files.keys.filter { !due.contains($0) }.sorted()
    let foreign = try (due + removals).filter {
      try folder.owner(of: $0, as: earlier.files[$0]) != .tl
    }
    guard foreign.isEmpty else { throw SiteRefusal.foreign(foreign) }
    var unfinished = earlier
    for path in due {
      unfinished.files[path] = SiteManifest.Entry(
        sha256: nil, bytes: 0, note: nil, rule: Self.rule, made: "")
    }
    try folder.write(unfinished)
    var manifest = SiteManifest()
    func enter(_ path: String, _ written: (sha256: String, bytes: Int64), note: String?) {
      manifest.files[path] = SiteManifest.Entry(
        sha256: written.sha256, bytes: written.bytes, note: note, rule: Self.rule,
        made: written.sha256)
    }
    for (name, bytes) in texts { enter(name, try folder.write(name, bytes), note: nil) }
    for name in images {
      let path = "\(Self.photoFolder)/\(name)"
      let written = try folder.write(path) { target in
        _ = try FileDescriptor(openingFile: "\(source)/\(name)").copyAll(to: target)
      }
      enter(path, written, note: notes[name])
    }
    for path in removals { try folder.remove(path) }
    folder.removeEmptyFolders(of: removals)
    try folder.write(manifest)
  }

  /// Writes the same files, without a manifest, into an archive, which is finished then.
  ///
  /// - Parameter source: the path of the folder of the photos.
  package func write(to archive: ZipWriter, photosIn source: String) throws {
    for (name, bytes) in try texts(isForPress: false) {
      try archive.add(ZipHeader(name, isDeflated: true), bytes)
    }
    for name in Set(photos.files.values.map(\.name)).sorted() {
      try archive.add("\(Self.photoFolder)/\(name)", fileAt: "\(source)/\(name)")
    }
    try archive.finish()
  }

  private static let rule = SiteManifest.bookRule

  private func texts(isForPress: Bool) throws -> [(name: String, bytes: [UInt8])] {
    let html = try BookHTML(
      pages, photos: photos.files.mapValues { "\(Self.photoFolder)/\($0.name)" })
    return [
      (BookHTML.name, try html.bytes()), (BookHTML.styleName, html.css(isForPress: isForPress)),
    ]
  }
}
