internal import Journal
internal import Rendering
internal import VaultFormat
internal import VaultIndex

/// The conditions of a filter as fields, for who does not know its prefixes: the values of `filter.mustache`.
struct FilterForm {
  let site: SiteAddress
  let filter: TimelineFilter
  /// Of the page that shows the notes.
  let path: String
  /// Those of the settings.
  let categories: CategorySettings

  var view: TemplateView {
    [
      "action": .text(site.address(path)), "text": .text(filter.text),
      "tags": .text(filter.tags.map(\.text).joined(separator: ", ")),
      "since": .text(filter.since?.description ?? ""),
      "until": .text(filter.until?.description ?? ""),
      "isFavorite": .flag(filter.isFavorite), "about": .optional(filter.about),
      "isOpen": .flag(
        filter.kind != nil || filter.category != nil || filter.isFavorite || filter.since != nil
          || filter.until != nil),
      "categories": .list(
        categoryNames.map { name in
          ["name": .text(name), "isSelected": .flag(isChosen(name))]
        }), "hasCategories": .flag(!categoryNames.isEmpty),
      "kinds": .list(
        NoteKind.allCases.map { kind in
          [
            "value": .text(kind.rawValue), "label": .text(Self.words(kind)),
            "isSelected": .flag(filter.kind == kind),
          ]
        }),
    ]
  }

  /// With the chosen one, which may be known to notes only.
  private var categoryNames: [String] {
    let names = categories.categories.map(\.name)
    guard let chosen = filter.category, categories[chosen] == nil else { return names }
    return names + [chosen]
  }

  private func isChosen(_ name: String) -> Bool {
    filter.category.map { NameKey($0.utf8) == NameKey(name.utf8) } ?? false
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
