internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

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
    let query = try vault.query(text)
    // A town alone counts as a place too.
    let notes = try vault.notes(having: .place, query).filter { isCounted($0, query) }
    return PlaceBook(
      notes.sorted { $0.path < $1.path }.map { (Place(of: $0.document), $0.date.day) })
  }

  /// The number of notes with a position, whether or not they name its place.
  func positionCount(_ text: String) throws -> Int {
    let query = try vault.query(text)
    return try vault.notesWithPosition(query).count { isCounted($0, query) }
  }

  /// The towns that notes with a position would get.
  ///
  /// - Parameter text: a query, only for notes that match.
  func localityPlan(_ text: String) throws -> LocalityPlan {
    guard let cities = CityFile.shipped else {
      throw Problem(
        "there is no list of cities beside tl",
        hint: "scripts/install copies it to share/tl/places.tsv")
    }
    let query = try vault.query(text)
    let notes = try vault.notesWithPosition(query).filter { isCounted($0, query) }
    return LocalityPlan(notes.lazy.map { ($0.id, $0.path, $0.document) }, cities: cities)
  }

  /// Pages count only where the query asks for them.
  private func isCounted(_ note: KeyedNote, _ query: NoteQuery) -> Bool {
    vault.visibility.counts(note.document) && (query.files != nil || !note.isPage)
  }

  // MARK: - What a text means

  /// The place that a note gets; asks which one of several is meant.
  ///
  /// - Throws: a usage error with the list for a name that several places have, if nobody can be asked; `QuietExit` if
  ///   none was chosen.
  func place(of request: PlaceRequest) throws -> Place {
    guard case .name(let name) = request else { return try place(request, in: nil) }
    let session = vault.session
    if let chosen = session.chosenPlaces[name] { return chosen }
    let found = request.resolved(in: try book(), CityFile.shipped)
    if case .several(let choices) = found, session.isInteractive {
      guard let place = PlacePicker(name: name, choices: choices, session: session).ask() else {
        session.console.say("nothing chosen")
        throw QuietExit(status: .failure)
      }
      session.chosenPlaces[name] = place
      return place
    }
    if case .none = found {
      session.console.say(
        CityFile.shipped == nil
          ? "there is no list of cities beside tl: '\(TerminalText.line(name))' is a name without a position"
          : "no position is known for '\(TerminalText.line(name))': it is a name alone")
      session.chosenPlaces[name] = Place(name: name)
    }
    return try place(request, in: found)
  }

  /// The position of a place.
  ///
  /// - Throws: a usage error with the list for a name that several places have, and if nothing is known of it.
  func position(of request: PlaceRequest) throws -> Coordinates? {
    switch request {
    case .coordinates(let coordinates): return coordinates
    case .text(let name), .name(let name):
      let found = request.resolved(in: try book().located, CityFile.shipped)
      if case .none = found {
        let isKnown = try !book().entries(named: name).isEmpty
        throw Problem(
          usage: isKnown
            ? "no note that is called '\(name)' has coordinates"
            : "no note and no city is called '\(name)'", hint: NearRequest.coordinatesHint)
      }
      do {
        return try place(request, in: found).coordinates
      } catch var error as Problem {
        // That of --place names the option.
        error.hints[error.hints.count - 1] = NearRequest.coordinatesHint
        throw error
      }
    }
  }

  private func place(_ request: PlaceRequest, in found: PlaceResolution?) throws -> Place {
    switch (request, found) {
    case (_, .one(let place)): return place
    case (.name(let name), .several(let choices)):
      var failure = Problem(PlaceError.several(name, choices))
      failure.hints = choices.prefix(10).map { TerminalText.line($0.text) } + failure.hints
      throw failure
    case (.coordinates(let coordinates), _): return Place(coordinates: coordinates)
    case (.text(let name), _), (.name(let name), _): return Place(name: name)
    }
  }
}

/// Asks on the terminal which of several places with a name is meant.
struct PlacePicker {
  let name: String
  /// The most likely one first.
  let choices: [PlaceChoice]
  let session: Session

  /// Cities of one name are at most some dozens, and the last of them are small.
  private static let listLength = 20

  /// Nil if the answer is empty.
  func ask() -> Place? {
    let console = session.console
    let shown = choices.prefix(Self.listLength)
    console.promptChoices(
      shown.map { TerminalText.line($0.text) }, andMore: choices.count - shown.count,
      "given by coordinates")
    while true {
      console.prompt("which \(TerminalText.line(name.clipped))? (a number) ")
      guard let line = StandardStream.input.readLine() else {
        console.prompt("\n")
        return nil
      }
      let answer = line.trimmingBlanks
      if answer.isEmpty || line.contains("\u{1B}") { return nil }
      if let number = Int(answer), shown.indices.contains(number - 1) {
        return shown[number - 1].place
      }
      console.prompt("one of 1 to \(shown.count)\n")
    }
  }
}
