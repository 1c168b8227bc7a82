package import VaultFormat
package import VaultStore

/// Until when notes were sealed when they were last seen, which decides about their versions once they are not in the vault
/// any more.
///
/// A note is known by its path and by its id.
package struct LastStates: Sendable {
  private enum Key: Hashable {
    case path(VaultPath)
    case id(NoteID)
  }

  /// Nil for a note that was not sealed.
  private var openings: [Key: CalendarDay?] = [:]

  package init() {}

  /// Adds a state, unless a newer one of the note was added before.
  package mutating func add(_ state: NoteDocument, at path: VaultPath, by visibility: Visibility) {
    let opening = visibility.answer(for: state).opening
    for key in [.path(path), .id(state.storedID ?? ProvisionalID.of(path))] as [Key]
    where openings[key] == nil {
      openings.updateValue(opening, forKey: key)
    }
  }

  func opening(at path: VaultPath) -> CalendarDay? { openings[.path(path)] ?? nil }

  func opening(of id: NoteID) -> CalendarDay? { openings[.id(id)] ?? nil }

  /// What the trash and the log of operations know; what cannot be read is left out.
  package static func kept(in vault: VaultFolder, by visibility: Visibility) -> [LastStates] {
    var (trash, log) = (LastStates(), LastStates())
    for entry in ((try? Trash(vault).entries()) ?? []).reversed() where entry.what == .note {
      guard let file = entry.file, let bytes = try? vault.read(file).bytes else { continue }
      trash.add(NoteDocument(bytes), at: entry.origin, by: visibility)
    }
    if let history = try? OperationLog(vault).history() {
      for state in history {
        for (path, text) in state.operation.texts.reversed() where MediaFolder(of: path) != nil {
          log.add(NoteDocument(text), at: path, by: visibility)
        }
      }
    }
    return [trash, log]
  }
}
