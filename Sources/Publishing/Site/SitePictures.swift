internal import Cryptography
internal import Media
package import Sharing
internal import SystemCalls
internal import VaultFormat
package import VaultStore

/// Which pictures of a site are smaller copies (WebP, the longest side at most 1600 pixels), and which the originals
/// without their metadata.
package struct SitePictures: Hashable, Sendable {
  /// The names of the media that are copied smaller.
  private var smaller: Set<String> = []

  private static let edge = VariantEdge.large
  /// Smaller files of a size that fits stay as they are.
  private static let largeFile: Int64 = 400 << 10

  /// All are originals.
  package init() {}

  /// What a build has chosen stays, as long as the picture is in the site: so the pages stay too.
  ///
  /// - Parameters:
  ///   - hasWorker: tl-media is here.
  ///   - originals: the names of those of which there is no smaller copy.
  package init(
    of notes: [SharedNote], after earlier: SiteManifest, hasWorker: Bool,
    besides originals: Set<String> = [], threads: Int = 1
  ) {
    // They are read when they are first asked for.
    let media = ThreadTeam.map(notes, threads: threads, \.media)
    for medium in media.joined() where medium.kind == .photo && !originals.contains(medium.name) {
      let isKnown = earlier.files[Self.path(ofSmaller: medium)] != nil
      let isOriginal = earlier.files[Self.path(ofOriginal: medium)] != nil
      if isKnown || !isOriginal && hasWorker && Self.isLarge(medium) { smaller.insert(medium.name) }
    }
  }

  private static func isLarge(_ medium: SharedMedium) -> Bool {
    switch medium.type.format {
    // Few browsers show it.
    case .heif: return true
    case .jpeg, .png, .webp, .avif: break
    // May move.
    default: return false
    }
    let longest = medium.size.map { max($0.width, $0.height) } ?? 0
    return longest > edge.pixels || medium.bytes > largeFile
  }

  func isSmaller(_ medium: SharedMedium) -> Bool { smaller.contains(medium.name) }

  /// Below the folder of the site.
  func path(of medium: SharedMedium) -> String {
    isSmaller(medium) ? Self.path(ofSmaller: medium) : Self.path(ofOriginal: medium)
  }

  private static func path(ofOriginal medium: SharedMedium) -> String { "media/\(medium.name)" }

  private static func path(ofSmaller medium: SharedMedium) -> String {
    "media/\(medium.name.prefix { $0 != "." })-\(edge.pixels).webp"
  }
}

/// Makes the smaller copies, by tl-media and its cache.
package struct PictureMaker: Sendable {
  private let variants: PictureVariants
  private let vault: Vault

  /// - Parameter program: the path of tl-media.
  package init(_ program: String, _ vault: Vault) throws {
    variants = PictureVariants(try VariantCache(in: vault.folder), .init(program: program))
    self.vault = vault
  }

  package func close() { variants.close() }

  /// The bytes of a copy, without metadata.
  ///
  /// - Throws: a `VariantFailure` for a picture of which there is none; as `SharedMedium.write` for one that has changed.
  package func copy(of medium: SharedMedium) async throws -> [UInt8] {
    // Whether it is still the file that was looked at.
    try medium.forEachChunk(of: vault) { (_: [UInt8]) in }
    guard let hash = ContentHash(try sha256Hex(of: vault.folder.openFile(medium.source))) else {
      throw VariantFailure.unreadable
    }
    let folder = vault.folder
    return try await variants.variant(.large, of: hash) { try folder.openFile(medium.source) }.bytes
  }
}
