internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultIndex

/// The conditions of a filter as fields, for who does not know its prefixes: the values of `filter.mustache`.
struct FilterForm {
  let incoming: PageRequest
  let filter: TimelineFilter

  /// - Parameter path: of the page that shows the notes.
  func view(at path: String) -> TemplateView {
    let register = incoming.register
    var persons = names(register.sorted.map(\.title), with: filter.about.map { [$0] } ?? [])
    for (index, person) in register.sorted.prefix(48).enumerated() {
      let picture = PersonPicture(person, nil, incoming)
      persons[index]["avatar"] = .view(picture.view(on: incoming.addresses, sizes: "3.5rem"))
    }
    return [
      "action": .text(incoming.addresses.address(path)), "text": .text(filter.text),
      "tags": .text(filter.tags.map(\.text).joined(separator: ", ")),
      "since": .text(filter.since?.description ?? ""),
      "until": .text(filter.until?.description ?? ""),
      "isFavorite": .flag(filter.isFavorite), "place": .text(filter.place ?? ""),
      "persons": .list(persons), "hasPersons": .flag(!persons.isEmpty),
      "categories": .list(
        names(register.settings.categories.categories.map(\.name), with: filter.categories)),
      "kinds": .list(
        NoteKind.allCases.map { kind in
          [
            "value": .text(kind.rawValue), "label": .text(Self.words(kind)),
            "isSelected": .flag(filter.kind == kind),
          ]
        }),
    ]
  }

  /// With those that are chosen, which may be known to notes only.
  private func names(_ names: [String], with chosen: [String]) -> [TemplateView] {
    let keys = Set(chosen.map { NameKey($0.utf8) })
    let known = Set(names.map { NameKey($0.utf8) })
    return (names + chosen.filter { !known.contains(NameKey($0.utf8)) }).map { name in
      ["name": .text(name), "isSelected": .flag(keys.contains(NameKey(name.utf8)))]
    }
  }

  static func words(_ kind: NoteKind) -> String {
    switch kind {
    case .text: "only words"
    case .photo: "photos"
    case .audio: "recordings"
    case .video: "films"
    case .mixed: "several kinds"
    }
  }
}
