package import SystemCalls
internal import VaultFormat
package import VaultStore

/// A smaller copy of a picture, for a vault in place of the original.
package struct SmallerCopy {
  package let bytes: [UInt8]
  package let size: PictureSize
  /// The file's extension, without a dot.
  package let fileExtension: String

  /// What is to be done with a file of which a smaller copy is wanted.
  package enum Need: Hashable, Sendable {
    /// It is made smaller.
    case smaller
    /// It is copied as it is: no side of the picture is too long.
    case fits
    /// It is copied as it is: it is no picture, or one that moves, or of a format that tl cannot make smaller.
    case otherKind
  }

  /// - Parameter side: the longest that a copy may have, in pixels.
  package static func need(_ facts: MediaFacts, isAnimated: Bool, side: Int) -> Need {
    guard WorkerMessage.formats.contains(facts.type.format), !isAnimated else { return .otherKind }
    // What the headers do not tell, tl-media finds out.
    guard let size = facts.size else { return .smaller }
    return max(size.width, size.height) > side ? .smaller : .fits
  }

  /// Makes the copy: upright, in sRGB, with the date, the camera and the position that the original has.
  ///
  /// Nothing else of the metadata is in the copy, since it is written anew.
  ///
  /// - Parameters:
  ///   - extent: what else is left out.
  ///   - uniqueID: stands for the original, as EXIF's ImageUniqueID.
  /// - Returns: nil if no side of the picture is too long.
  package static func make(
    of source: borrowing MediaSource, _ facts: MediaFacts, side: Int,
    without extent: MetadataExtent?,
    uniqueID: String? = nil, by worker: PictureWorker
  ) throws(VariantFailure) -> SmallerCopy? {
    let format = facts.type.format
    guard try worker.reads(format) else { throw .unsupported }
    guard let plain = try worker.copy(source.file, side: side) else { return nil }
    let writer = ExifWriter(
      details: facts.details ?? PhotoDetails(), hasPosition: extent == nil, uniqueID: uniqueID)
    let exif = extent == .all ? nil : writer.bytes
    return SmallerCopy(
      bytes: exif.map(plain.adding) ?? plain.bytes, size: plain.size,
      fileExtension: plain.fileExtension)
  }

  /// The name of the copy of a file: the same, with the extension of what the copy is.
  package func name(for original: String) -> String {
    let lower = original.lowercased()
    let isRight =
      fileExtension == "jpg" && lower.hasSuffix(".jpeg") || lower.hasSuffix(".\(fileExtension)")
    guard !isRight else { return original }
    let dot = original.lastIndex(of: ".") ?? original.endIndex
    return "\(dot > original.startIndex ? original[..<dot] : original[...]).\(fileExtension)"
  }

  /// The copy as `VaultStore` writes it.
  package var rewrite: MediaRewrite { MediaRewrite([.bytes(bytes)]) { _ in true } }
}

extension MediaFacts {
  /// Whether a picture has several frames that are shown one after the other.
  package static func isAnimated(_ source: ByteSource, _ format: MediaFormat) -> Bool {
    switch format {
    case .webp:
      // RFC 9649, section 2.7.1.
      let first = RIFFChunks(source.all).first { _ in true }
      return first?.type == "VP8X" && (first?.content.byte(0) ?? 0) & 0x02 != 0
    case .png:
      return PNGChunks(source.all).prefix { $0.type != "IDAT" }.contains { $0.type == "acTL" }
    default: return false
    }
  }
}

/// tl-media for a command: started with its first picture, started again after one that it crashed at; used by one
/// thread.
package final class PictureWorker {
  private let program: String?
  private let patience: Int
  private let shouldContinue: () -> Bool
  private var running: MediaWorker?

  /// - Parameters:
  ///   - program: `WorkerProgram.path`; nil if there is none.
  ///   - patience: in milliseconds, for a picture and for the start.
  ///   - shouldContinue: false ends every wait, with `.cancelled`.
  package init(
    program: String?, patience: Int = 60_000, shouldContinue: @escaping () -> Bool = { true }
  ) {
    self.program = program
    self.patience = patience
    self.shouldContinue = shouldContinue
  }

  /// Whether the system's libvips reads the format; an error if tl-media does not start.
  package func reads(_ format: MediaFormat) throws(VariantFailure) -> Bool {
    guard WorkerMessage.formats.contains(format) else { return false }
    return try worker().formats.contains(format)
  }

  /// Pixels of a picture, whose longest side is made to have at most `side`.
  ///
  /// - Parameter side: at most `VariantLimits.pixelSide`.
  package func pixels(
    of file: borrowing FileDescriptor, side: Int
  ) throws(VariantFailure) -> PicturePixels {
    try working { (worker) throws(VariantFailure) in
      try worker.pixels(of: file, side: side, patience: patience)
    }
  }

  /// A smaller copy of a picture; nil if no side of it is longer than `side`.
  func copy(
    _ file: borrowing FileDescriptor, side: Int
  ) throws(VariantFailure) -> PlainCopy? {
    try working { (worker) throws(VariantFailure) in
      try worker.copy(file, side: side, patience: patience)
    }
  }

  private func working<Made>(
    _ work: (MediaWorker) throws(VariantFailure) -> Made
  ) throws(VariantFailure) -> Made {
    let worker = try worker()
    do throws(VariantFailure) {
      return try work(worker)
    } catch {
      if [.crashed, .timeout, .cancelled].contains(error) { running = nil }
      throw error
    }
  }

  private func worker() throws(VariantFailure) -> MediaWorker {
    if let running { return running }
    guard let program else { throw .noWorker }
    let worker = try MediaWorker(program, patience: patience, shouldContinue: shouldContinue)
    running = worker
    return worker
  }
}
