package import VaultFormat

/// What of a note can be joined where both sides changed it: its tags and its pin.
package struct NoteLabels: Hashable, Sendable {
  /// In the order of the file, for reading; they compare as a set.
  package var tags: [Tag]
  package var isPinned: Bool
}

extension NoteLabels {
  package init(_ content: NoteContent) {
    self.init(tags: content.tags, isPinned: content.isPinned)
  }

  /// What both sides made of `base`: tags that one of them added are there, those that one of them removed are not,
  /// and the pin is as the side has it that changed it.
  ///
  /// - Parameter base: nil where it is not known what both began with: then no tag is lost, and the later pin counts.
  package static func joined(
    base: NoteLabels?, here: NoteLabels, there: NoteLabels, thereIsLater: Bool
  ) -> NoteLabels {
    let removed = Set(base?.tags ?? []).subtracting(here.tags)
    let known = Set(base?.tags ?? []).union(there.tags)
    let tags =
      there.tags.filter { !removed.contains($0) } + here.tags.filter { !known.contains($0) }
    let isPinned =
      if let base, here.isPinned != there.isPinned { !base.isPinned } else {
        thereIsLater ? there.isPinned : here.isPinned
      }
    return NoteLabels(tags: tags, isPinned: isPinned)
  }
}
