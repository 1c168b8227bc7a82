internal import HTTPTypes
internal import Journal
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Changes of a book; each is one operation, made by the functions that `tl book` uses.
enum BookChanges {
  /// Moves a note, or takes it out.
  static func place(_ incoming: PageRequest) async throws -> Reply {
    let key = incoming.form?["note"]
    guard let wanted = incoming.form?["place"] else { throw PageProblem.isStale }
    let open = try await OpenBook(incoming)
    _ = try await change(open, incoming) { document in
      let lines = BookLines(document)
      let place = try lines.note(key)
      if wanted == "out" { return document.removingFromBook(at: place) }
      let target = try lines.target(wanted)
      return document.movingInBook(place, to: target.place, isBehind: target.isBehind)
    }
    return incoming.redirect(
      open.path, done: "saved", fragment: wanted == "out" ? "" : anchor(of: key ?? ""))
  }

  /// Changes which photos of a note are in the book, the caption, and whether its text is.
  static func note(_ incoming: PageRequest) async throws -> Reply {
    guard let form = incoming.form else { throw PageProblem.isStale }
    let key = form["note"]
    let chosen = form.fields.all("photo")
    let open = try await OpenBook(incoming)
    let line = try BookLines(open.document).note(key)
    let photos = try await incoming.site.bookWork.run {
      (open.notes[line]?.media ?? []).filter { $0.kind == .photo }.map(\.fileName)
    }
    let (new, place) = try await change(open, incoming) { document in
      let place = try BookLines(document).note(key)
      guard case .note(let note) = BookText(of: document).items[place].content else {
        throw PageProblem.isStale
      }
      var options = note.options
      options.photos = PhotoChoice(options.photos, of: photos).choosing(chosen)
      let caption = (form["caption"] ?? "").trimmingBlanks
      options.caption = caption.isEmpty ? nil : caption
      options.hasText = form["text"] != nil
      options.fillsPage = form["full"] != nil
      return (document.settingBookOptions(options, at: place), place)
    }
    let keys = BookLines(new).keys
    return incoming.redirect(
      open.path, done: "saved",
      fragment: keys.indices.contains(place) ? anchor(of: keys[place]) : "")
  }

  /// Puts a note behind the last one.
  static func add(_ incoming: PageRequest) async throws -> Reply {
    let open = try await OpenBook(incoming)
    let index = incoming.snapshot.index
    guard let id = incoming.form?["add"],
      let position = index.notes(withID: id).first(where: { index.id($0).text == id }),
      index[position].flags.kind == nil,
      incoming.visibility.answer(for: position, in: index) == .visible
    else { throw PageProblem.noSuchNote }
    let path = index.path(position)
    let title = try incoming.note(at: path).title
    _ = try await change(open, incoming) { document in
      // Another page may have put it in meanwhile.
      guard BookText(of: document).places(of: path, in: open.book.path).isEmpty else {
        return document
      }
      return document.addingToBook(path, titled: title, book: open.book.path)
    }
    return incoming.back(or: open.path, done: "inbook")
  }

  static func look(_ incoming: PageRequest) async throws -> Reply {
    guard let layout = incoming.form?["layout"].flatMap({ BookLayout(rawValue: $0) }),
      let paper = incoming.form?["paper"].flatMap({ BookPaper(rawValue: $0) })
    else { throw PageProblem.isStale }
    let open = try await OpenBook(incoming)
    let book = open.book
    _ = try await change(open, incoming) { old in
      var document = old
      for (key, value, former) in [
        (PageKey.layout, layout.rawValue, book.layout.rawValue),
        (.paper, paper.rawValue, book.paper.rawValue),
      ] where value != former || book.unreadable.contains(key) {
        document = try document.setting(document.name(of: key), to: .plain(value))
      }
      return document
    }
    return incoming.redirect(open.path, done: "saved")
  }

  /// - Returns: what the book says now.
  private static func change(
    _ open: OpenBook, _ incoming: PageRequest,
    _ body: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) async throws -> NoteDocument {
    try await change(open, incoming) { (try body($0), ()) }.0
  }

  private static func change<Found: Sendable>(
    _ open: OpenBook, _ incoming: PageRequest,
    _ body: @escaping @Sendable (NoteDocument) throws -> (NoteDocument, Found)
  ) async throws -> (NoteDocument, Found) {
    try await incoming.write { writer in
      var found: Found?
      let edit = try writer.edit(open.book.path, provisionalID: open.book.id) { document in
        let (new, value) = try body(document)
        found = value
        return new
      }
      guard let found else { throw PageProblem.isGone }
      return (edit.new, found)
    }
  }

  private static func anchor(of key: String) -> String {
    "#\(BookRoom.anchor(of: key))"
  }
}

/// Which photos of a note are in a book, and in which order.
struct PhotoChoice {
  /// Those of the note.
  private let all: [String]
  /// As the book says it; nil for all.
  private let written: [String]?

  /// - Parameters:
  ///   - written: as the book says it; nil for all.
  ///   - photos: the names of those of the note, in their order.
  init(_ written: [String]?, of photos: [String]) { (self.written, all) = (written, photos) }

  /// Those of the note, the chosen ones first, in their order in the book.
  var shown: [(name: String, isChosen: Bool)] {
    let chosen = (written ?? all).compactMap { known($0) }
    let others = all.filter { !chosen.contains($0) }
    return chosen.map { ($0, true) } + others.map { ($0, false) }
  }

  /// - Parameter names: of the photos that are chosen now, all of which a form has shown.
  /// - Returns: what the book is to say: as it was where nothing else was chosen; a name that no photo has stays.
  func choosing(_ names: [String]) -> [String]? {
    let before = shown.filter(\.isChosen).map(\.name)
    let wanted = Set(names)
    guard Set(before) != wanted.intersection(all) else { return written }
    let kept = (written ?? all).filter { name in known(name).map { wanted.contains($0) } ?? true }
    let new = kept + all.filter { wanted.contains($0) && !before.contains($0) }
    return new == all ? nil : new
  }

  private func known(_ name: String) -> String? {
    let key = NameKey(name.utf8)
    return all.first { NameKey($0.utf8) == key }
  }
}

extension SharedMedium {
  /// For the owner alone.
  var fileName: String { String(decoding: source.name, as: UTF8.self) }
}
