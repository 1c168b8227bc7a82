internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Finds the place that a text on the command line means: among the notes of the vault, then among the cities.
struct PlaceFinder {
  private let vault: OpenVault

  init(_ vault: OpenVault) {
    self.vault = vault
  }

  /// The places of the notes.
  ///
  /// - Parameter text: a query, only for notes that match.
  func book(_ text: String = "") throws -> PlaceBook {
    var query = NoteQuery()
    if !text.isEmpty {
      try QueryParser(
        now: vault.now.seconds, zone: vault.zone, resolver: JournalResolver(vault)
      ).read(text, into: &query)
    }
    // A town alone counts as a place too.
    let notes = try vault.notes(having: .place, query).filter { note in
      !vault.withholds(note.document) && (query.files != nil || !note.isPage)
    }
    return PlaceBook(
      notes.sorted { $0.path < $1.path }.map { (Place(of: $0.document), $0.date.day) })
  }

  /// - Parameter isLocated: whether it has to have a position.
  /// - Throws: a usage error with the list for a name that several places have, and if nothing is known of a name that
  ///   has to have a position.
  func place(_ request: PlaceRequest, isLocated: Bool) throws -> Place {
    if case .coordinates(let coordinates) = request { return Place(coordinates: coordinates) }
    if case .text(let name) = request, !isLocated { return Place(name: name) }
    let book = try book()
    switch request.resolved(in: isLocated ? book.located : book, CityFile.shipped) {
    case .one(let place): return place
    case .several(let choices):
      let name = if case .name(let name) = request { name } else { "" }
      let error = PlaceError.several(name, choices)
      var failure = CommandError("\(error)", hint: error.hint, status: .wrongUsage)
      failure.hints = choices.prefix(10).map { TerminalText.line($0.text) } + failure.hints
      throw failure
    case .none:
      guard case .name(let name) = request, isLocated else {
        if case .name(let name) = request { return Place(name: name) }
        return Place()
      }
      throw CommandError(
        "no note and no city is called '\(name)'",
        hint: "give coordinates, such as near:63.43,10.39,5", status: .wrongUsage)
    }
  }
}

extension CityFile {
  /// The file beside the program: in `../share/tl` where it is installed, in `share` where it was built; nil if there is
  /// none.
  static var shipped: CityFile? {
    guard let own = ThisDevice.programPath, let slash = own.lastIndex(of: "/") else { return nil }
    let folder = own[..<slash]
    return ["../share/tl/places.tsv", "../../../share/places.tsv"].lazy
      .compactMap { SystemFile.read("\(folder)/\($0)") }.first.map(CityFile.init)
  }
}
