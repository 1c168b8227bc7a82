internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The names in the links of notes, and which notes have them.
///
/// Takes some 40 bytes for each name of a note: 20 MB at the limit.
struct LinkNames: Sendable {
  /// By number; nil for a note that was read again or is gone.
  private var sources: [NoteID?] = []
  private var numbers: [NoteID: Int32] = [:]
  private var byName: [Int: [Int32]] = [:]
  private var count = 0
  /// Of notes that were read again or are gone.
  private var removedCount = 0
  private var countOfSource: [Int32] = []
  /// Not all links are in it.
  private(set) var isCut = false

  /// The most names, each counted once for a note.
  static let limit = 500_000

  /// Making it again would be of use.
  var isWorn: Bool { removedCount > max(10_000, count / 2) }

  mutating func add(_ id: NoteID, _ names: Set<Int>) {
    guard !names.isEmpty else { return }
    guard count + names.count <= Self.limit else {
      isCut = true
      return
    }
    let number = Int32(truncatingIfNeeded: sources.count)
    sources.append(id)
    countOfSource.append(Int32(truncatingIfNeeded: names.count))
    numbers[id] = number
    for name in names { byName[name, default: []].append(number) }
    count += names.count
  }

  mutating func remove(_ id: NoteID) {
    guard let number = numbers.removeValue(forKey: id) else { return }
    sources[Int(number)] = nil
    removedCount += Int(countOfSource[Int(number)])
  }

  /// The notes with links that have the name of the file at `path`, with or without its extension.
  func sources(linkingTo path: VaultPath) -> Set<NoteID> {
    Set(Self.names(of: path).flatMap { byName[$0] ?? [] }.compactMap { sources[Int($0)] })
  }

  /// The names that a link to the file at `path` may have.
  static func names(of path: VaultPath) -> Set<Int> {
    [name(path.name), NameKey(path.name).hashValue]
  }

  /// The names in the links of a note.
  ///
  /// - Parameter folder: of the note; nil is the root.
  static func names(in document: NoteDocument, of folder: VaultPath?) -> Set<Int> {
    // Every link has this byte.
    guard document.bytes.contains(UInt8(ascii: "]")) else { return [] }
    return Set(document.fileLinks.flatMap { $0.targets(from: folder) }.map { name($0.name) })
  }

  /// The same for a name with the extension of a note and without.
  static func name(_ name: ArraySlice<UInt8>) -> Int {
    let length = name.withUnsafeBufferPointer { NoteName.stemLength($0) } ?? name.count
    return NameKey(name.prefix(length)).hashValue
  }
}

/// Which notes may link to a note, by the names in their links.
///
/// A name that several notes have leads to all of them, and sealed notes are among them: whoever asks looks at the notes
/// and their links themselves.
final class LinkMap: Sendable {
  private let digest: LiveDigest<LinkNames>

  /// Follows the changes of a vault until it is stopped.
  init(_ live: LiveIndex) {
    digest = LiveDigest(
      live, queue: "page-links",
      make: { index, vault in
        var names = LinkNames()
        for note in index.positions { Self.read(note, of: index, vault, into: &names) }
        return names
      },
      change: { names, ids, index, vault in
        for id in ids { names.remove(id) }
        for note in index.notes(withIDs: ids) { Self.read(note, of: index, vault, into: &names) }
      },
      isWorn: \.isWorn)
  }

  /// Whether an answer needs no wait.
  var isMade: Bool { digest.isMade }

  /// The notes with links that have the name of the note at `path`, and whether all are known; nil if the map is not
  /// made yet.
  ///
  /// - Parameter waits: makes it before the answer, else afterwards.
  func sources(
    linkingTo path: VaultPath, of vault: Vault, waits: Bool
  ) async throws -> (ids: Set<NoteID>, isCut: Bool)? {
    try await digest.value(of: vault, waits: waits).map { names in
      (names.sources(linkingTo: path), names.isCut)
    }
  }

  private static func read(
    _ note: VaultIndex.Position, of index: VaultIndex, _ vault: Vault,
    into names: inout LinkNames
  ) {
    let path = index.path(note)
    guard let bytes = try? vault.folder.read(path).bytes else { return }
    names.add(index.id(note), LinkNames.names(in: NoteDocument(bytes), of: path.parent))
  }
}
