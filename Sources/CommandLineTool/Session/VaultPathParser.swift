internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

/// Turns typed paths into paths of the vault.
enum VaultPathParser {
  /// The possible meanings of `word`, the likeliest first: an absolute path or one from the current folder, if it leads
  /// into the vault, then a path from the vault's root.
  static func candidates(for word: String, in vault: Vault) -> [VaultPath] {
    var candidates: [VaultPath] = []
    if let folder = SystemPath.current {
      let absolute = normalized(word.hasPrefix("/") ? word : folder + "/" + word)
      for root in roots(of: vault, currentFolder: folder) where absolute.hasPrefix(root + "/") {
        if let path = VaultPath(String(absolute.dropFirst(root.count + 1))) {
          candidates.append(path)
        }
      }
    }
    if !word.hasPrefix("/"), let path = VaultPath(String(normalized("/" + word).dropFirst())) {
      candidates.append(path)
    }
    return candidates
  }

  /// A place in the vault.
  enum Place {
    case root
    case path(VaultPath)
  }

  /// The place that `word` names: from the current folder if that is in the vault, else from the vault's root.
  ///
  /// Nil if it leads out of the vault.
  static func place(of word: String, in vault: Vault) -> Place? {
    guard !word.isEmpty, let folder = SystemPath.current else { return nil }
    let roots = roots(of: vault, currentFolder: folder)
    let isInside = roots.contains { folder == $0 || folder.hasPrefix($0 + "/") }
    let base = isInside ? folder : roots.first ?? folder
    let absolute = normalized(word.hasPrefix("/") ? word : base + "/" + word)
    for root in roots {
      if absolute == root { return .root }
      guard absolute.hasPrefix(root + "/") else { continue }
      return VaultPath(String(absolute.dropFirst(root.count + 1))).map(Place.path)
    }
    return nil
  }

  /// The vault's root as named and as the system resolves it: a path may start with either.
  private static func roots(of vault: Vault, currentFolder: String) -> [String] {
    let path = vault.folder.path
    let named = normalized(path.hasPrefix("/") ? path : currentFolder + "/" + path)
    return [named, SystemPath.resolved(path)].compactMap { $0 }.filter { $0 != "/" }
  }

  /// Without `.`, `..` and repeated slashes; `path` is absolute.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}

/// Notes and commits that words of a command line name.
extension VaultHistory {
  /// The note that a word names, also a deleted one, and its present path; nil if it was deleted.
  ///
  /// Existing notes come first, as for every command; then the path, then the id, of one that is missing since
  /// the last commit, or that was deleted last.
  ///
  /// - Throws: the error of `NoteResolver` if there never was such a note.
  func note(
    named word: String, in vault: OpenVault
  ) throws -> (note: HistoricNote, present: VaultPath?) {
    do {
      let note = try NoteResolver(vault).resolve(word)
      return (HistoricNote(path: note.path, id: note.id), note.path)
    } catch let error as Problem {
      guard !word.hasPrefix("@"), let note = try deletedNote(named: word, in: vault) else {
        throw error
      }
      return (note, nil)
    }
  }

  private func deletedNote(named word: String, in vault: OpenVault) throws -> HistoricNote? {
    func find(_ matches: (VaultPath, () throws -> NoteID) throws -> Bool) throws -> HistoricNote? {
      try missingNote(in: vault.vault.folder, matches) ?? removedNote(matches)
    }
    let paths = Set(VaultPathParser.candidates(for: word, in: vault.vault))
    if let note = try find({ path, _ in paths.contains(path) }) { return note }
    guard word.utf8.count >= VaultIndex.shortestPrefix else { return nil }
    return try find { _, id in try id().text.utf8.starts(with: word.utf8) }
  }

  /// The note as it was at a commit or a date, which `moment` names.
  func note(_ note: HistoricNote, at moment: String, in vault: OpenVault) throws -> PastNote {
    guard let past = try self.note(note, in: commit(at: moment, in: vault)) else {
      throw Problem(
        "\(note.path.shown) was not there then",
        hint: "tl log \(note.path.shown) shows when it was changed")
    }
    return past
  }

  /// The commit: for a date or a time, the last one up to its end.
  ///
  /// A word that can be both, such as `2026`, is a date unless it has seven digits or more.
  private func commit(at word: String, in vault: OpenVault) throws -> ObjectID {
    let looksLikeID = word.utf8.count >= 7 && word.allSatisfy { $0.isASCII && $0.isHexDigit }
    if looksLikeID, let commit = commit(named: word) { return commit }
    do {
      let date = try DateExpression(word, now: vault.now.seconds, zone: vault.zone)
      let end = date.instantRange(zone: vault.zone).upperBound
      if let commit = try commit(at: end - 1) { return commit }
      throw Problem(
        "nothing was recorded yet at \(word)", hint: "tl log shows where the history begins")
    } catch let error as DateExpressionError {
      if let commit = commit(named: word) { return commit }
      throw Problem(usage: "\(word) is neither a date nor an id of tl log", hint: error.hint)
    }
  }
}
