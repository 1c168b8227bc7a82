internal import Journal
internal import Rendering

/// What a form may say of a note: words, or a sign.
enum CommentText {
  /// A comment has so many characters at most.
  static let limit = 4_000
  private static let signs = ["❤️", "😊", "😂", "👏", "🎉"]

  /// The signs under a note: those that are offered, and what else was given.
  static func signs(of thread: CommentThread) -> [String] {
    signs + thread.reactions.map(\.emoji).filter { !signs.contains($0) }
  }

  /// The signs under a note with their counts; only those that were given for who cannot give one.
  static func views(
    of thread: CommentThread, mayWrite: Bool, isGiven: (String) -> Bool
  ) -> [TemplateView] {
    let counts = Dictionary(thread.reactions.map { ($0.emoji, $0.count) }) { first, _ in first }
    return (mayWrite ? signs(of: thread) : thread.reactions.map(\.emoji)).map { sign in
      [
        "emoji": .text(sign), "count": counts[sign].map { "\($0)" } ?? .none,
        "isGiven": .flag(isGiven(sign)),
      ]
    }
  }

  /// - Returns: what is stored of a text as a form sends it.
  /// - Throws: a `CommentRefusal` for one that is empty or too long.
  static func stored(_ sent: String) throws(CommentRefusal) -> String {
    let lines = sent.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .unicodeScalars.filter { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
    let text = String(String.UnicodeScalarView(lines)).trimmingBlanks
    if text.allSatisfy(\.isWhitespace) { throw .empty }
    // A character can have any number of marks.
    guard text.count <= limit, text.utf8.count <= 8 * limit else { throw .tooLong(limit: limit) }
    return text
  }
}
