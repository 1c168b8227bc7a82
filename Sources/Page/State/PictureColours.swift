internal import Media
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The average colours of a vault's pictures, which a page shows until their pixels are there.
///
/// Known are those whose smaller copies were asked for once, in this run or another: a page decodes nothing for them. They
/// are kept beside the copies, ten bytes for each: what names a version of a picture, and its colour.
final class PictureColours: Sendable {
  private let known: Mutex<[UInt64: PictureColour]>
  private let folder: VaultFolder

  private static let name = Array("colours".utf8)
  private static let size = 10
  private static let limit = 500_000

  /// - Parameter folder: in whose `.tl/local/cache` they are kept.
  init(in folder: VaultFolder) {
    self.folder = folder
    known = Mutex(Self.read(folder))
  }

  func colour(of item: MediaItem) -> PictureColour? {
    let key = Self.key(item.path, item.version)
    return known.withLock { $0[key] }
  }

  func learn(_ facts: PictureFacts, of path: VaultPath, _ version: FileVersion) {
    let key = Self.key(path, version)
    let colour = PictureColour(facts.colour)
    let isNew = known.withLock { known in
      guard known[key] != colour, known.count < Self.limit else { return false }
      known[key] = colour
      return true
    }
    if isNew { append(key, colour) }
  }

  /// FNV-1a of path and version: two pictures with the same one would only have a wrong colour for a moment.
  private static func key(_ path: VaultPath, _ version: FileVersion) -> UInt64 {
    var key: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
    path.bytes.forEach(add)
    version.text.utf8.forEach(add)
    return key
  }

  // MARK: - The file

  /// Empty if there is none, or it cannot be read.
  private static func read(_ folder: VaultFolder) -> [UInt64: PictureColour] {
    guard let cache = try? folder.openFolder(VaultLayout.cache),
      let file = try? cache.openFile(name), let status = try? file.status(), status.kind == .file,
      let bytes = try? file.readAll(expecting: status.size, limit: 2 * size * limit)
    else { return [:] }
    // What was torn off makes all that follows it unreadable.
    guard bytes.count % size == 0 else {
      try? cache.removeFile(name)
      return [:]
    }
    var known: [UInt64: PictureColour] = [:]
    known.reserveCapacity(bytes.count / size)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let key = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      known[key] = PictureColour(
        bits: UInt16(bytes[start + 8]) << 8 | UInt16(bytes[start + 9]))
    }
    return known
  }

  /// What cannot be written is learned another time.
  private func append(_ key: UInt64, _ colour: PictureColour) {
    guard let cache = try? folder.openFolder(VaultLayout.cache) else { return }
    var bytes = (0..<8).map { place -> UInt8 in UInt8(truncatingIfNeeded: key >> (56 - 8 * place)) }
    bytes += [UInt8(colour.bits >> 8), UInt8(colour.bits & 0xFF)]
    do throws(SystemError) {
      _ = try cache.openOrCreateFile(Self.name, permissions: 0o600)
      try cache.openForAppending(Self.name).writeAll(bytes)
    } catch {
      return
    }
  }
}

extension PictureColours: Hashable {
  static func == (a: PictureColours, b: PictureColours) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A colour of 4 bits for red, green and blue.
struct PictureColour: Hashable, Sendable {
  let bits: UInt16

  init(bits: UInt16) { self.bits = bits & 0xFFF }

  /// - Parameter colour: `0xRRGGBB`.
  init(_ colour: UInt32) {
    let (red, green, blue) = (colour >> 20 & 0xF, colour >> 12 & 0xF, colour >> 4 & 0xF)
    self.init(bits: UInt16(red << 8 | green << 4 | blue))
  }

  /// The classes of an element with this colour (`pictures.css`).
  var classes: String { "cr-\(bits >> 8) cg-\(bits >> 4 & 15) cb-\(bits & 15)" }
}
