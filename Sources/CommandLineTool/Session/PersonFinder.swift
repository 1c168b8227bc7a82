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
    self.vault = vault
    settings = JournalSettings(vault.vault.configuration)
    book = PersonBook(of: vault.vault, index, today: vault.now.day, zone: vault.zone)
  }

  /// - Parameter word: nil for the person of the settings.
  func person(named word: String?) throws -> Person {
    guard let word = word ?? settings.person else {
      throw CommandError(
        "which person? PERSON is missing", hint: "tl person use NAME chooses one for this vault",
        status: .wrongUsage)
    }
    let persons = book.persons
    if word.hasPrefix("@") || word.contains("/") || word.hasSuffix(".md") {
      let path = try NoteResolver(vault).resolve(word).path
      guard let person = persons.first(where: { $0.path == path }) else {
        throw CommandError(
          "\(path.shown) is not a person", hint: "tl person lists the persons of this vault")
      }
      return person
    }
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
