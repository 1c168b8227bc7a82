internal import VaultFormat

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
