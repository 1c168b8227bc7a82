internal import VaultFormat

/// Tags as they are written on a command line.
enum TagWords {
  static func tags(in text: String) throws -> [Tag] {
    let tags = Tag.list(in: text)
    guard !tags.isEmpty else { throw empty(text) }
    return tags
  }

  /// The notes and the tags of `NOTE... TAG...`, or of `TAG[,TAG] NOTE...` where the first word names no note.
  ///
  /// A single word is tags. The words that name notes end before the first that names none, and behind the last that
  /// can be nothing else; the last word is a tag.
  static func notesAndTags(
    in words: [String], of vault: OpenVault
  ) throws -> (notes: [String], tags: [Tag]) {
    let resolver = NoteResolver(vault)
    func isNote(_ word: String) -> Bool {
      NoteResolver.isCertain(word)
        || !word.hasPrefix("#") && (try? resolver.resolveAll(word)) != nil
    }
    guard let first = words.first, let last = words.last else { return ([], []) }
    let endsInNote = NoteResolver.isCertain(last)
    if words.count == 1, !endsInNote { return ([], try tags(in: first)) }
    let isOldOrder =
      endsInNote
      ? !NoteResolver.isCertain(first) : !isNote(first) && words.dropFirst().contains(where: isNote)
    if isOldOrder { return (Array(words.dropFirst()), try tags(in: first)) }
    guard !endsInNote else {
      throw CommandError(
        "which tag? \(last) is the name of a note", hint: "write the tags behind the notes",
        status: .wrongUsage)
    }
    let end = words.lastIndex(where: NoteResolver.isCertain).map { $0 + 1 } ?? 0
    let count = max(end, words.dropLast().prefix(while: isNote).count)
    // For the error that says so.
    if count == 0 { _ = try resolver.resolveAll(first) }
    return (Array(words[..<count]), try tags(in: words[count...].joined(separator: ",")))
  }

  static func tag(in text: String) throws -> Tag {
    guard let tag = Tag(text) else { throw empty(text) }
    return tag
  }

  /// The tags in words, such as `#kaia and #firsts`.
  static func text(of tags: [Tag]) -> String {
    tags.map { "#" + $0.text }.joined(last: "and")
  }

  private static func empty(_ text: String) -> CommandError {
    CommandError(
      "'\(text)' is not a tag: it has only # and blanks", hint: "tl tag lists the tags",
      status: .wrongUsage)
  }
}
