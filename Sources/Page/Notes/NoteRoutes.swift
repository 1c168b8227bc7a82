internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// One note.
enum NoteRoutes {
  static func note(_ incoming: PageRequest) async throws -> Reply {
    let found = try find(incoming)
    if let complete = found.redirect { return complete }
    guard let stamp = CardCache.stamp(of: found.path, in: incoming.vault.folder) else {
      throw PageProblem.noSuchNote
    }
    let waits = incoming.request.query["links"] == "1"
    let tag = PageTag(incoming, shown: [stamp], further: ["\(waits || incoming.site.links.isMade)"])
    return try await incoming.answer(tag) {
      if incoming.request.query["fragment"] == "1" {
        // The card alone, for a list in which the note has changed.
        let html = try ActionRoutes.card(incoming, found.path, found.id)
        return Reply(.ok, "text/html; charset=utf-8", body: .bytes(html.bytes))
      }
      return try await page(of: found, incoming, waits: waits)
    }
  }

  /// The page of a note as it is now.
  ///
  /// - Parameters:
  ///   - waits: for the links of the vault to be read.
  ///   - written: a comment that was not taken.
  static func page(
    of found: Found, _ incoming: PageRequest, waits: Bool = false,
    written: NoteComments.Written? = nil
  ) async throws -> Reply {
    let note = try incoming.note(at: found.path)
    let media = incoming.cardLoader.media(of: note)
    let rendered = renderer(
      incoming, folder: found.path.parent, note: found.path,
      raisesTitle: note.metadata.title == nil
    ).render(note.document)
    let card = NoteCard(note, id: found.id, media: media)
    let place = incoming.timeline.withoutPages.place(
      of: TimelineCursor(seconds: card.time.seconds, id: found.id))
    let view = NoteView(
      site: incoming.addresses, isWritable: incoming.isWritable,
      hasHistory: MaintenanceVault.hasHistory(incoming))
    var frame = PageFrame(incoming, title: CardView.name(of: card), kind: "note")
    frame.parent = .link(incoming.addresses.address("/"), PageWords.timeline)
    frame.scripts = ["viewer.js"]
    frame.styles = ["pictures.css", "talk.css"]
    frame.values["note"] = .view(
      view.view(
        card, note, rendered,
        people: CardAge.all(of: card, incoming.register, on: incoming.addresses, isListed: false),
        category: CardCategory(of: card, incoming.register.settings, on: incoming.addresses),
        newer: neighbour(incoming, at: place.before - 1),
        older: neighbour(incoming, at: place.after)))
    let backlinks = try await Backlinks.of(found, incoming, waits: waits)
    frame.values.merge(backlinks.values(incoming, of: found.id)) { $1 }
    frame.values.merge(
      try await NoteSharing.values(of: note.document, id: found.id, incoming)
    ) { $1 }
    frame.values.merge(
      try await NoteComments.values(of: note.document, id: found.id, incoming, written)
    ) { $1 }
    frame.values.merge(
      try await NoteBooks.values(of: note.document, at: found.path, id: found.id, incoming)
    ) { $1 }
    return try frame.reply("note", written == nil ? .ok : .unprocessableContent)
  }

  /// The file as it is.
  static func raw(_ incoming: PageRequest) async throws -> Reply {
    let found = try find(incoming)
    let bytes = try incoming.vault.folder.read(found.path).bytes
    // It may have been sealed a moment ago.
    if let day = incoming.answer(for: NoteDocument(bytes)).opening {
      throw PageProblem.isSealed(until: day)
    }
    return Reply(.ok, "text/plain; charset=utf-8", body: .bytes(bytes)).with(.checked, .file)
  }

