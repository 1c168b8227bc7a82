internal import Journal
internal import Operations
internal import Sharing
internal import VaultFormat
internal import VaultStore

/// Writes what members say into the vault: each comment is a note of its own, and each change an operation of `tl log` that
/// names the member.
///
/// Gives nothing of the vault away. After an error nothing is changed.
struct CommentDesk: Sendable {
  private let site: PageSite
  private let source: NoteSource

  init(_ site: PageSite, _ source: NoteSource) { (self.site, self.source) = (site, source) }

  /// Whether anything can be written here.
  var isOpen: Bool { !site.settings.isReadOnly }

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
