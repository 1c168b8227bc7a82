internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// Resolves `@1`, `@1-3` and `@last`.
extension NoteResolver {
  /// Whether the word has this form, so that it is not taken for a file name.
  static func isListed(_ word: String) -> Bool {
    word == "@last" || (word.hasPrefix("@") && numbers(word) != nil)
  }

  func listed(_ word: String) throws -> [ResolvedNote] {
    if word == "@last" { return [try newest()] }
    guard let numbers = Self.numbers(word) else {
      throw CommandError(
        "\(word) is not a number of the last list",
        hint: "@1 is its first note, @1-3 are its first three, @last is the newest note",
        status: .wrongUsage)
    }
    guard let list = LastList(of: vault.vault),
      vault.session.surroundings.now() - list.time <= LastList.lifetime
    else {
      throw CommandError(
        "\(word) needs a list from the last hour",
        hint: vault.vault.isInitialized
          ? "run tl list first" : "only a vault remembers its lists; tl init makes one here")
    }
    guard numbers.upperBound <= list.ids.count else {
      throw CommandError(
        "the last list had \(list.ids.count.counted("note")), so there is no @\(numbers.upperBound)",
        hint: "run tl list again")
    }
    let index = try index()
    return try numbers.map { number in
      let id = list.ids[number - 1]
      guard let position = index.notes(withID: id.text).first else {
        throw CommandError(
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
      throw CommandError(
        "this vault has no notes yet", hint: "tl add \"What happened\" writes the first")
    }
    return ResolvedNote(path: index.path(newest[first]), id: index.id(newest[first]))
  }

  private static func isEarlier(_ a: FileTime?, _ b: FileTime?) -> Bool {
    guard let a, let b else { return a == nil && b != nil }
    return a < b
  }
}
