internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Resolves a word on the command line to a note.
///
/// In this order: `@N`, `@N-M` and `@last`, an existing path, a whole id; then the only note whose id begins with
/// the word or whose file has that name, else the only one with that alias. The vault is scanned at most once for
/// each of these, and not at all for paths of notes that store their id.
final class NoteResolver {
  let vault: OpenVault
  private var scanned: VaultIndex?

  init(_ vault: OpenVault) {
    self.vault = vault
  }

  /// The one note that `word` means.
  func resolve(_ word: String) throws -> ResolvedNote {
    let notes = try resolveAll(word)
    guard let note = notes.first, notes.count == 1 else {
      throw CommandError(
        "\(word) names \(notes.count) notes, and one is needed here",
        hint: "name one of them, such as @1", status: .wrongUsage)
    }
    return note
  }

  /// The notes that `word` means: several for `@1-3`, else one.
  func resolveAll(_ word: String) throws -> [ResolvedNote] {
    guard !word.isEmpty else {
      throw CommandError(
        "which note? NOTE is an empty word",
        hint: "name it by @N of the last list, its path, its name or the beginning of its id",
        status: .wrongUsage)
    }
    if Self.isListed(word) { return try listed(word) }
    if let path = try existingPath(word) { return [try note(at: path)] }
    if word.hasPrefix("@") { return try listed(word) }
    return [try named(word)]
  }

  func index() throws -> VaultIndex {
    if let scanned { return scanned }
    let index = try vault.scan()
    scanned = index
    return index
  }

  /// The note at a path that is known to be one.
  func resolve(at path: VaultPath) throws -> ResolvedNote { try note(at: path) }

  // MARK: - Paths and names

  private func note(at path: VaultPath) throws -> ResolvedNote {
    let document = NoteDocument(try vault.vault.folder.read(path).bytes)
    if let id = NoteMetadata(of: document, zone: vault.zone).id {
      return ResolvedNote(path: path, id: id)
    }
    let index = try index()
    if let position = index.positions.first(where: { index.path($0) == path }) {
      return ResolvedNote(path: path, id: index.id(position))
    }
    throw CommandError(
      "\(path.shown) is excluded from this vault (by .tlignore, by the setting templates, or because it is in a hidden or media folder)",
      hint: "move it, or change .tlignore or .tl/config.yaml")
  }

  private func named(_ word: String) throws -> ResolvedNote {
    let index = try index()
    let identified = index.notes(withID: word)
    if let whole = identified.first, index.id(whole).text.utf8.elementsEqual(word.utf8) {
      guard identified.count == 1 else { throw ambiguous(word, identified, in: index) }
      return ResolvedNote(path: index.path(whole), id: index.id(whole))
    }
    if let path = try existingPath(word + ".md") ?? existingPath(word + ".markdown") {
      // A name in the current folder may be the beginning of an id too.
      let others = identified.filter { index.path($0) != path }
      guard others.isEmpty else {
        let same = index.positions.filter { index.path($0) == path }
        throw ambiguous(word, same + others, in: index)
      }
      return try note(at: path)
    }
    var found = identified
    for position in index.notes(withFileName: word) where !found.contains(position) {
      found.append(position)
    }
    if found.isEmpty { return try withAlias(word) }
    guard let position = found.first, found.count == 1 else {
      throw ambiguous(word, found, in: index)
    }
    return ResolvedNote(path: index.path(position), id: index.id(position))
  }

  /// The note that has `word` among its other names.
  private func withAlias(_ word: String) throws -> ResolvedNote {
    var query = NoteQuery()
    // A text search excludes nearly all notes before their front matter is read.
    query.texts = [word]
    query.folding = FoldingOptions(ignoresCase: true, ignoresAccents: false)
    query.properties = [PropertyCondition(NoteMetadata.aliasesKey, .equals(word))]
    let index = try vault.scan(query)
    let found = index.positions
    guard let position = found.first else { throw try unknown(word) }
    guard found.count == 1 else { throw ambiguous(word, found, in: index) }
    return ResolvedNote(path: index.path(position), id: index.id(position))
  }

  private func unknown(_ word: String) throws -> CommandError {
    for candidate in VaultPathParser.candidates(for: word, in: vault.vault)
    where try vault.vault.folder.status(candidate)?.kind == .folder {
      return CommandError(
        "\(candidate.shown) is a folder, not a note", hint: "tl list shows the notes with their ids"
      )
    }
    var error = CommandError(
      "no note has the path, the name or the id \(word)",
      hint: "tl list shows the notes with their ids")
    if word.utf8.count < VaultIndex.shortestPrefix {
      error.hints = [
        "an id can be shortened to \(VaultIndex.shortestPrefix) characters"
      ]
    }
    return error
  }

  private func ambiguous(
    _ word: String, _ found: [VaultIndex.Position], in index: VaultIndex
  ) -> CommandError {
    let areIDs = found.allSatisfy { index.id($0).text.hasPrefix(word) }
    var error = CommandError(
      areIDs
        ? "\(word) is the beginning of \(found.count.counted("id"))"
        : "\(word) names \(found.count.counted("note"))")
    let listed = found.map { position in
      let place = areIDs ? index.title(position) : index.path(position).shown
      return (id: index.id(position), place: place)
    }.sorted { areIDs ? $0.id < $1.id : $0.place < $1.place }
    error.hints = listed.prefix(10).map { "\($0.id.text)  \($0.place)" }
    if listed.count > 10 { error.hints.append("and \(listed.count - 10) more") }
    return error
  }

  /// The note at a path of the system or of the vault; nil if there is no such file.
  private func existingPath(_ word: String) throws -> VaultPath? {
    for candidate in VaultPathParser.candidates(for: word, in: vault.vault) {
      guard try vault.vault.folder.status(candidate)?.kind == .file else { continue }
      guard MediaFolder(of: candidate) != nil else {
        throw CommandError(
          "\(candidate.shown) is not a note",
          hint: "notes are files whose names end in .md or .markdown")
      }
      return candidate
    }
    return nil
  }
}
