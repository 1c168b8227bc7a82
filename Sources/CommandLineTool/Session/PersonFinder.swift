internal import Journal
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Finds the person that a word on the command line means: `@N` and a path, a whole name or id, the beginning of a name.
struct PersonFinder {
  let vault: OpenVault
  let settings: JournalSettings
  let book: PersonBook

  init(_ vault: OpenVault) throws {
    try self.init(vault, vault.scan(keepsText: false))
  }

  /// - Parameter index: of all notes.
  init(_ vault: OpenVault, _ index: VaultIndex) {
    self.init(
      vault, PersonBook(of: vault.vault, index, today: vault.now.day, zone: vault.zone))
  }

  init(_ vault: OpenVault, _ book: PersonBook) {
    (self.vault, self.book) = (vault, book)
    settings = JournalSettings(vault.vault.configuration)
  }

  /// - Parameter word: nil for the person of the settings.
  func person(named word: String?) throws -> Person {
    guard let word else { return try chosen() }
    let persons = book.persons
    if word.hasPrefix("@") || word.contains("/") || word.hasSuffix(".md") {
      let path = try NoteResolver(vault).resolve(word).path
      guard let person = persons.first(where: { $0.path == path }) else {
        throw CommandError(
          "\(path.shown) is not a person", hint: "tl person lists the persons of this vault")
      }
      return person
    }
    return try called(word)
  }

  private func chosen() throws -> Person {
    guard let name = settings.person else {
      throw CommandError(
        "which person? PERSON is missing", hint: "tl person use NAME chooses one for this vault",
        status: .wrongUsage)
    }
    return try book.chosen(by: name) ?? called(name)
  }

  private func called(_ word: String) throws -> Person {
    let persons = book.persons
    switch NameSearch(word, among: persons) {
    case .one(let index): return persons[index]
    case .several(let indices): throw CommandError.ambiguous(word, indices.map { persons[$0] })
    case .tooShort: throw CommandError.tooShort(word)
    case .none:
      throw CommandError.missing(
        "person", word, among: persons,
        hint: "tl person add \(word.shellWord) makes a page; tl person lists the persons")
    }
  }
}
