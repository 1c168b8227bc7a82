internal import Cryptography
internal import Media
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The smaller copies of a vault's pictures.
///
/// They are kept by the content of the original: what is renamed, or comes back from git, is not made again.
final class PictureLibrary: Sendable {
  private struct Version: Hashable {
    var path: VaultPath
    var version: FileVersion
  }

  private let variants: PictureVariants
  let looks: PictureLooks
  /// Of the versions that were asked for.
  private let hashes = Mutex<[Version: ContentHash]>([:])
  /// Reads one picture at a time, at the speed of the disk.
  private let reading = WorkQueue("page-pictures")
  private static let limit = 100_000

  /// - Parameters:
  ///   - program: the path of tl-media.
  ///   - folder: in whose `.tl/local/cache` the copies are kept.
  init(_ program: String, cacheIn folder: VaultFolder) throws(StoreError) {
    variants = PictureVariants(try VariantCache(in: folder), .init(program: program))
    looks = PictureLooks(in: folder)
  }

  func stop() { variants.close() }

  /// The copy of a picture for this edge, made if it is not there.
  func variant(
    _ edge: VariantEdge, of path: VaultPath, _ status: FileStatus, in folder: VaultFolder
  ) async throws -> Variant {
    let version = Version(path: path, version: FileVersion(status))
    let hash = try await hash(version, in: folder)
    let variant = try await variants.variant(edge, of: hash) { try folder.openFile(path) }
    looks.learn(variant.facts, of: path, version.version)
    return variant
  }

  private func hash(_ version: Version, in folder: VaultFolder) async throws -> ContentHash {
    if let known = hashes.withLock({ $0[version] }) { return known }
    let digits = try await reading.run { try sha256Hex(of: folder.openFile(version.path)) }
    guard let hash = ContentHash(digits) else { throw VariantFailure.unreadable }
    hashes.withLock { hashes in
      if hashes.count >= Self.limit { hashes = [:] }
      hashes[version] = hash
    }
    return hash
  }
}
