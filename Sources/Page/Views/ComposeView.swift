internal import Rendering
internal import VaultFormat

/// The form for a new note or a changed one: the values of `compose.mustache`.
struct ComposeView {
  let site: SiteAddress
  let zone: TimeZoneRules
  let now: NoteTime

  /// - Parameters:
  ///   - id: of the note that is changed; nil for a new one.
  ///   - problem: why it could not be saved.
  func view(_ form: NoteForm, id: NoteID?, problem: String?) -> TemplateView {
    let address = id.map { site.note($0) }
    return [
      "action": .text(address.map { $0 + "/edit" } ?? site.address("/new")),
      "id": .text(form.id), "draft": .optional(form.draft),
      "base": form.base.isEmpty ? .none : .text(form.base),
      "heading": id == nil ? "New note" : "Edit",
      "cancelHref": .text(address ?? site.address("/")), "error": .optional(problem),
      "warning": .none, "placeholder": "What happened?", "text": .text(form.text),
      "hasMedia": false, "media": .list([]), "accept": .none, "tags": .text(form.tags),
      "when": .text(form.when), "zone": "Local time, UTC\(DateWords.offset(now))",
      "hasPlace": false, "place": .none, "isPinned": .flag(form.isPinned),
    ]
  }
}
