internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// How many findings of one kind there are, in words, for what is only worth knowing.
enum FindingSummary {
  /// Such as `34 notes store no id yet`.
  static func text(of code: Finding.Code, count: Int) -> String {
    guard let words = words[code] else { return count == 1 ? "1 finding" : "\(count) findings" }
    return count == 1 ? "1 \(words.one)" : "\(count) \(words.many)"
  }

  private static let words: [Finding.Code: (one: String, many: String)] = [
    .idNotStored: (
      "note stores no id yet: it loses its identity when it is moved",
      "notes store no id yet: they lose their identity when they are moved"
    ),
    .createdUnknown: (
      "note does not say when it was made; only the file system does",
      "notes do not say when they were made; only the file system does"
    ),
    .templateNote: (
      "template counts as a note and gets no id; the setting templates leaves it out",
      "templates count as notes and get no ids; the setting templates leaves them out"
    ),
    .foreignFrontMatter: (
      "note begins with TOML or JSON, which tl does not edit",
      "notes begin with TOML or JSON, which tl does not edit"
    ),
    .updatedBeforeCreated: (
      "note was changed before it was made", "notes were changed before they were made"
    ),
    .unknownCategory: (
      "note has a category that the settings do not name",
      "notes have a category that the settings do not name"
    ),
    .leftover: (
      "file is left from an interrupted write", "files are left from interrupted writes"
    ),
    .linkByName: ("link is one that only Obsidian can follow", "links only Obsidian can follow"),
    .pageLink: (
      "link leads to no file and looks like the address of a page",
      "links lead to no file and look like addresses of pages"
    ),
    .linkOutside: ("link leads out of the vault", "links lead out of the vault"),
    .missingNote: (
      "link names a note that does not exist", "links name notes that do not exist"
    ),
    .conflictExample: (
      "note has code that looks like a conflict of git",
      "notes have code that looks like a conflict of git"
    ),
  ]
}
