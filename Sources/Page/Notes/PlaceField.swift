internal import Journal
internal import SystemCalls
internal import VaultFormat
internal import WebServer

/// The place in the form of a note.
struct PlaceField: Hashable, Sendable {
  /// A name, coordinates, or `=NAME` for a name that is not looked up.
  var text: String
  /// Which one of several places is meant, by its text; empty without a choice.
  var choice = ""
  /// What the text means, once it was looked up.
  var found: Place?

  init(text: String, choice: String = "") { (self.text, self.choice) = (text, choice) }

  init(of document: NoteDocument) {
    let place = Place(of: document)
    self.init(text: place.name ?? place.locality ?? place.coordinates?.text ?? "")
  }

  /// What is written for the field; without a look-up a name is written as it is.
  ///
  /// Together they replace what the note has: an empty field removes all of them.
  var assignments: [FieldAssignment] {
    let place = found ?? written
    return [
      assignment(.place, place.name.map(FieldValue.text)),
      assignment(.locality, place.locality.map(FieldValue.text)),
      assignment(.coordinates, place.coordinates.map { .yaml($0.yaml) }),
    ]
  }

  private var written: Place {
    switch try? PlaceRequest(text) {
    case .coordinates(let coordinates)?: Place(coordinates: coordinates)
    case .text(let name)?, .name(let name)?: Place(name: name)
    case nil: Place()
    }
  }

  private func assignment(_ key: KnownKey, _ value: FieldValue?) -> FieldAssignment {
    var assignment = FieldAssignment(key, value ?? .text(""))
    assignment.value = value
    return assignment
  }
}

extension PageRequest {
  /// The field with what its text means: a place of the notes, else a city.
  ///
  /// - Throws: a `PlaceQuestion` for several places none of which was chosen, a `PageProblem` for coordinates that are
  ///   none.
  func lookedUp(_ field: PlaceField) async throws -> PlaceField {
    let text = field.text.trimmingBlanks
    guard !text.isEmpty else { return field }
    var field = field
    switch try await places(meantBy: text) {
    case .one(let place): field.found = place
    case .none: break
    case .several(let choices):
      guard let chosen = choices.first(where: { $0.text == field.choice }) else {
        throw PlaceQuestion(name: text, choices: choices)
      }
      field.found = chosen.place
    }
    return field
  }

  /// The form with the place that its text means, if it says another one than the note.
  func lookedUp(_ form: NoteForm, base: NoteDocument?) async throws -> NoteForm {
    guard let place = form.place, form.isPlaceChanged(from: base) else { return form }
    var form = form
    form.place = try await lookedUp(place)
    return form
  }

  /// - Throws: a `PlaceError` for coordinates that are none.
  func places(meantBy text: String) async throws -> PlaceResolution {
    let request = try PlaceRequest(text)
    guard case .name = request else { return request.resolved(in: PlaceBook([]), nil) }
    let book = try await placeBook()
    return try await site.scans.run { request.resolved(in: book, CityFile.kept) }
  }
}

/// What the text of a place means, for the form of a note.
enum PlaceSearchRoutes {
  /// `{"places": [{"text": …}], "near": …}` for `q`: the choices for a name, or the town near coordinates.
  static func find(_ incoming: PageRequest) async throws -> Reply {
    let text = (incoming.request.query["q"] ?? "").trimmingBlanks
    guard !text.isEmpty else { return reply([], near: nil) }
    switch try await incoming.places(meantBy: text) {
    case .none: return reply([], near: nil)
    case .several(let choices): return reply(choices.map(\.text), near: nil)
    case .one(let place):
      let details = [place.locality, place.coordinates?.text].compactMap(\.self)
      guard let name = place.name else {
        let near = place.coordinates.flatMap { CityFile.kept?.city(near: $0)?.name }
        return reply(near == nil ? details : [], near: near)
      }
      return reply([([name] + details).joined(separator: ", ")], near: nil)
    }
  }

  private static func reply(_ places: [String], near: String?) -> Reply {
    .json(["places": .array(places.map { ["text": .string($0)] }), "near": .text(near)])
      .with(.checked)
  }
}
