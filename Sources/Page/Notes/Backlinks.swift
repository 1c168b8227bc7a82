internal import Rendering
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
    let (index, visibility) = (incoming.snapshot.index, incoming.visibility)
    // What a sealed note says is not shown where its links lead either.
    let candidates = index.notes(withIDs: sources.ids.subtracting([note.id]))
      .filter { visibility.answer(for: $0, in: index) == .visible }
      .sorted { index[$0].date.seconds > index[$1].date.seconds }
    var found = Backlinks(isCut: sources.isCut || candidates.count > mostCandidates)
    var search = LinkSearch(note)
    for candidate in candidates.prefix(mostCandidates) {
      guard found.notes.count < limit, !search.hasEnded else {
        found.isCut = true
        break
      }
      if search.finds(candidate, incoming) { found.notes.append(candidate) }
    }
    if search.hasEnded { found.isCut = true }
    return found
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

/// Looks for links to a note in others, and ends after so many bytes and links of all of them: each view does it anew.
private struct LinkSearch {
  private let id: NoteID
  private let names: Set<Int>
  private var bytesLeft = 4 << 20
  private var linksLeft = 20_000

  init(_ note: NoteRoutes.Found) {
    id = note.id
    names = LinkNames.names(of: note.path)
  }

  var hasEnded: Bool { bytesLeft <= 0 || linksLeft <= 0 }

  /// Whether one of the links of a note leads to that note, as its page shows them.
  mutating func finds(_ source: VaultIndex.Position, _ incoming: PageRequest) -> Bool {
    let index = incoming.snapshot.index
    let path = index.path(source)
    guard let bytes = try? incoming.vault.folder.read(path).bytes else { return false }
    let shown = bytes.prefix(RenderingOptions().sizeLimit)
    bytesLeft -= shown.count
    let resolver = NoteRoutes.resolver(incoming, note: path)
    for link in NoteDocument(Array(shown)).fileLinks {
      guard linksLeft > 0 else { return false }
      linksLeft -= 1
      let paths = link.targets(from: path.parent)
      guard paths.contains(where: { names.contains(LinkNames.name($0.name)) }),
        let target = resolver.note(of: link, at: paths), index.id(target) == id
      else { continue }
      return true
    }
    return false
  }
}
