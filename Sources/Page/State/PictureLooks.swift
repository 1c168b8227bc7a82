internal import Media
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The average colours of a vault's pictures, which a page shows until their pixels are there, and where one looks first.
///
/// Known are those whose smaller copies were asked for once, in this run or another: a page decodes nothing for them. They
/// are kept beside the copies, eleven bytes for each: what names a version of a picture, and its look.
final class PictureLooks: Sendable {
  private let known: Mutex<[UInt64: PictureLook]>
  private let folder: VaultFolder

  private static let name = Array("looks".utf8)
  private static let size = 11
  private static let limit = 500_000

  /// - Parameter folder: in whose `.tl/local/cache` they are kept.
  init(in folder: VaultFolder) {
    self.folder = folder
    known = Mutex(Self.read(folder))
  }

  func look(of item: MediaItem) -> PictureLook? {
    let key = Self.key(item.path, item.version)
    return known.withLock { $0[key] }
  }

  func learn(_ facts: PictureFacts, of path: VaultPath, _ version: FileVersion) {
    let key = Self.key(path, version)
    let look = PictureLook(facts)
    let isNew = known.withLock { known in
      guard known[key] != look, known.count < Self.limit else { return false }
      known[key] = look
      return true
    }
    if isNew { append(key, look) }
  }

  /// FNV-1a of path and version: two pictures with the same one would only have a wrong look.
  private static func key(_ path: VaultPath, _ version: FileVersion) -> UInt64 {
    var key: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { key = (key ^ UInt64(byte)) &* 0x100_0000_01B3 }
    path.bytes.forEach(add)
    version.text.utf8.forEach(add)
    return key
  }

  // MARK: - The file

  /// Empty if there is none, or it cannot be read.
  private static func read(_ folder: VaultFolder) -> [UInt64: PictureLook] {
    guard let cache = try? folder.openFolder(VaultLayout.cache),
      let file = try? cache.openFile(name), let status = try? file.status(), status.kind == .file,
      let bytes = try? file.readAll(expecting: status.size, limit: 2 * size * limit)
    else { return [:] }
    // What was torn off makes all that follows it unreadable.
    guard bytes.count % size == 0 else {
      try? cache.removeFile(name)
      return [:]
    }
    var known: [UInt64: PictureLook] = [:]
    known.reserveCapacity(bytes.count / size)
    for start in stride(from: 0, to: bytes.count, by: size) {
      let key = bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      known[key] = PictureLook(
        bits: bytes[start + 8..<start + size].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    return known
  }

  /// What cannot be written is learned another time.
  private func append(_ key: UInt64, _ look: PictureLook) {
    guard let cache = try? folder.openFolder(VaultLayout.cache) else { return }
    var bytes = (0..<8).map { place -> UInt8 in UInt8(truncatingIfNeeded: key >> (56 - 8 * place)) }
    bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: look.bits >> $0) }
    do throws(SystemError) {
      _ = try cache.openOrCreateFile(Self.name, permissions: 0o600)
      try cache.openForAppending(Self.name).writeAll(bytes)
    } catch {
      return
    }
  }
}

extension PictureLooks: Hashable {
  static func == (a: PictureLooks, b: PictureLooks) -> Bool { a === b }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A colour of 4 bits for red, green and blue, and what stays of the picture where it is cropped.
struct PictureLook: Hashable, Sendable {
  /// Those of the colour, the lowest; if 12 is set, 16 to 19 are the row of the focus and 20 to 23 its column.
  let bits: UInt32

  init(bits: UInt32) { self.bits = bits }

  init(_ facts: PictureFacts) {
    let (red, green, blue) = (
      facts.colour >> 20 & 0xF, facts.colour >> 12 & 0xF, facts.colour >> 4 & 0xF
    )
    let focus = facts.focus.map { UInt32($0.column) << 20 | UInt32($0.row) << 16 | 1 << 12 }
    bits = red << 8 | green << 4 | blue | (focus ?? 0)
  }

  /// The classes of an element with this look (`pictures.css`).
  var classes: String {
    let colour = "cr-\(bits >> 8 & 15) cg-\(bits >> 4 & 15) cb-\(bits & 15)"
    guard bits >> 12 & 1 == 1 else { return colour }
    return "\(colour) fx-\(Self.shift(bits >> 20 & 15)) fy-\(Self.shift(bits >> 16 & 15))"
  }

  /// 0 for the dark, 2 for the colours of sky, water and leaves rather than those of food and faces.
  var openness: Int {
    let (red, green, blue) = (bits >> 8 & 15, bits >> 4 & 15, bits & 15)
    return red + green + blue < 15 ? 0 : red > max(green, blue) ? 1 : 2
  }

  /// How far a picture is moved in quarters, if three fifths of it are seen: 0 shows its beginning, 4 its end.
  private static func shift(_ sixteenth: UInt32) -> Int {
    let place = (Double(sixteenth) + 0.5) / 16
    return Int((min(max((place - 0.3) / 0.4, 0), 1) * 4).rounded())
  }
}
