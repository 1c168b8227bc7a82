package import Journal
internal import Operations
package import Sharing
internal import VaultFormat
package import VaultIndex
internal import VaultStore
package import Words

extension Circle: ChangedNote {}

/// The circles of a vault, and whom a word on the command line means among them.
package struct CircleFinder {
  let vault: OpenVault
  let book: CircleBook
  let persons: PersonFinder
  package let index: VaultIndex

  package init(_ vault: OpenVault) throws {
    self.vault = vault
    index = try vault.scan()
    book = vault.source.circles(of: index)
    persons = PersonFinder(vault, vault.source.persons(of: index))
  }

  /// - Throws: for a word that names no circle, or several.
  package func circle(named word: String) throws -> Circle {
    try vault.page(
      named: word, among: book.circles, kind: .circle,
      making: "tl circle add \(word.shellWord) PERSON makes it")
  }

  /// A circle and a person, who need not be in it.
  package func pair(
    of circleWord: String, _ word: String
  ) throws -> (circle: Circle, person: Person) {
    (try circle(named: circleWord), try persons.person(named: word))
  }

  /// Nil for a word that names none; the beginning of the name of another one is none.
  func existing(named word: String) throws -> Circle? {
    let isPlace = word.contains("/") || word.hasPrefix("@")
    guard isPlace || book.circles.contains(where: { $0.isCalled(word) }) else { return nil }
    return try circle(named: word)
  }

  func members(of circle: Circle) -> [CircleMember] { circle.members(in: persons.book) }

  package func view(of circle: Circle) throws -> AudienceView {
    try AudienceView(of: vault.source, index, for: .circle(circle.path))
  }

  /// What the members may read of what is said of the notes.
  package func talk(of circle: Circle) -> SharedTalk {
    SharedTalk(vault.source.comments(of: index), for: [circle.path], among: book)
  }

  /// The name by which a circle lists somebody: their title, unless others have it too.
  func name(of person: Person) -> String {
    persons.book.persons(called: person.title).count == 1 ? person.title : person.name
  }

  /// Writes a role of somebody into a circle.
  func give(
    _ role: CircleRole, to person: Person, in circle: Circle, by writer: borrowing NoteWriter
  ) throws {
    try vault.changePage(circle, by: writer, unchanged: "has \(person.title) as \(role.rawValue)") {
      try Circle.setting(role, of: person, named: name(of: person), in: $0)
    }
  }

  /// Notes that a list shows, for `@N`.
  func listed(_ notes: [SharedNote]) -> [LastList.Note] {
    let names = NoteNames(of: index)
    return notes.prefix(LastList.limit).map { note in
      LastList.Note(names.note(at: note.source).map { index.id($0) }, at: note.source)
    }
  }
}

extension SharingDecision.Reason {
  /// Why a note is held back, or how it comes to be shown; paths as the caller prints them.
  package func words(_ paths: PathDisplay) -> String {
    switch self {
    case .shown(let rule): "shown by \(rule)"
    case .sealed(let day): "held back: sealed until \(day)"
    case .conflictCopy: "held back: a conflict copy; tl conflict resolve settles it"
    case .idOfSeveral: "held back: another file has the same id; tl doctor --fix gives it another"
    case .unreadable:
      "held back: its front matter, or a key that decides who sees it, cannot be read"
    case .isPage: "held back: a page is no note"
    case .ambiguousCircle(let name): "held back: several circles are called '\(name)'"
    case .unknownCircle(let name): "shown to nobody: there is no circle '\(name)'"
    case .mediumNotGiven(let path):
      "its file \(paths.text(path)) is not given: tl cannot remove its metadata, or it is another note's too"
    }
  }
}
