internal import Journal
internal import Operations
internal import Sharing
internal import Synchronization
internal import VaultFormat
internal import VaultStore

/// Writes what members say into the vault: each comment is a note of its own, and each change an operation of `tl log` that
/// names the member.
///
/// Gives nothing of the vault away. After an error nothing is changed.
struct CommentDesk: Sendable {
  private let site: PageSite
  private let source: NoteSource

  /// A comment has so many characters at most.
  static let mostCharacters = 4_000

  init(_ site: PageSite, _ source: NoteSource) { (self.site, self.source) = (site, source) }

  /// Whether anything can be written here.
  var isOpen: Bool { !site.settings.isReadOnly }

  /// - Returns: what is stored of a text as a form sends it.
  /// - Throws: a `CommentRefusal` for one that is empty or too long.
  static func text(_ sent: String) throws(CommentRefusal) -> String {
    let lines = sent.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
      .unicodeScalars.filter { $0 == "\n" || $0 == "\t" || $0.value >= 0x20 && $0.value != 0x7F }
    let text = String(String.UnicodeScalarView(lines)).trimmingBlanks
    if text.allSatisfy(\.isWhitespace) { throw .empty }
    // A character can have any number of marks.
    guard text.count <= mostCharacters, text.utf8.count <= 8 * mostCharacters else {
      throw .tooLong(limit: mostCharacters)
    }
    return text
  }

  func add(_ text: String, to note: MemberNote, by member: Member) async throws {
    let circles = member.commented(note)
    guard !circles.isEmpty else { throw CommentRefusal.failed }
    guard site.commentRate.admits(member.id, at: source.now.seconds) else {
      throw CommentRefusal.tooMany
    }
    let (path, key) = (note.shared.source, note.shared.vaultID)
    try await write("comments on a note", by: member) { writer in
      _ = try writer.comment(Array(text.utf8), on: path, id: key, by: member.name, for: circles)
    }
  }

  func change(_ remark: MemberRemark, to text: String, by member: Member) async throws {
    let comment = remark.comment
    try await write("changes a comment", by: member) { try $0.reword(comment, text) }
  }

  /// Moves them to the trash.
  func remove(_ remarks: [MemberRemark], by member: Member) async throws {
    let paths = remarks.map(\.comment.path)
    try await write("removes a comment", by: member) { writer in
      for path in paths { _ = try writer.remove(path) }
    }
  }

  private func write(
    _ words: String, by member: Member,
    _ body: @escaping @Sendable (borrowing NoteWriter) throws -> Void
  ) async throws {
    guard isOpen else { throw CommentRefusal.failed }
    let recorder = OperationRecorder(
      LoggedOperation.Head(
        time: source.now.rfc3339, face: .page, words: "on the page: \(member.name) \(words)"))
    defer { recorder.finish() }
    do {
      try await site.write(source, as: recorder, body)
    } catch {
      site.log("a member \(words): \(error)")
      throw CommentRefusal.failed
    }
  }
}
