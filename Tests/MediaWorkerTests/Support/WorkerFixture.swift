import Foundation
import SystemCalls
import TestSupport
import Testing
import VaultStore

@testable import Media

/// A vault with pictures, and tl-media to make variants of them.
final class WorkerFixture: Sendable {
  let folder: TemporaryFolder
  let vault: VaultFolder
  let cache: VariantCache
  /// With one worker.
  let variants: PictureVariants

  init(limit: Int64 = VariantCache.usualLimit) throws {
    folder = try TemporaryFolder()
    vault = try VaultFolder(opening: folder.path)
    cache = try VariantCache(in: vault, limit: limit)
    variants = try Self.variants(cache)
  }

  static func program() throws -> String { try #require(builtProgram("tl-media")) }

  static func variants(
    _ cache: VariantCache, patience: Int = 120_000, program: String? = nil
  ) throws -> PictureVariants {
    var settings = PictureVariants.Settings(program: try program ?? Self.program())
    settings.workers = 1
    settings.patience = patience
    // A test may wait for its turn for minutes, and its worker is not to end meanwhile.
    settings.idleTime = 3_600_000
    return PictureVariants(cache, settings)
  }

  /// A name for the picture's content; any that differs will do.
  static func hash(_ number: Int) -> ContentHash {
    let digits = String(number, radix: 16)
    guard let hash = ContentHash(String(repeating: "0", count: 64 - digits.count) + digits) else {
      preconditionFailure("64 digits are a hash")
    }
    return hash
  }

  /// Writes a picture into the vault and gives back what opens it.
  func picture(_ bytes: [UInt8]) throws -> @Sendable () throws -> FileDescriptor {
    let path = try folder.write(bytes, to: UUID().uuidString)
    return { try FileDescriptor(openingFile: path) }
  }

  /// Waits until nothing is under way: a variant is there before the larger ones of its picture are.
  func finish() async throws {
    while variants.work.pictureCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
  }

  /// Makes the variant of a picture.
  func variant(_ edge: VariantEdge, of bytes: [UInt8], number: Int = 1) async throws -> Variant {
    try await variants.variant(edge, of: Self.hash(number), open: picture(bytes))
  }

  func failure(
    _ bytes: [UInt8], number: Int, of variants: PictureVariants? = nil
  ) async throws -> VariantFailure? {
    let open = try picture(bytes)
    do throws(VariantFailure) {
      _ = try await (variants ?? self.variants).variant(.small, of: Self.hash(number), open: open)
      return nil
    } catch {
      return error
    }
  }
}

extension [UInt8] {
  func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}

/// The files in `Fixtures`.
enum Fixture {
  static func bytes(_ name: String) throws -> [UInt8] {
    let path = RepositoryRoot.path("Tests/MediaWorkerTests/Fixtures/\(name)")
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// `gps.jpg` or `gps.heic` with another orientation in its EXIF.
  static func oriented(_ name: String, _ orientation: UInt8) throws -> [UInt8] {
    var bytes = try bytes(name)
    // Tag 0x0112, type SHORT, one value, as piexif writes it: the number that counts most first.
    let entry: [UInt8] = [0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: entry) })
    bytes[place + entry.count] = orientation
    return bytes
  }
}
