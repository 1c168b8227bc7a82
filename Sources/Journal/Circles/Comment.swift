package import VaultFormat
package import VaultIndex
package import VaultStore

/// What somebody says of a note: a page with `tl: comment`, so that two people who comment never change one file
/// (docs/vault-format.md, rule K-22).
package struct Comment: Hashable, Sendable {
  package let path: VaultPath
  package let id: NoteID
  /// The id of the note that it is on.
  package let note: NoteID
  /// As the comment names them.
  package let author: String?
  /// The names of the circles that may read it, beside the owners.
  package let circles: [String]
  package let created: NoteTime
  /// Without blanks and empty lines at both ends.
  package let text: String

  /// Nil if the document is no comment on a note, a conflict copy, or sealed until a later day than `today`.
  ///
  /// - Parameters:
  ///   - id: of a document that stores none.
  ///   - created: of a document that stores none.
  package init?(
    _ document: NoteDocument, at path: VaultPath, id: NoteID, created: NoteTime,
    today: CalendarDay, zone: TimeZoneRules
  ) {
    let fields = PageFields(of: document)
    guard fields.kind == .comment, !document.isWithheld(on: today, zone: zone),
      let note = fields.text(.commentOn).flatMap(NoteID.init)
    else { return nil }
    let metadata = NoteMetadata(of: document, zone: zone)
    (self.path, self.note) = (path, note)
    self.id = metadata.id ?? id
    self.created = metadata.created ?? created
    author = document.writtenNames(of: .author).first.map(PageReference.label)
    circles = document.areNames(.circles) ? document.names(of: .circles) : []
    text = document.bodyText.trimmingWhitespace
  }

  /// Whether it is one emoji and nothing else.
  package var isReaction: Bool {
    guard text.count == 1, let first = text.unicodeScalars.first else { return false }
    return first.properties.isEmojiPresentation
      || first.properties.isEmoji && text.unicodeScalars.count > 1
  }

  package var json: JSONValue {
    .object([
      ("id", .string(id.text)), ("note", .string(note.text)), ("author", .text(author)),
      ("created", .string(created.rfc3339)), ("reaction", .bool(isReaction)),
      ("text", .string(text)), ("path", .string(path.text)),
    ])
  }
}

extension String {
  fileprivate var trimmingWhitespace: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// The comments of a vault, as they are on the disk now.
package struct CommentBook: Sendable {
  /// The oldest first.
  package let comments: [Comment]
  private let byNote: [NoteID: [Comment]]

  /// Reads the comments of an index of all notes.
  ///
  /// - Parameters:
  ///   - former: of an earlier state on the same day.
  ///   - changed: the paths at which notes came, went or changed since, which alone are read; nil if that can be any.
  package init(
    of vault: Vault, _ index: VaultIndex, today: CalendarDay, zone: TimeZoneRules,
    after former: CommentBook = .empty, changed: Set<VaultPath>? = nil
  ) {
    let reader = PageReader(vault: vault, index: index, zone: zone, today: today)
    let places = changed.map { index.notes(at: $0) } ?? index.positions
    let marked = places.filter { index[$0].flags.kind == .comment }
    let read = marked.compactMap { (position) -> Comment? in
      let path = index.path(position)
      guard let document = reader.document(at: path) else { return nil }
      return Comment(
        document, at: path, id: index.id(position), created: index[position].created, today: today,
        zone: zone)
    }
    self.init(former.comments.filter { changed?.contains($0.path) == false } + read)
  }

  package static let empty = CommentBook([])

  package init(_ comments: [Comment]) {
    self.comments = comments.sorted {
      ($0.created.seconds, $0.id) < ($1.created.seconds, $1.id)
    }
    byNote = Dictionary(grouping: self.comments, by: \.note)
  }

  /// The oldest first.
  package func comments(on note: NoteID) -> [Comment] { byNote[note] ?? [] }

  /// Those whose notes are not in an index of all notes.
  package func withoutNotes(in index: VaultIndex) -> [Comment] {
    let notes = Set(byNote.keys)
    let found = Set(index.notes(withIDs: notes).map { index.id($0) })
    return comments.filter { !found.contains($0.note) }
  }
}

/// The comments on one note, as they are shown under it.
package struct CommentThread: Sendable {
  package struct Reaction: Hashable, Sendable {
    package let emoji: String
    /// How many people gave it.
    package fileprivate(set) var count: Int
  }

  /// The oldest first.
  package let comments: [Comment]
  /// In the order in which they were first given; one of each kind a person counts.
  package let reactions: [Reaction]

  /// - Parameter comments: the oldest first.
  package init(_ comments: [Comment]) {
    self.comments = comments.filter { !$0.isReaction }
    var reactions: [Reaction] = []
    var given: Set<[NameKey]> = []
    for comment in comments where comment.isReaction {
      // Nobody knows who gave one without an author.
      let giver = NameKey((comment.author ?? comment.id.text).utf8)
      guard given.insert([giver, NameKey(comment.text.utf8)]).inserted else { continue }
      if let place = reactions.firstIndex(where: { $0.emoji == comment.text }) {
        reactions[place].count += 1
      } else {
        reactions.append(Reaction(emoji: comment.text, count: 1))
      }
    }
    self.reactions = reactions
  }

  package var isEmpty: Bool { comments.isEmpty && reactions.isEmpty }
}

/// A comment that does not exist yet: `comments/YYYY/MM/YYYY-MM-DD-ID.md`, a name that no two devices give.
package struct NewComment: Sendable {
  /// Where comments are made.
  package static let folder = "comments"

  private let on: NoteID
  private let author: String?
  private let circles: [String]
  private let text: [UInt8]

  /// - Parameters:
  ///   - note: the id of the note that it is on.
  ///   - circles: those through which its author sees the note; all of the note's if the author owns the vault.
  ///   - text: all of it is text, also what looks like front matter.
  package init(on note: NoteID, by author: String?, for circles: [String], text: [UInt8]) {
    (on, self.author, self.circles, self.text) = (note, author, circles, text)
  }

  /// The note to be written.
  ///
  /// - Parameter now: when it is written, in the zone of the vault.
  package func note(id: NoteID, at now: NoteTime) -> NewNote {
    var note = NewNote(text: "")
    note.content = text
    note.id = id
    let (day, short) = ("\(now.day)", id.text.prefix(8))
    note.stem = "\(Self.folder)/\(day.prefix(4))/\(day.dropFirst(5).prefix(2))/\(day)-\(short)"
    note.assignments = [
      FieldAssignment(.kind, .plain(PageKind.comment.rawValue)),
      FieldAssignment(.commentOn, .text(on.text)),
    ]
    if let author { note.assignments.append(FieldAssignment(.author, .text(author))) }
    if !circles.isEmpty { note.assignments.append(FieldAssignment(.circles, .list(circles))) }
    return note
  }
}
