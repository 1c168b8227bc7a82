internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The number of findings of one kind in words, for findings of level info.
enum FindingSummary {
  /// For example `34 links lead out of the vault`.
  static func text(of code: Finding.Code, count: Int) -> String {
    guard let words = words[code] else { return count == 1 ? "1 finding" : "\(count) findings" }
    return count == 1 ? "1 \(words.one)" : "\(count) \(words.many)"
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
