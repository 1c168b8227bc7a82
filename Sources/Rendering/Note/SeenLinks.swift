internal import VaultFormat

/// What a rendering has met, so that each link and tag is listed once, and their number is bounded.
struct SeenLinks {
  private var targets: Set<LinkTarget> = []
  private var tags: Set<Tag> = []
  private var lookups = 0

  /// Counts one question to the resolver; false if there were too many.
  mutating func mayLookUp() -> Bool {
    lookups += 1
    return lookups <= NoteRenderer.mostLinks
  }

  mutating func isNew(_ target: LinkTarget) -> Bool { targets.insert(target).inserted }

  /// False too if there are as many tags as links may be.
  mutating func isNew(_ tag: Tag) -> Bool {
    tags.count < NoteRenderer.mostLinks && tags.insert(tag).inserted
  }
}
