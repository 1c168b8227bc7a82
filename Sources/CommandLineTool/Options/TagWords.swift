internal import VaultFormat

/// Tags as they are written on a command line.
enum TagWords {
  static func tags(in text: String) throws -> [Tag] {
    let tags = Tag.list(in: text)
    guard !tags.isEmpty else { throw empty(text) }
    return tags
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
