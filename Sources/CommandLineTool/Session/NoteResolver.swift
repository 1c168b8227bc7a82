internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Resolves a word on the command line to a note.
///
/// In this order: `@N`, `@N-M` and `@last`, an existing path, a whole id; then the only note whose id begins with
/// the word or whose file has that name, else the only one with that alias. The vault is scanned at most once for
/// each of these, and not at all for paths of notes that store their id.
final class NoteResolver {
  private let vault: OpenVault
  private var scanned: VaultIndex?

  init(_ vault: OpenVault) {
    self.vault = vault
  }

  /// The one note that `word` means.
  func resolve(_ word: String) throws -> ResolvedNote {
    let notes = try resolveAll(word)
    guard let note = notes.first, notes.count == 1 else {
      throw Problem(
        usage: "\(word) names \(notes.count) notes, and one is needed here",
        hint: "name one of them, such as @1")
    }
    return note
  }

  /// The notes that `word` means: several for `@1-3`, else one.
  func resolveAll(_ word: String) throws -> [ResolvedNote] {
    guard !word.isEmpty else {
      throw Problem(
        usage: "which note? NOTE is an empty word",
        hint: "name it by @N of the last list, its path, its name or the beginning of its id")
    }
    if Self.isListed(word) { return try listed(word) }
    if let path = try existingPath(word) { return [try note(at: path)] }
    if word.hasPrefix("@") { return try listed(word) }
    return [try named(word)]
  }

  private func index() throws -> VaultIndex {
    if let scanned { return scanned }
    let index = try vault.scan()
    scanned = index
    return index
  }

  // MARK: - Paths and names

  /// The note at a path that is known to be one.
  func note(at path: VaultPath) throws -> ResolvedNote {
    let document = NoteDocument(try vault.vault.folder.read(path).bytes)
    if let id = NoteMetadata(of: document, zone: vault.zone).id {
      return ResolvedNote(path: path, id: id)
    }
    let index = try index()
    if let position = index.positions.first(where: { index.path($0) == path }) {
      return ResolvedNote(path: path, id: index.id(position))
    }
    throw Problem(
      "\(path.shown) is excluded from this vault (by .tlignore, by the setting templates, or because it is in a hidden or media folder)",
      hint: "move it, or change .tlignore or .tl/config.yaml")
  }

  private func named(_ word: String) throws -> ResolvedNote {
    let index = try index()
    let identified = index.notes(withID: word)
    if let whole = identified.first, index.id(whole).text.utf8.elementsEqual(word.utf8) {
      guard identified.count == 1 else { throw ambiguous(word, identified, in: index) }
      return ResolvedNote(whole, of: index)
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
    return ResolvedNote(position, of: index)
  }

  /// The note that has `word` among its other names.
  private func withAlias(_ word: String) throws -> ResolvedNote {
    var query = NoteQuery()
    // A text search excludes nearly all notes before their front matter is read.
    query.texts = [word]
    query.folding = FoldingOptions(ignoresCase: true, ignoresAccents: false)
    query.properties = [PropertyCondition(KnownKey.aliases.name, .equals(word))]
    let index = try vault.scan(query)
    let found = index.positions
    guard let position = found.first else { throw try unknown(word) }
    guard found.count == 1 else { throw ambiguous(word, found, in: index) }
    return ResolvedNote(position, of: index)
  }

  private func unknown(_ word: String) throws -> Problem {
    for candidate in VaultPathParser.candidates(for: word, in: vault.vault)
    where try vault.vault.folder.status(candidate)?.kind == .folder {
      return Problem(
        "\(candidate.shown) is a folder, not a note", hint: "tl list shows the notes with their ids"
      )
    }
    var error = Problem(
      "no note has the path, the name or the id \(word)",
      hint: "tl list shows the notes with their ids")
    if word.utf8.count < VaultIndex.shortestPrefix {
      error.hints = ["an id can be shortened to \(VaultIndex.shortestPrefix) characters"]
    }
    return error
  }

  private func ambiguous(
    _ word: String, _ found: [VaultIndex.Position], in index: VaultIndex
  ) -> Problem {
    let areIDs = found.allSatisfy { index.id($0).text.hasPrefix(word) }
    var error = Problem(
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
        throw Problem(
          "\(candidate.shown) is not a note",
          hint: "notes are files whose names end in .md or .markdown")
      }
      return candidate
    }
    return nil
  }

