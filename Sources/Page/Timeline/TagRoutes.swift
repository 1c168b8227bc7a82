internal import HTTPTypes
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The tags, the most used first, and renaming one in all notes.
enum TagRoutes {
  /// With `rename=OLD` a form for a new name, and with `to=NEW` too what renaming would change.
  static func tags(_ incoming: PageRequest) async throws -> Reply {
    let tag = PageTag(incoming, shown: [])
    if let unchanged = tag.reply(to: incoming.request) { return unchanged }
    let query = incoming.request.query
    let counts = incoming.timeline.tags.sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
    let view = TagsView(site: incoming.addresses, isWritable: incoming.isWritable)
    var frame = PageFrame(incoming, title: "Tags", kind: "plain")
    frame.values = view.values(counts)
    if incoming.isWritable, let old = query["rename"].flatMap({ Tag($0) }) {
      frame.values["rename"] = .view(try await rename(old, to: query["to"], view, incoming))
    }
    return tag.marked(try frame.reply("tags"))
  }

  /// Renames a tag in all notes that have it; each note is changed as a whole or not at all.
  static func rename(_ incoming: PageRequest) async throws -> Reply {
    guard let old = incoming.form?["tag"].flatMap({ Tag($0) }) else { throw PageProblem.isStale }
    let new: Tag
    switch TagName(incoming.form?["to"] ?? "", for: old) {
    case .valid(let tag): new = tag
    case .invalid(let reason): throw PageProblem(.unprocessableContent, "Not renamed", reason)
    }
    let index = try await incoming.unsealedIndex()
    let renaming = TagRenaming(old, to: new, in: index)
    let shown = TagRenaming(old, to: new, in: incoming.snapshot.index)
    guard shown.notes.count == Int(incoming.form?["count"] ?? "") else {
      throw PageProblem(
        .conflict, "Not renamed",
        "Meanwhile other notes have the tag #\(old.text): nothing was changed. Look at what would change now.",
        next: PageProblem.Next(
          path: TagsView.path(renaming: old, to: new.text), label: "Look at the plan"))
    }
    let notes = renaming.notes.map { (path: index.path($0), id: index.id($0)) }
    let (changed, failed) = try await incoming.edit(notes) { try $0.renamingTag(old, to: new) }
    let done = incoming.said("renamed-\(changed)-\(failed)")
    return .redirect(.seeOther, to: incoming.addresses.address("/tags?done=\(done)"))
  }

  private static func rename(
    _ old: Tag, to text: String?, _ view: TagsView, _ incoming: PageRequest
  ) async throws -> TemplateView {
    guard let text else { return view.form(old, text: old.text, error: nil) }
    switch TagName(text, for: old) {
    case .invalid(let reason): return view.form(old, text: text, error: reason)
    case .valid(let new):
      // Tags of sealed notes are changed too, and neither named nor counted.
      let index = incoming.snapshot.index
      let renaming = TagRenaming(old, to: new, in: index)
      guard !renaming.notes.isEmpty else {
        return view.form(old, text: text, error: "No note has the tag #\(old.text).")
      }
      let unreadable = try TagRenaming.unreadableNotes(
        in: index, mentioning: old, of: incoming.vault.folder)
      return view.plan(renaming, unreadable: unreadable.map(\.path))
    }
  }
}

extension PageRequest {
  /// The notes as they are, sealed ones too, with titles and tags.
  fileprivate func unsealedIndex() async throws -> VaultIndex {
    let scanner = scanner(sealedOn: nil)
    return try await site.scans.run { try scanner.scan() }
  }
}

/// The new name of a tag, as it was written.
enum TagName: Hashable {
  case valid(Tag)
  /// With a sentence that says why not.
  case invalid(String)

  init(_ text: String, for old: Tag) {
    guard let tag = Tag(text) else {
      self = .invalid("A tag has at least one letter or digit.")
      return
    }
    if tag.text.contains(",") {
      self = .invalid("A tag is renamed to one tag: the name has a comma.")
    } else if tag == old {
      self = .invalid("That is the same tag: case and # do not count.")
    } else {
      self = .valid(tag)
    }
  }
}
