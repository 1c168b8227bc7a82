internal import Rendering
internal import VaultFormat
internal import VaultIndex

/// The values of `tags.mustache`.
struct TagsView {
  let site: SiteAddress
  let isWritable: Bool

  /// - Parameter counts: in the order in which they are shown.
  func values(_ counts: [VaultIndex.TagCount]) -> [String: TemplateValue] {
    [
      "heading": "Tags",
      "summary": counts.isEmpty
        ? .none : .text(counts.count == 1 ? "1 tag" : "\(counts.count) tags"),
      "rename": .none,
      "tags": .list(
        counts.map { entry in
          [
            "name": .text(entry.tag.text), "href": .text(site.tag(entry.tag)),
            "count": .text(Self.notes(entry.count)),
            "renameHref": isWritable
              ? .text(site.address(Self.path(renaming: entry.tag, to: nil))) : .none,
          ]
        }),
      "empty": counts.isEmpty
        ? .view([
          "text":
            "No note has a tag yet. A tag is a word with # before it, in the text of a note or in its form.",
          "href": .none, "label": .none,
        ]) : .none,
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
    var sentences = ["\(old) becomes \(new) in \(notes(renaming.notes.count))."]
    if let first = renaming.nested.first {
      let rest = renaming.nested.count - 1
      let changed = renaming.new.text + first.text.dropFirst(renaming.old.text.count)
      sentences.append(
        "Tags nested in it too: #\(first.text) becomes #\(changed)"
          + (rest == 0 ? "." : rest == 1 ? ", and 1 more." : ", and \(rest) more."))
    }
    if renaming.mergedCount > 0 {
      sentences.append("\(notes(renaming.mergedCount)) of these have \(new) already: once stays.")
    }
    if renaming.otherCount > 0 {
      sentences.append("\(notes(renaming.otherCount)) without \(old) have \(new) already.")
    }
    sentences.append(PageWords.canTakeBack)
    return sentences
  }

  private static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }
}
