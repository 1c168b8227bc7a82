internal import VaultFormat

/// What a rendering has met, so that each link and tag is looked up and listed once, and their number is bounded.
struct SeenLinks {
  /// What the resolver has said.
  private(set) var answers: [LinkTarget: LinkDestination?] = [:]
  private var tags: Set<Tag> = []
  private var lookups = 0

  /// Counts one link to a file; false if there were too many.
  mutating func mayLookUp() -> Bool {
    lookups += 1
    return lookups <= NoteRenderer.mostLinks
  }

  mutating func keep(_ answer: LinkDestination?, to target: LinkTarget) {
    answers.updateValue(answer, forKey: target)
  }

  /// False too if there are as many tags as links may be.
  mutating func isNew(_ tag: Tag) -> Bool {
    tags.count < NoteRenderer.mostLinks && tags.insert(tag).inserted
  }
}
