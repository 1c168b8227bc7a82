internal import Journal
package import VaultFormat
internal import VaultIndex
package import VaultStore

extension Repair.Action {
  /// What was done; may contain control characters.
  package func words(_ paths: PathDisplay) -> String {
    switch self {
    case .storedID(let path, let id): "\(paths.text(path)): stored the id \(id.text)"
    case .movedMedia(let path, let target): "\(paths.text(path)): moved to \(paths.text(target))"
    case .tookOutMarkers(let path):
      "\(paths.text(path)): the log has the events of both versions now, without git's conflict markers"
    case .spelledCategory(let path, let spelling):
      "\(paths.text(path)): the category is spelled \(spelling), as in the settings"
    case .putAway(let entry):
      "a leftover of an interrupted write is in the trash; tl trash restore \(entry.number) restores it as \(paths.text(entry.origin))"
    case .removedEmpty(let path):
      "\(paths.text(path)): removed; it was an empty leftover of an interrupted write"
    }
  }
}

extension Finding.Code {
  /// The number of findings of one kind, of level info: `34 links lead out of the vault`.
  package func words(count: Int) -> String {
    guard let words = Self.words[self] else { return count.counted("finding") }
    return count.counted(words.one, words.many)
  }

  private static let words: [Finding.Code: (one: String, many: String)] = [
    .idNotStored: (
      "note has no stored id yet, and loses its identity when it is moved",
      "notes have no stored id yet, and lose their identity when they are moved"
    ),
    .createdUnknown: (
      "note has its creation time only in the file system",
      "notes have their creation time only in the file system"
    ),
    .templateNote: (
      "template counts as a note and gets no id; the setting templates excludes it",
      "templates count as notes and get no ids; the setting templates excludes them"
    ),
    .foreignFrontMatter: (
      "note begins with TOML or JSON, which tl does not edit",
      "notes begin with TOML or JSON, which tl does not edit"
    ),
    .updatedBeforeCreated: (
      "note has updated before created", "notes have updated before created"
    ),
    .unknownCategory: (
      "note has a category that is not in the settings",
      "notes have a category that is not in the settings"
    ),
    .categorySpelling: (
      "note spells its category otherwise than the settings",
      "notes spell their category otherwise than the settings"
    ),
    .unknownPrompt: (
      "note answers a prompt that is not there", "notes answer prompts that are not there"
    ),
    .anonymousName: (
      "note is anonymous and names its author", "notes are anonymous and name their authors"
    ),
    .anonymousPrivate: (
      "note is anonymous but not public", "notes are anonymous but not public"
    ),
    .lostComment: ("comment is on a note that is gone", "comments are on notes that are gone"),
    .personUnset: (
      "setting person names nobody", "settings person name nobody"
    ),
    .runningLong: (
      "event has been running for more than a day", "events have been running for more than a day"
    ),
    .leftover: (
      "file is left over from an interrupted write", "files are left over from interrupted writes"
    ),
    .linkByName: ("link works only in Obsidian", "links work only in Obsidian"),
    .pageLink: (
      "link leads to no file and looks like the address of a page",
      "links lead to no file and look like addresses of pages"
    ),
    .linkOutside: ("link leads out of the vault", "links lead out of the vault"),
    .missingNote: (
      "link names a note that does not exist", "links name notes that do not exist"
    ),
    .conflictExample: (
      "note has code that looks like a git conflict",
      "notes have code that looks like a git conflict"
    ),
  ]
}
