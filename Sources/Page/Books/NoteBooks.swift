internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat

/// The buttons of a note's page that put it into a book.
enum NoteBooks {
  static func values(
    of note: NoteDocument, at path: VaultPath, id: NoteID, _ incoming: PageRequest
  ) async throws -> [String: TemplateValue] {
    guard incoming.isWritable, PageKind(of: note) == nil else { return ["books": .list([])] }
    let (site, snapshot, source) = (incoming.site, incoming.snapshot, incoming.source)
    // Not behind a book that is being read.
    let books = try await site.circleReads.run { site.shelf(of: snapshot, source).books }
    let others = books.filter { $0.text.places(of: path, in: $0.path).isEmpty }
    return [
      "books": .list(
        others.map { book in
          [
            "action": .text(incoming.addresses.address("\(OpenBook.path(of: book))/add")),
            "id": .text(id.text), "label": .text(PageWords.putInto(book.title)),
          ]
        })
    ]
  }
}
