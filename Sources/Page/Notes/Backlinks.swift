internal import Rendering
internal import Synchronization
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The notes that link to a note.
struct Backlinks: Sendable {
  /// Newest first.
  var notes: [VaultIndex.Position] = []
  /// There may be more.
  var isCut = false
  /// False if the links of the vault have not been read yet.
  var isKnown = true

  /// The most that are shown, and the most notes whose links are looked at.
  private static let limit = 50
  private static let mostCandidates = 200

  /// - Parameter waits: for the links of the vault to be read.
  static func of(
    _ note: NoteRoutes.Found, _ incoming: PageRequest, waits: Bool
  ) async throws -> Backlinks {
    guard
      let sources = try await incoming.site.links.sources(
        linkingTo: note.path, of: incoming.vault, waits: waits)
    else { return Backlinks(isKnown: false) }
    let index = incoming.snapshot.index
    let candidates = index.notes(withIDs: sources.ids.subtracting([note.id]))
      .sorted { index[$0].date.seconds > index[$1].date.seconds }
    var found = Backlinks(isCut: sources.isCut || candidates.count > mostCandidates)
    for candidate in candidates.prefix(mostCandidates) {
      guard found.notes.count < limit else {
        found.isCut = true
        break
      }
      if hasLink(candidate, to: note.id, incoming) { found.notes.append(candidate) }
    }
    return found
  }

  /// Whether one of the links of a note leads to the note with this id, as its page shows them.
  private static func hasLink(
    _ note: VaultIndex.Position, to id: NoteID, _ incoming: PageRequest
  ) -> Bool {
    let index = incoming.snapshot.index
    let path = index.path(note)
    guard let bytes = try? incoming.vault.folder.read(path).bytes else { return false }
    let resolver = NoteRoutes.resolver(incoming, note: path)
    let address = incoming.addresses.note(id)
    let isFound = Mutex(false)
    _ = NoteRenderer(folder: path.parent) { target in
      let destination = resolver.destination(of: target)
      if case .page(let page) = destination, page.prefix(while: { $0 != "#" }) == address {
        isFound.withLock { $0 = true }
      }
      return destination
    }.render(NoteDocument(bytes))
    return isFound.withLock { $0 }
  }

  func values(_ incoming: PageRequest, of id: NoteID) -> [String: TemplateValue] {
    let index = incoming.snapshot.index
    return [
      "hasBacklinks": .flag(!notes.isEmpty),
      "backlinks": .list(
        notes.map { note in
          [
            "href": .text(incoming.addresses.note(index.id(note))),
            "label": .text(CardView.name(of: index.title(note)) ?? "·"),
            "when": .text(DateWords.shortDay(index[note].date.day)),
          ]
        }),
      "hasMoreBacklinks": .flag(isCut && !notes.isEmpty),
      "backlinksHref": isKnown ? .none : .text(incoming.addresses.note(id) + "?links=1"),
    ]
  }
}
