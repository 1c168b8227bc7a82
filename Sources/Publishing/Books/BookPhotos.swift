internal import Media
package import Sharing
internal import SystemCalls
package import VaultFormat
package import VaultStore

/// The photos of a book as files, without metadata and no larger than they are printed.
package struct BookPhotos: Sendable {
  package struct Wanted: Hashable, Sendable {
    package let photo: SharedMedium
    /// The longest side, in dots.
    package let side: Int

    package init(_ photo: SharedMedium, side: Int) { (self.photo, self.side) = (photo, side) }
  }

  package struct File: Hashable, Sendable {
    package let name: String
    package let mimeType: String
  }

  /// By the paths in the vault; a photo that could not be made is not among them.
  package private(set) var files: [VaultPath: File] = [:]
  package private(set) var findings: [BookFinding] = []

  /// The formats that readers of books and browsers show; of another one a copy is made in any case.
  private static let shown: Set<MediaFormat> = [.jpeg, .png, .gif, .webp]

  /// Makes the files in an empty folder, each under an opaque name.
  ///
  /// - Parameters:
  ///   - wanted: of several sizes of a photo the largest counts.
  ///   - folder: the path of the folder.
  ///   - program: that of tl-media; nil if there is none: photos stay as large as they are then.
  /// - Throws: a `StoreError` for a photo that changed meanwhile, a `SystemError`.
  package init(
    _ wanted: [Wanted], in folder: String, of vault: Vault, threads: Int, program: String?
  ) throws {
    // The same content has the same name, in however many notes it is.
    let byName = Dictionary(grouping: wanted, by: \.photo.name)
    let distinct = byName.keys.sorted().compactMap { name -> Wanted? in
      guard let all = byName[name], let side = all.map(\.side).max() else { return nil }
      return Wanted(all[0].photo, side: side)
    }
    let count = max(1, min(threads, distinct.count))
    let stripes = (0..<count).map { stripe in
      stride(from: stripe, to: distinct.count, by: count).map { distinct[$0] }
    }
    let made = ThreadTeam.map(stripes, threads: threads) { stripe in
      let worker = PictureWorker(program: program)
      return stripe.map { wanted in
        (wanted, Result { try Self.file(of: wanted, in: folder, of: vault, by: worker) })
      }
    }
    for (photo, result) in made.flatMap(\.self) {
      let paths = Set((byName[photo.photo.name] ?? []).map(\.photo.source))
      switch result {
      case .success(let file): for path in paths { files[path] = file }
      case .failure(let failure as VariantFailure):
        findings += paths.sorted().map { BookFinding(.unreadable($0, failure)) }
      case .failure(let error): throw error
      }
    }
  }

  private static func file(
    of wanted: Wanted, in folder: String, of vault: Vault, by worker: PictureWorker
  ) throws -> File {
    let photo = wanted.photo
    var clean = try TemporaryFile(
      in: FileDescriptor(openingFolder: folder), prefix: Array(".new-".utf8), permissions: 0o600,
      isRead: true)
    try photo.write(to: clean.file, of: vault)
    let path = "\(folder)/\(String(decoding: clean.name, as: UTF8.self))"
    let isShown = shown.contains(photo.type.format)
    if let copy = try smaller(path, wanted, isShown: isShown, by: worker) {
      let stem = photo.name.prefix { $0 != "." }
      let name = "\(stem).\(copy.fileExtension)"
      try SystemFolder(path: folder).create(name, content: copy.bytes)
      return File(name: name, mimeType: copy.fileExtension == "webp" ? "image/webp" : "image/jpeg")
    }
    guard isShown else { throw VariantFailure.unsupported }
    try clean.publish(as: Array(photo.name.utf8))
    return File(name: photo.name, mimeType: photo.type.mimeType)
  }

  /// Nil for a photo that is taken as it is.
  private static func smaller(
    _ path: String, _ wanted: Wanted, isShown: Bool, by worker: PictureWorker
  ) throws -> SmallerCopy? {
    let source = try MediaSource(opening: path)
    let facts = MediaFacts(of: try ByteSource(source.file.duplicated()))
    var side = min(
      max(wanted.side, VariantLimits.copySides.lowerBound), VariantLimits.copySides.upperBound)
    // A copy is made only of what is larger.
    if !isShown, let size = facts.size { side = min(side, max(size.width, size.height) - 1) }
    let isAnimated = MediaFacts.isAnimated(
      try ByteSource(source.file.duplicated()), facts.type.format)
    guard SmallerCopy.need(facts, isAnimated: isAnimated, side: side) == .smaller else {
      return nil
    }
    do throws(VariantFailure) {
      return try SmallerCopy.make(of: source, facts, side: side, without: .all, by: worker)
    } catch {
      // Larger than it has to be is better than not there.
      if isShown, error == .noWorker || error == .unsupported { return nil }
      throw error
    }
  }
}

extension BookPages {
  /// The photos, as large as print needs them.
  package var wanted: [BookPhotos.Wanted] {
    figures.map { BookPhotos.Wanted($0.photo, side: $0.side) }
  }
}

extension BookPlan {
  /// The photos for a screen.
  package var wantedOnScreen: [BookPhotos.Wanted] {
    ((cover.map { [$0] } ?? []) + notes.flatMap(\.photos)).map {
      BookPhotos.Wanted($0, side: 1600)
    }
  }
}
