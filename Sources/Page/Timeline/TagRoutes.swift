internal import HTTPTypes
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The tags, the most used first, nested ones below theirs, and renaming one in all notes.
enum TagRoutes {
  /// With `rename=OLD` a form for a new name, and with `to=NEW` too what renaming would change.
  static func tags(_ incoming: PageRequest) async throws -> Reply {
    try await incoming.answer(PageTag(incoming)) {
      let query = incoming.request.query
      let view = TagsView(site: incoming.addresses, isWritable: incoming.isWritable)
      var frame = PageFrame(incoming, title: "Tags", styles: ["finding.css"])
      let totals = incoming.timeline.withoutPages.index.tagTotals
      frame.values = view.values(incoming.timeline.tags.map(\.tag), totals)
      if incoming.isWritable, let old = query["rename"].flatMap({ Tag($0) }) {
        frame.values["rename"] = .view(try await rename(old, to: query["to"], view, incoming))
      }
      return try frame.reply("tags")
    }
  }

  /// Renames a tag in all notes that have it; each note is changed as a whole or not at all.
  static func rename(_ incoming: PageRequest) async throws -> Reply {
    guard let old = incoming.form?["tag"].flatMap({ Tag($0) }) else { throw PageProblem.isStale }
    let new: Tag
    switch TagName(incoming.form?["to"] ?? "", for: old) {
    case .valid(let tag): new = tag
    case .invalid(let reason): throw PageProblem(.unprocessableContent, "Not renamed", reason)
    }
    let scanner = incoming.source.scanner(withSealed: true)
    let index = try await incoming.site.scans.run { try scanner.scan() }
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
    return incoming.redirect("/tags", done: "renamed-\(changed)-\(failed)")
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

/// The values of `tags.mustache`.
struct TagsView {
  let site: SiteAddress
  let isWritable: Bool

  /// - Parameters:
  ///   - tags: that notes have.
  ///   - totals: how many notes have each of them or one nested in it, also of tags that only others are nested in.
  func values(_ tags: [Tag], _ totals: [Tag: Int]) -> [String: TemplateValue] {
    let groups = Self.paths(tags, totals).inRuns { $0[0] }
    return [
      "heading": "Tags", "isWritable": .flag(isWritable && !tags.isEmpty), "rename": .none,
      "tags": .list(
        groups.map { _, paths in
          var view = row(paths[0], totals)
          view["nested"] = .list(paths.dropFirst().map { row($0, totals) })
          return view
        }),
      "empty": .empty(
        "No note has a tag yet. A tag is a word with # before it, in the text of a note or in its form.",
        if: tags.isEmpty),
    ]
  }

  /// The most used first, each with those nested in it behind it in the same order; the last of each path is the tag.
  static func paths(_ tags: [Tag], _ totals: [Tag: Int]) -> [[Tag]] {
    Tag.unique(tags + totals.keys.sorted()).map(\.path).sorted { a, b in
      a.lexicographicallyPrecedes(b) { a, b in
        (totals[b] ?? 0, a) < (totals[a] ?? 0, b)
      }
    }
  }

  private func row(_ path: [Tag], _ totals: [Tag: Int]) -> TemplateView {
    let tag = path[path.count - 1]
    let (count, outer) = (totals[tag] ?? 0, path.count == 1 ? "" : path[0].text + "/")
    return [
      "name": .text(String(tag.text.dropFirst(outer.count))), "outer": .text(outer),
      "full": .text(tag.text), "href": .text(site.tag(tag)),
      "count": .text(PageWords.grouped(count)), "unit": count == 1 ? "note" : "notes",
      "renameHref": isWritable ? .text(site.address(Self.path(renaming: tag, to: nil))) : .none,
    ]
  }

  static func path(renaming tag: Tag, to new: String?) -> String {
    let start = "/tags?rename=\(PercentEncoding.encoded(tag.text.utf8))"
    return start + (new.map { "&to=\(PercentEncoding.encoded($0.utf8))" } ?? "")
  }

  /// Asks for the new name.
  func form(_ old: Tag, text: String, error: String?) -> TemplateView {
    [
      "name": .text(old.text), "action": .text(site.address("/tags")), "to": .text(text),
      "error": .optional(error), "cancelHref": .text(site.address("/tags")), "plan": .none,
    ]
  }

  /// What would change.
  func plan(_ renaming: TagRenaming, unreadable: [VaultPath]) -> TemplateView {
    var view = form(renaming.old, text: renaming.new.text, error: nil)
    view["plan"] = .view([
      "action": .text(site.address("/tags/rename")), "old": .text(renaming.old.text),
      "new": .text(renaming.new.text), "noteCount": .text("\(renaming.notes.count)"),
      "sentences": .texts(Self.sentences(renaming)),
      "unreadable": .list(unreadable.prefix(20).map { ["text": .text($0.text)] }),
      "hasUnreadable": .flag(!unreadable.isEmpty),
    ])
    return view
  }

  static func sentences(_ renaming: TagRenaming) -> [String] {
    let (old, new) = ("#\(renaming.old.text)", "#\(renaming.new.text)")
    var sentences = ["\(old) becomes \(new) in \(renaming.notes.count.counted("note"))."]
    if let first = renaming.nested.first {
      let rest = renaming.nested.count - 1
      let changed = renaming.new.text + first.text.dropFirst(renaming.old.text.count)
      sentences.append(
        "Tags nested in it too: #\(first.text) becomes #\(changed)"
          + (rest == 0 ? "." : rest == 1 ? ", and 1 more." : ", and \(rest) more."))
    }
    if renaming.mergedCount > 0 {
      sentences.append(
        "\(renaming.mergedCount.counted("note")) of these have \(new) already: once stays.")
    }
    if renaming.otherCount > 0 {
      sentences.append("\(renaming.otherCount.counted("note")) without \(old) have \(new) already.")
    }
    sentences.append(PageWords.canTakeBack)
    return sentences
  }
}
