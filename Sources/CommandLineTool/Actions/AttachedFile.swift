internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

/// A file that the user named, to be copied to a note, perhaps smaller or without its metadata.
final class AttachedFile {
  let source: MediaSource
  private let copyOptions: CopyOptions
  private let facts: MediaFacts?
  private let need: SmallerCopy.Need?
  /// Nil if the file is copied as it is.
  private let clean: CleanCopy?
  private var smaller: SmallerCopy?

  /// Opens the file, and plans what is removed.
  ///
  /// - Throws: an error that names the file as the user did; also if the metadata cannot be removed, or if tl-media cannot
  ///   make a smaller copy that is needed.
  init(named name: String, _ copyOptions: CopyOptions) throws {
    self.copyOptions = copyOptions
    source = try Self.opened(name)
    guard let side = copyOptions.max else {
      (facts, need) = (nil, nil)
      clean = try Self.clean(source, named: name, without: copyOptions.strip)
      return
    }
    let facts = try MediaFacts(of: ByteSource(source.file.duplicated()))
    let need = try Self.need(source, facts, side)
    self.facts = facts
    self.need = need
    if need == .smaller {
      clean = nil
      try Self.check(facts.type.format, copyOptions.worker, named: name)
    } else {
      clean = try Self.clean(source, named: name, without: copyOptions.strip)
    }
  }

  private static func check(
    _ format: MediaFormat, _ worker: PictureWorker, named name: String
  ) throws {
    do throws(VariantFailure) {
      guard try worker.reads(format) else { throw .unsupported }
    } catch {
      throw Problem(error, ofFile: name, format)
    }
  }

  /// Of the copy, in bytes; nil before `makeSmaller`, if that is to be done.
  var size: Int64? {
    if let smaller { return Int64(smaller.bytes.count) }
    return need == .smaller ? nil : clean?.rewrite?.size ?? source.status.size
  }

  /// The name that the copy would have.
  var name: String { smaller?.name(for: source.name) ?? source.name }

  /// Makes the smaller copy, if one is needed: best done before the vault is locked.
  ///
  /// - Throws: an error that names the file as the user did.
  func makeSmaller() throws {
    guard need == .smaller, let facts, let side = copyOptions.max else { return }
    smaller = try Self.smaller(source, facts, side, copyOptions)
  }

  private static func smaller(
    _ source: borrowing MediaSource, _ facts: MediaFacts, _ side: PictureSide,
    _ copyOptions: CopyOptions
  ) throws -> SmallerCopy? {
    do {
      return try SmallerCopy.make(
        of: source, facts, side: side.pixels, without: copyOptions.strip, by: copyOptions.worker)
    } catch let failure {
      throw Problem(failure, ofFile: source.path, facts.type.format)
    }
  }

  /// Copies the file; returns the path of the copy.
  func copy(to note: VaultPath, by writer: borrowing NoteWriter) throws -> VaultPath {
    let rewrite = smaller.map(\.rewrite) ?? clean?.rewrite
    return try Self.copy(source, to: note, as: name, rewrite, by: writer)
  }

  private static func copy(
    _ source: borrowing MediaSource, to note: VaultPath, as name: String,
    _ rewrite: MediaRewrite?, by writer: borrowing NoteWriter
  ) throws -> VaultPath {
    do {
      return try writer.attach(source, to: note, as: name, keepsTime: true, rewrite: rewrite)
    } catch let error where error.path == source.path {
      throw Problem(error, ofFile: source.path)
    }
  }

  private static func opened(_ name: String) throws -> MediaSource {
    do {
      return try MediaSource(opening: name)
    } catch {
      throw Problem(error, ofFile: name)
    }
  }

  private static func need(
    _ source: borrowing MediaSource, _ facts: MediaFacts, _ side: PictureSide
  ) throws -> SmallerCopy.Need {
    let isAnimated = try MediaFacts.isAnimated(
      ByteSource(source.file.duplicated()), facts.type.format)
    return SmallerCopy.need(facts, isAnimated: isAnimated, side: side.pixels)
  }