  /// - Parameters:
  ///   - folder: of the note.
  ///   - note: nil for a text that is no note yet.
  ///   - addresses: of the links; nil for those of the page itself.
  ///   - isActive: tasks can be ticked.
  ///   - raisesTitle: a heading with which the text begins is that of the page.
  static func renderer(
    _ incoming: PageRequest, folder: VaultPath?, note: VaultPath? = nil,
    addresses: SiteAddress? = nil, isActive: Bool = true, raisesTitle: Bool = false
  ) -> NoteRenderer {
    let addresses = addresses ?? incoming.addresses
    var options = RenderingOptions()
    options.tagAddress = addresses.address("/?t=")
    options.hasActiveTasks = isActive && incoming.isWritable
    options.raisesTitle = raisesTitle
    let resolver = resolver(incoming, note: note, addresses: addresses)
    return NoteRenderer(options, folder: folder) { resolver.destination(of: $0) }
  }

  /// - Parameters:
  ///   - note: nil for a text that is no note yet.
  ///   - addresses: of the links; nil for those of the page itself.
  static func resolver(
    _ incoming: PageRequest, note: VaultPath?, addresses: SiteAddress? = nil
  ) -> NoteLinkResolver {
    let snapshot = incoming.snapshot
    let (vault, files) = (incoming.vault, incoming.site.files)
    return NoteLinkResolver(
      addresses: addresses ?? incoming.addresses, index: snapshot.index,
      names: incoming.timeline.names, visibility: incoming.visibility,
      folder: vault.folder, mediaFolder: note.flatMap { MediaFolder(of: $0)?.path }
    ) { files.file(endingWith: $0, in: vault, generation: snapshot.generation) }
  }

  // MARK: - Finding

  struct Found {
    var path: VaultPath
    var id: NoteID
    /// The address has only the beginning of the id.
    var redirect: Reply?
  }

  /// The note whose id, or the beginning of whose id, stands in the address.
  ///
  /// - Parameter allowsSealed: whether a sealed note may be the answer, of which little is shown.
  /// - Throws: a problem, if there is no such note, or it is sealed; `IndexIsBehind`.
  static func find(_ incoming: PageRequest, allowsSealed: Bool = false) throws -> Found {
    let text = try incoming.parameter(or: .noSuchNote, NoteAddress.id)
    let index = incoming.snapshot.index
    let notes = index.notes(withID: text)
    guard let note = notes.first else {
      // On a network disk the index knows of a new note after some minutes.
      if let path = incoming.site.operations.path(of: text),
        let found = try? incoming.note(at: path),
        found.metadata.id?.text == text
      {
        if !allowsSealed, let day = found.sealedUntil { throw PageProblem.isSealed(until: day) }
        return Found(path: path, id: NoteID(nonEmpty: text))
      }
      throw PageProblem.noSuchNote
    }
    let id = index.id(note)
    if !allowsSealed, notes.count == 1,
      let day = incoming.visibility.answer(for: note, in: index).opening
    {
      throw PageProblem.isSealed(until: day)
    }
    if id.text.utf8.elementsEqual(text.utf8) {
      let path = index.path(note)
      guard !incoming.isGone(path) else { throw incoming.isMissing }
      return Found(path: path, id: id)
    }
    guard notes.count == 1 else {
      throw PageProblem(
        .notFound, "Several notes", "\(notes.count) notes have ids that begin with \(text).")
    }
    return Found(
      path: index.path(note), id: id,
      redirect: .redirect(.seeOther, to: incoming.addresses.note(id)))
  }

  /// The same; nil if there is no such note any more.
  static func findPresent(_ incoming: PageRequest) throws -> Found? {
    do {
      return try find(incoming)
    } catch let problem as PageProblem where problem.status == .notFound {
      return nil
    }
  }

  private static func neighbour(_ incoming: PageRequest, at place: Int) -> TemplateView? {
    let timeline = incoming.timeline.withoutPages
    guard timeline.sorted.indices.contains(place) else { return nil }
    return link(to: timeline.sorted[place], in: timeline.index, incoming.addresses)
  }

  fileprivate static func link(
    to note: VaultIndex.Position, in index: VaultIndex, _ site: SiteAddress
  ) -> TemplateView {
    var view = TemplateView.link(
      site.note(index.id(note)), CardView.name(of: index.title(note)) ?? "·")
    view["when"] = .text(DateWords.shortDay(index[note].date.day))
    return view
  }
}

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
      "backlinks": .list(notes.map { NoteRoutes.link(to: $0, in: index, incoming.addresses) }),
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
