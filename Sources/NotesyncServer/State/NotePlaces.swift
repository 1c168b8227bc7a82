internal import VaultFormat

/// Which file is which note, each file one and each note one.
///
/// The scan of a vault goes by the files alone: of several that bear one id it takes the first for the note. What it
/// says gives way to what the files have been so far.
struct NotePlaces {
  private(set) var paths: [NoteID: VaultPath]
  private let scanned: [NoteID: VaultPath]
  private let scannedIDs: [VaultPath: NoteID]
  private var kept: [VaultPath: NoteID] = [:]

  /// - Parameter scanned: as the files alone tell.
  init(_ scanned: [NoteID: VaultPath]) {
    paths = scanned
    self.scanned = scanned
    scannedIDs = Dictionary(scanned.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether the scan takes the file for some note.
  func hasNote(at path: VaultPath) -> Bool { scannedIDs[path] != nil }

  /// Says that a file goes on being the note that it was, whatever note the scan takes it for.
  ///
  /// The first note that says so has the file.
  mutating func keep(_ id: NoteID, at path: VaultPath) {
    if kept[path] == nil { kept[path] = id }
  }

  /// Makes `paths` agree with what is kept.
  ///
  /// - Parameters:
  ///   - known: the notes that have a place already.
  ///   - bearer: tells whether a file bears an id.
  mutating func settle(
    known: Set<NoteID>, bearer: (_ path: VaultPath, _ id: NoteID) -> Bool
  ) {
    let pushedOut = kept.keys.compactMap { scannedIDs[$0] }
    let homeless = kept.values.compactMap { scanned[$0] }.filter { kept[$0] == nil }
    for id in pushedOut { paths[id] = nil }
    for (path, id) in kept { paths[id] = path }
    // A note whose file is another's own by now may have moved to a file without a note yet.
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
