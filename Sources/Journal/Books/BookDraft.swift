package import VaultFormat

/// A book that is about to be made: the notes with which it begins, and the page that it becomes.
package struct BookDraft: Sendable {
  /// Of one line, and no other book's.
  package let title: String
  package let layout: BookLayout
  package let paper: BookPaper
  /// Nil for a book without notes.
  package let days: ClosedRange<CalendarDay>?
  /// Nil for notes about anybody.
  package let subject: Person?
  package let rule: BookSelection.Rule

  package init(
    title: String, layout: BookLayout = .classic, paper: BookPaper = .a5,
    days: ClosedRange<CalendarDay>?, subject: Person?, rule: BookSelection.Rule
  ) {
    (self.title, self.layout, self.paper) = (title, layout, paper)
    (self.days, self.subject, self.rule) = (days, subject, rule)
  }

  /// - Parameter notes: those that may be in the book, in any order: none that count nowhere.
  package func selection(from notes: [NoteFacts]) -> BookSelection {
    guard let days else { return BookSelection(.all, from: []) }
    let names = subject.map { Set($0.names) }
    return BookSelection(
      rule,
      from: notes.filter { note in
        !note.isPage && days.contains(note.date.day)
          && names.map { names in note.people.contains { names.contains(NameKey($0.utf8)) } }
            ?? true
      })
  }

  /// - Parameter noteTitle: the text of the link to a note.
  package func page(
    of selection: BookSelection, noteTitle: (NoteFacts) throws -> String
  ) rethrows -> NewPage {
    var page = NewPage(kind: .book, folder: Book.folder, title: title)
    page.keys = [
      (.subtitle, subject.map(Self.subtitle).map(FieldValue.text)),
      (.layout, .plain(layout.rawValue)), (.paper, .plain(paper.rawValue)),
    ]
    // Links are relative to the folder of books.
    let book = VaultPath(in: VaultPath(Book.folder), named: "book.md".utf8)
    page.text = try selection.parts.map { part in
      let heading = part.heading.map { ["## \($0)", ""] } ?? []
      let lines = try part.notes.map { note in
        NoteDocument.bookLine(note.path, titled: try noteTitle(note), book: book)
      }
      return (heading + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
    return page
  }

  private static func subtitle(of person: Person) -> String {
    person.birthday.map { "\(person.title), born \($0)" } ?? person.title
  }
}
