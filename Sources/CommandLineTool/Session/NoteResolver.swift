internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// A note that someone named.
struct ResolvedNote: Hashable {
  let path: VaultPath
  /// The stored id where this file owns it, else the provisional one.
  let id: NoteID
}

/// Finds the note that a word on the command line means.
///
/// In this order: `@N`, a path that exists, a whole id, the only id that begins so. The vault is scanned at most
/// once, and not at all for paths of notes that store their id.
final class NoteResolver {
  private let vault: OpenVault
  private var scanned: VaultIndex?

  init(_ vault: OpenVault) {
    self.vault = vault
  }

  func resolve(_ word: String) throws -> ResolvedNote {
    guard !word.isEmpty else {
      throw CommandError(
        "which note? NOTE is an empty word",
        hint: "name it by @N of the last list, its path or the beginning of its id",
        status: .wrongUsage)
    }
    if word.hasPrefix("@") { return try listed(word) }
    if let path = try existingPath(word) { return try note(at: path) }
    return try identified(word)
  }

  private func index() throws -> VaultIndex {
    if let scanned { return scanned }
    let index = try vault.scan()
    scanned = index
    return index
  }

  /// The note at a path that is known to be one.
  func resolve(at path: VaultPath) throws -> ResolvedNote { try note(at: path) }

  // MARK: - The three ways

  private func listed(_ word: String) throws -> ResolvedNote {
    guard let number = Int(word.dropFirst()), number > 0 else {
      throw CommandError(
        "\(word) is not a number of the last list", hint: "@1 is its first note",
        status: .wrongUsage)
    }
    guard let list = LastList(of: vault.vault),
      vault.session.surroundings.now() - list.time <= LastList.lifetime
    else {
      throw CommandError(
        "\(word) needs a list from the last hour", hint: "run tl list first")
    }
    guard list.ids.indices.contains(number - 1) else {
      throw CommandError(
        "the last list had \(list.ids.count.counted("note")), so there is no \(word)",
        hint: "run tl list again")
    }
    let id = list.ids[number - 1]
    guard let position = try index().notes(withID: id.text).first else {
      throw CommandError("the note \(word) of the last list is gone", hint: "run tl list again")
    }
    return ResolvedNote(path: try index().path(position), id: id)
  }

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
      "\(path.shown) is excluded from this vault (by .tlignore, or because it is in a hidden or media folder)",
      hint: "move it, or change .tlignore")
  }

  private func identified(_ word: String) throws -> ResolvedNote {
    let index = try index()
    let found = index.notes(withID: word)
    guard let position = found.first else { throw try unknown(word) }
    guard found.count == 1 else { throw ambiguous(word, found, index) }
    return ResolvedNote(path: index.path(position), id: index.id(position))
  }

  private func unknown(_ word: String) throws -> CommandError {
    for candidate in VaultPathReading.candidates(for: word, in: vault.vault)
    where try vault.vault.folder.status(candidate)?.kind == .folder {
      return CommandError(
        "\(candidate.shown) is a folder, not a note", hint: "tl list shows the notes with their ids"
      )
    }
    var error = CommandError(
      "no note has the path or id \(word)", hint: "tl list shows the notes with their ids")
    if let path = try (existingPath(word + ".md") ?? existingPath(word + ".markdown")) {
      error.hints = ["did you mean \(path.shown)?"]
    } else if word.utf8.count < VaultIndex.shortestBeginning {
      error.hints = [
        "an id can be shortened to \(VaultIndex.shortestBeginning) characters"
      ]
    }
    return error
  }

  private func ambiguous(
    _ word: String, _ found: [VaultIndex.Position], _ index: VaultIndex
  ) -> CommandError {
    var error = CommandError("\(word) is the beginning of \(found.count.counted("id"))")
    let listed = found.map { (id: index.id($0), title: index.title($0)) }.sorted { $0.id < $1.id }
    error.hints = listed.prefix(10).map { "\($0.id.text)  \($0.title)" }
    if listed.count > 10 { error.hints.append("and \(listed.count - 10) more") }
    return error
  }

  // MARK: - Paths

  /// The note that a path of the system or of the vault names; nil where no such file is.
  private func existingPath(_ word: String) throws -> VaultPath? {
    for candidate in VaultPathReading.candidates(for: word, in: vault.vault) {
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
