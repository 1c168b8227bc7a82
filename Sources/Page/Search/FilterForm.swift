internal import Rendering
internal import VaultFormat
internal import VaultIndex

/// The conditions of a filter as fields, for who does not know its prefixes: the values of `filter.mustache`.
struct FilterForm {
  let site: SiteAddress
  let filter: TimelineFilter
  /// Of the page that shows the notes.
  let path: String

  var view: TemplateView {
    [
      "action": .text(site.address(path)), "text": .text(filter.text),
      "tags": .text(filter.tags.map(\.text).joined(separator: ", ")),
      "since": .text(filter.since?.description ?? ""),
      "until": .text(filter.until?.description ?? ""),
      "isFavorite": .flag(filter.isFavorite), "about": .optional(filter.about),
      "isOpen": .flag(
        filter.kind != nil || filter.isFavorite || filter.since != nil || filter.until != nil),
      "kinds": .list(
        NoteKind.allCases.map { kind in
          [
            "value": .text(kind.rawValue), "label": .text(Self.words(kind)),
            "isSelected": .flag(filter.kind == kind),
          ]
        }),
    ]
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
