package import VaultFormat

/// The parts of a note that can be merged if both sides changed it: tags and pin.
package struct NoteLabels: Hashable, Sendable {
  /// In the order of the file, for reading; they compare as a set.
  package var tags: [Tag]
  package var isPinned: Bool
}

extension NoteLabels {
  package init(_ content: NoteContent) {
    self.init(tags: content.tags, isPinned: content.isPinned)
  }

  /// Merges both sides over `base`: with the tags that either added, without those that either removed, and with the
  /// pin of the side that changed it.
  ///
  /// - Parameter base: nil if unknown: then no tag is removed, and the later pin counts.
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
