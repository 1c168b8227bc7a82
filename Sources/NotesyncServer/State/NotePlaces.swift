internal import VaultFormat

/// The one-to-one mapping of notes to files.
///
/// The scan of a vault knows only the files: of several with the same id it takes the first for the note. Known
/// mappings take precedence over it.
struct NotePlaces {
  private(set) var paths: [NoteID: VaultPath]
  private let scanned: [NoteID: VaultPath]
  private let scannedIDs: [VaultPath: NoteID]
  private var kept: [VaultPath: NoteID] = [:]

  /// - Parameter scanned: the result of a scan.
  init(_ scanned: [NoteID: VaultPath]) {
    paths = scanned
    self.scanned = scanned
    scannedIDs = Dictionary(scanned.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the scan takes the file for a note.
  func hasNote(at path: VaultPath) -> Bool { scannedIDs[path] != nil }

  /// Keeps a file as the note that it was, whatever the scan says.
  ///
  /// The first note to claim a file gets it.
  mutating func keep(_ id: NoteID, at path: VaultPath) {
    if kept[path] == nil { kept[path] = id }
  }

  /// Completes `paths` so that it agrees with the kept mappings.
  ///
  /// - Parameters:
  ///   - known: the notes that have a path already.
  ///   - bearer: whether a file has an id.
  mutating func settle(
    known: Set<NoteID>, bearer: (_ path: VaultPath, _ id: NoteID) -> Bool
  ) {
    let pushedOut = kept.keys.compactMap { scannedIDs[$0] }
    let homeless = kept.values.compactMap { scanned[$0] }.filter { kept[$0] == nil }
    for id in pushedOut { paths[id] = nil }
    for (path, id) in kept { paths[id] = path }
    // A note whose file now belongs to another note may have moved to a file without a note.
    let new = scanned.filter { !known.contains($0.key) && kept[$0.value] == nil }
    for id in pushedOut where paths[id] == nil {
      let found = new.filter { paths[$0.key] == $0.value && bearer($0.value, id) }
      guard let place = found.min(by: { $0.value < $1.value }) else { continue }
      paths[place.key] = nil
      paths[id] = place.value
    }
    for path in homeless.sorted() {
      var (id, number) = (ProvisionalID.of(path), 1)
      while paths[id] != nil {
        number += 1
        id = ProvisionalID.of(path, number: number)
      }
      paths[id] = path
    }
  }
}
