package import VaultFormat

/// The notes that have the key `order`, as a list by it shows them, for placing one of them or another one.
package struct OrderedNotes: Sendable {
  /// Where a note is to stand.
  package enum Place: Hashable, Sendable {
    case first, last
    /// Beside a note that need not have a number yet.
    case before(Note)
    case after(Note)

    var neighbour: Note? {
      switch self {
      case .first, .last: nil
      case .before(let note), .after(let note): note
      }
    }
  }

  package struct Note: Hashable, Sendable {
    package let path: VaultPath
    package let id: NoteID

    package init(path: VaultPath, id: NoteID) {
      (self.path, self.id) = (path, id)
    }
  }

  /// A new number of a note.
  package struct Change: Hashable, Sendable {
    package let note: Note
    package let number: Double

    /// - Throws: an `EditError` for a document whose front matter cannot be changed.
    package func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
      let text = Int64(exactly: number).map { "\($0)" } ?? "\(number)"
      return try document.setting(document.name(of: .order), to: .plain(text))
    }
  }

  private var notes: [(note: Note, number: Double)] = []

  package init(of index: VaultIndex) {
    for position in index.notes(in: TimelineOrder(.order)) {
      let number = index.order(position)
      guard number.isFinite else { continue }
      notes.append((Note(path: index.path(position), id: index.id(position)), number))
    }
  }

  /// What has to be written so that a note stands at a place.
  ///
  /// The others change from the end and the note itself last, so that the order of the others stays the same wherever
  /// the writing is interrupted.
  ///
  /// - Returns: empty if it stands there already.
  package func changes(placing note: Note, at place: Place) -> [Change] {
    var others = notes.filter { $0.note.path != note.path }.map { ($0.note, Optional($0.number)) }
    if let neighbour = place.neighbour, !others.contains(where: { $0.0.path == neighbour.path }) {
      others.append((neighbour, nil))
    }
    let neighbour = place.neighbour.flatMap { wanted in
      others.firstIndex { $0.0.path == wanted.path }
    }
    let index =
      switch place {
      case .first: 0
      case .last: others.count
      case .before: neighbour ?? others.count
      case .after: neighbour.map { $0 + 1 } ?? others.count
      }
    let isThere = notes.firstIndex { $0.note.path == note.path } == index
    guard !isThere || others.contains(where: { $0.1 == nil }) else { return [] }
    let plan = OrderPlan(placingAt: index, among: others.map(\.1))
    return plan.others.reversed().map { Change(note: others[$0.index].0, number: $0.number) }
      + [Change(note: note, number: plan.placed)]
  }
}