  /// Whether a word can be nothing but the name of a note: that of a list, or of a file.
  static func isCertain(_ word: String) -> Bool {
    isListed(word) || NoteName.isNote(Array(word.utf8)[...])
  }

  // MARK: - `@1`, `@1-3` and `@last`

  /// Whether the word has this form, so that it is not taken for a file name.
  private static func isListed(_ word: String) -> Bool {
    word == "@last" || (word.hasPrefix("@") && numbers(word) != nil)
  }

  private func listed(_ word: String) throws -> [ResolvedNote] {
    if word == "@last" { return [try newest()] }
    guard let numbers = Self.numbers(word) else {
      throw Problem(
        usage: "\(word) is not a number of the last list",
        hint: "@1 is its first note, @1-3 are its first three, @last is the newest note")
    }
    guard let list = LastList(of: vault.vault, on: StandardStream.terminalName),
      vault.now.seconds - list.time <= LastList.lifetime
    else {
      throw Problem(
        "\(word) needs a list from the last hour",
        hint: vault.vault.isInitialized
          ? "run tl list first" : "only a vault remembers its lists; tl init makes one here")
    }
    guard numbers.upperBound <= list.notes.count else {
      throw Problem(
        "the last list had \(list.notes.count.counted("note")), so there is no @\(numbers.upperBound)",
        hint: "run tl list again")
    }
    let index = try index()
    return try numbers.map { number in
      let note = list.notes[number - 1]
      let found = note.id.map { index.notes(withIDs: [$0]) } ?? []
      // A note that was moved since has its id still.
      guard let id = note.id,
        let position = found.first(where: { index.path($0) == note.path })
          ?? (found.count == 1 ? found.first : nil)
      else {
        throw Problem(
          "the note @\(number) of the last list is gone", hint: "run tl list again")
      }
      return ResolvedNote(path: index.path(position), id: id)
    }
  }

  /// The numbers from 1 in `@3` or `@1-3`.
  private static func numbers(_ word: String) -> ClosedRange<Int>? {
    let parts = word.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil
    }
    guard numbers.count == parts.count, parts.count <= 2, let first = numbers.first,
      let last = numbers.last, first > 0, first <= last
    else { return nil }
    return first...last
  }

  /// The note created last; of several in one second, the one with the newest file.
  ///
  /// A note that does not store its creation time counts only if no note does, since its file may have been made by a
  /// sync.
  private func newest() throws -> ResolvedNote {
    let index = try index()
    let known = index.positions.filter { !index[$0].flags.contains(.createdIsGuessed) }
    let notes = known.isEmpty ? Array(index.positions) : known
    let last = notes.map { index[$0].created.seconds }.max()
    let newest = notes.filter { index[$0].created.seconds == last }
    let born = newest.map { vault.vault.birthTime(of: index.path($0)) }
    guard let first = newest.indices.max(by: { Self.isEarlier(born[$0], born[$1]) }) else {
      throw Problem(
        "this vault has no notes yet", hint: "tl add \"What happened\" writes the first")
    }
    return ResolvedNote(newest[first], of: index)
  }

  private static func isEarlier(_ a: FileTime?, _ b: FileTime?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a < b
  }
}

/// A note named on the command line.
struct ResolvedNote: Hashable {
  let path: VaultPath
  /// The stored id if this file owns it, else the provisional one.
  let id: NoteID
}

extension ResolvedNote {
  init(_ position: VaultIndex.Position, of index: VaultIndex) {
    self.init(path: index.path(position), id: index.id(position))
  }
}
