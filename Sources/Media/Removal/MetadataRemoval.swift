internal import SystemCalls
package import VaultStore

/// How much of a file's metadata is to go.
package enum MetadataExtent: String, Hashable, Sendable, CaseIterable {
  /// The position, and everything in which one can be hidden; the file stays as long as it is.
  case position
  /// All that is not needed to show or play the file.
  case all
}

/// The changes that remove metadata from a file: a plan, which another part of tl carries out.
package struct MetadataRemoval: Hashable, Sendable {
  package struct Edit: Hashable, Sendable {
    /// In the file; empty where something is inserted.
    package let range: Range<Int64>
    package let content: Content
  }

  package enum Content: Hashable, Sendable {
    /// In place of the range, of any length.
    case bytes([UInt8])
    /// This byte, as often as the range is long.
    case filled(UInt8)
  }

  /// In the order of the file, without overlap.
  package private(set) var edits: [Edit]
  /// How many bytes behind the end of the picture the plan cuts off, such as a film that some phones store there.
  package private(set) var trailer: Int64

  /// - Throws: `.damaged` if two edits contradict each other.
  init(_ edits: [Edit], trailer: Int64 = 0) throws(MetadataRemovalError) {
    let sorted = edits.filter { !$0.range.isEmpty || $0.content != .bytes([]) }
      .sorted {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
    var merged: [Edit] = []
    for edit in sorted {
      guard let last = merged.last, last.range.upperBound > edit.range.lowerBound else {
        merged.append(edit)
        continue
      }
      // Entries may share a value.
      guard last.content == edit.content, case .filled = edit.content else { throw .damaged }
      let end = max(last.range.upperBound, edit.range.upperBound)
      merged[merged.count - 1] = Edit(range: last.range.lowerBound..<end, content: edit.content)
    }
    self.edits = merged
    self.trailer = trailer
  }

  package var isEmpty: Bool { edits.isEmpty }
}

// MARK: - Carrying out

extension MetadataRemoval {
  /// What the file consists of afterwards.
  ///
  /// - Parameter size: of the file, in bytes.
  package func pieces(ofSize size: Int64) -> [MediaPiece] {
    var pieces: [MediaPiece] = []
    var position: Int64 = 0
    for edit in edits {
      if edit.range.lowerBound > position {
        pieces.append(.copied(position..<edit.range.lowerBound))
      }
      switch edit.content {
      case .bytes(let bytes): if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
      case .filled(let byte):
        pieces.append(.filled(byte, count: Int64(edit.range.count)))
      }
      position = edit.range.upperBound
    }
    if position < size { pieces.append(.copied(position..<size)) }
    return pieces
  }

  /// Whether the file is the same after the removal, as it is if the removal was carried out before.
  ///
  /// - Parameter source: the file, with a budget for all that is overwritten.
  func changesNothing(in source: ByteSource) -> Bool {
    edits.allSatisfy { edit in
      switch edit.content {
      case .bytes(let bytes):
        return bytes.count == edit.range.count
          && source.read(edit.range.lowerBound, bytes.count) == bytes
      case .filled(let byte):
        var offset = edit.range.lowerBound
        while offset < edit.range.upperBound {
          let count = Int(min(edit.range.upperBound - offset, 1 << 16))
          guard let bytes = source.read(offset, count), bytes.allSatisfy({ $0 == byte }) else {
            return false
          }
          offset += Int64(count)
        }
        return true
      }
    }
  }
}

extension MetadataRemoval.Edit {
  static func remove(_ range: Range<Int64>) -> Self { Self(range: range, content: .bytes([])) }

  static func fill(_ range: Range<Int64>, _ byte: UInt8 = 0) -> Self {
    Self(range: range, content: .filled(byte))
  }

  /// Writes over as many bytes.
  static func overwrite(at offset: Int64, _ bytes: [UInt8]) -> Self {
    Self(range: offset..<offset + Int64(bytes.count), content: .bytes(bytes))
  }
}

extension MetadataRemoval {
  /// What the removal reads at most besides the file itself, whose compressed data it may have to look through.
  package static let usualBudget = 256 << 20

  /// The plan for a file; empty if there is nothing to remove.
  ///
  /// After it has been carried out, the reader finds no position, and the compressed data is the same.
  ///
  /// - Parameter source: with a budget of `usualBudget`.
  package static func plan(
    _ extent: MetadataExtent, for source: ByteSource
  ) throws(MetadataRemovalError) -> MetadataRemoval {
    let file = source.all
    let format = MediaType(of: file).format
    do throws(MetadataRemovalError) {
      switch (format, extent) {
      case (.jpeg, _): return try JPEGRemoval.plan(extent, file)
      case (.png, _): return try PNGRemoval.plan(extent, file)
      case (.webp, _): return try WebPRemoval.plan(extent, file)
      case (.heif, _), (.avif, _): return try HEIFRemoval.plan(extent, file)
      case (.mp4, _), (.m4v, _), (.m4a, _), (.quickTime, _):
        return try MetadataRemoval(try ISORemoval.edits(extent, file))
      case (.gif, .all): return try GIFRemoval.plan(file)
      case (.mp3, .all): return try MP3Removal.plan(file)
      case (.wav, .all): return try WAVRemoval.plan(file)
      case (.webm, .all), (.matroska, .all): return try MatroskaRemoval.plan(file)
      case (.tiff, .position): return try MetadataRemoval(try TIFFRemoval.edits(file))
      default: throw .unsupported(format, extent)
      }
    } catch .damaged where source.budget <= 0 {
      throw .tooLarge
    }
  }
}

/// Why tl does not remove metadata from a file; nothing is changed then.
package enum MetadataRemovalError: Error, Hashable, Sendable {
  /// tl does not know how, for this format.
  case unsupported(MediaFormat, MetadataExtent)
  /// The structure of the file cannot be followed to its end.
  case damaged
  /// The file is larger than what may be read of it.
  case tooLarge
  /// The metadata is in pieces that tl cannot change in place.
  case scattered
  /// A track of the film, by its code, records positions along with the pictures.
  case positionTrack(String)
}

extension MetadataRemovalError: CustomStringConvertible {
  /// Printed after the file's name.
  package var description: String {
    switch self {
    case .unsupported(.unknown, _): "has a format that tl does not know"
    case .unsupported(let format, .position):
      "is \(format.name), from which tl cannot remove a position"
    case .unsupported(let format, .all): "is \(format.name), from which tl cannot remove metadata"
    case .damaged: "is damaged, so tl cannot tell where its metadata is"
    case .tooLarge: "is too large for tl to look through"
    case .scattered: "has its metadata in pieces that tl cannot change"
    case .positionTrack(let code):
      "has a track '\(code)', which can hold a position for each moment"
    }
  }
}

extension MediaFormat {
  /// The name by which people know the format.
  package var name: String {
    switch self {
    case .jpeg, .png, .gif, .avif, .tiff, .svg, .mp4, .m4v, .m4a, .mp3, .wav, .flac, .aac, .pdf:
      rawValue.uppercased()
    case .webp: "WebP"
    case .heif: "HEIC"
    case .quickTime: "QuickTime"
    case .webm: "WebM"
    case .matroska: "Matroska"
    case .opus: "Opus"
    case .vorbis: "Ogg Vorbis"
    case .oggFLAC: "Ogg FLAC"
    case .oggVideo, .ogg: "Ogg"
    case .unknown: "unknown"
    }
  }
}

/// The copy of a file without metadata, as `VaultStore` writes it.
package struct CleanCopy {
  /// Nil if there is nothing to remove: the copy is the file as it is.
  package let rewrite: MediaRewrite?
  /// Whether a position was found in the file; there can be one that tl cannot read.
  package let hasPosition: Bool
  /// Whether anything goes besides what lies behind the picture.
  package let removesMetadata: Bool
  /// How many bytes behind the end of the picture are cut off.
  package let trailer: Int64

  /// Plans the copy.
  ///
  /// - Throws: a `MetadataRemovalError`, if the metadata cannot be removed; a `SystemError`.
  package init(of source: borrowing MediaSource, without extent: MetadataExtent) throws {
    let bytes = try Self.bytes(of: source.file)
    let plan = try MetadataRemoval.plan(extent, for: bytes)
    hasPosition = try Self.hasPosition(source.file)
    trailer = plan.trailer
    removesMetadata = plan.edits.contains { $0.range.lowerBound < bytes.size - plan.trailer }
    guard try !plan.changesNothing(in: Self.bytes(of: source.file)) else {
      rewrite = nil
      return
    }
    rewrite = MediaRewrite(plan.pieces(ofSize: bytes.size)) { copy in
      (try? Self.isClean(copy, of: extent)) ?? false
    }
  }

  /// Whether the removal finds nothing more to do in a file, and the reader no position.
  static func isClean(
    _ file: borrowing FileDescriptor, of extent: MetadataExtent
  ) throws -> Bool {
    let plan = try MetadataRemoval.plan(extent, for: bytes(of: file))
    return try plan.changesNothing(in: bytes(of: file)) && !hasPosition(file)
  }

  private static func hasPosition(_ file: borrowing FileDescriptor) throws -> Bool {
    try MediaFacts(of: ByteSource(file.duplicated())).details?.position != nil
  }

  private static func bytes(of file: borrowing FileDescriptor) throws -> ByteSource {
    try ByteSource(file.duplicated(), budget: MetadataRemoval.usualBudget)
  }
}
