package import VaultFormat
internal import VaultIndex

/// Findings about circles, whom they name, the notes that name them, and comments.
///
/// What they find lets nobody in: a name that means nobody, or several, shows no note.
extension JournalCheck {
  /// - Parameter notes: those that name circles.
  mutating func checkCircles(
    _ reader: PageReader, _ notes: [(path: VaultPath, document: NoteDocument)],
    _ persons: PersonBook, _ circles: CircleBook
  ) {
    check(names: SharedName.all(among: circles.circles))
    for (position, document) in reader.documents(where: { $0.kind == .circle }) {
      checkMembers(of: document, at: reader.index.path(position), persons)
    }
    for (path, document) in notes {
      guard let field = document.frontMatter?.field(of: .circles) else { continue }
      let offset = field.value.range.lowerBound
      guard document.areNames(.circles) else {
        report(
          .warning, .unreadableMembers, "circles is not a list of names: nobody is shown the note",
          at: path, document, offset)
        continue
      }
      for name in document.names(of: .circles) where circles.circles(called: name).isEmpty {
        report(
          .warning, .unknownCircle, "there is no circle '\(name.clipped)'", at: path, document,
          offset)
      }
    }
  }

  private mutating func checkMembers(
    of document: NoteDocument, at path: VaultPath, _ persons: PersonBook
  ) {
    let fields = PageFields(of: document)
    for role in CircleRole.allCases {
      guard let field = fields[role.key] else { continue }
      let offset = field.value.range.lowerBound
      guard let names = fields.names(role.key) else {
        report(
          .warning, .unreadableMembers,
          "\(field.name) is not a list of names: it lets nobody in", at: path, document, offset)
        continue
      }
      for name in names {
        let found = persons.persons(called: name).count
        guard found != 1 else { continue }
        let problem = found == 0 ? "there is no person" : "\(found) persons are called"
        report(
          .warning, .unknownMember, "\(problem) '\(name.clipped)': nobody gets in by this name",
          at: path, document, offset)
      }
    }
  }

  mutating func checkComments(_ reader: PageReader, _ book: CommentBook) {
    for comment in book.withoutNotes(in: reader.index) {
      findings.append(
        LocatedFinding(
          comment.path,
          Finding(.info, .lostComment, message: "the note that this comment is on is gone")))
    }
    let known = Set(book.comments.map(\.path))
    for (position, document) in reader.documents(where: { $0.kind == .comment })
    where !known.contains(reader.index.path(position)) {
      report(
        .warning, .lostComment, "the comment does not say in comment_on which note it is on",
        at: reader.index.path(position), document, 0)
    }
  }
}

extension Finding.Code {
  package static let unknownCircle = Finding.Code("unknown-circle")
  package static let unknownMember = Finding.Code("unknown-member")
  package static let unreadableMembers = Finding.Code("unreadable-members")
  package static let lostComment = Finding.Code("lost-comment")
}