  private static func clean(
    _ source: borrowing MediaSource, named name: String, without extent: MetadataExtent?
  ) throws -> CleanCopy? {
    guard let extent else { return nil }
    do {
      return try CleanCopy(of: source, without: extent)
    } catch let error as MetadataRemovalError {
      throw Problem(
        "\(name): \(error)",
        hint: "it was not copied; without --strip it is copied as it is, with its metadata")
    }
  }
}

// MARK: - Words

extension AttachedFile {
  /// Says in what the copy differs; that it does not only with `--verbose`.
  func sayDifferences(of copy: VaultPath, on console: Console) {
    if let smaller, let facts {
      return console.say("\(copy.shown): \(words(smaller, facts))")
    }
    if need == .otherKind {
      console.say("\(copy.shown): no picture that can be made smaller, so it is copied as it is")
    } else if need == .fits, console.isVerbose {
      console.say("\(copy.shown): small enough, so it is copied as it is")
    }
    guard let clean, let extent = copyOptions.strip else { return }
    if clean.rewrite != nil {
      console.say("\(copy.shown): \(clean.words(extent))")
    } else if console.isVerbose {
      console.say("\(copy.shown): there was nothing to remove")
    }
  }

  /// Such as `2048 × 1536 instead of 4032 × 3024, 412 KiB instead of 3.1 MiB; position removed`.
  private func words(_ smaller: SmallerCopy, _ facts: MediaFacts) -> String {
    func text(_ size: PictureSize) -> String { "\(size.width) × \(size.height)" }
    let before = facts.size.map { " instead of \(text($0))" } ?? ""
    var words = "\(text(smaller.size))\(before), \(ByteCount(Int64(smaller.bytes.count)))"
    words += " instead of \(ByteCount(source.status.size))"
    let hasPosition = facts.details?.position != nil
    switch copyOptions.strip {
    case .position? where hasPosition: return words + "; position removed"
    case .all? where hasPosition: return words + "; position and all other metadata removed"
    case .all?: return words + "; metadata removed"
    default: return words
    }
  }
}

extension CleanCopy {
  /// What was removed, such as `position removed, and 2 MiB behind the picture cut off`.
  fileprivate func words(_ extent: MetadataExtent) -> String {
    var parts: [String] = []
    if removesMetadata {
      switch (extent, hasPosition) {
      case (.position, true): parts.append("position removed")
      case (.position, false): parts.append("metadata that can hold a position removed")
      case (.all, true): parts.append("position and all other metadata removed")
      case (.all, false): parts.append("metadata removed")
      }
    }
    if trailer > 0 { parts.append("\(ByteCount(trailer)) behind the picture cut off") }
    return parts.joined(separator: ", and ")
  }
}

/// The date and the place of photos that are copied to a note.
enum PhotoOriginText {
  /// Nil if no photo knows when it was taken, or if its metadata are not to come along.
  static func origin(
    of files: [String], _ copyOptions: CopyOptions, in vault: OpenVault
  ) -> PhotoOrigin? {
    guard copyOptions.strip != .all else { return nil }
    var origin = PhotoOrigin(of: files, now: vault.now.seconds, zone: vault.zone)
    if copyOptions.strip == .position { origin?.coordinates = nil }
    return origin
  }

  /// `date 2020-05-01T14:03:00+02:00 and place [48.1, 11.5] of the photo; --no-photo-date leaves them out`.
  static func said(_ taken: [FieldAssignment]) -> String {
    let parts = taken.compactMap { assignment -> String? in
      switch assignment.value {
      case .plain(let text): "date \(text)"
      case .yaml(let text): "place \(text)"
      default: nil
      }
    }
    return parts.joined(separator: " and ")
      + " of the photo; --no-photo-date leaves \(taken.count == 1 ? "it" : "them") out"
  }
}
