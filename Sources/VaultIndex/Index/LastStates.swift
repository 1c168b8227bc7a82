package import VaultFormat
package import VaultStore

/// What notes were when they were last seen, sealed or not, which decides about their versions once they are not in the
/// vault any more.
///
/// A note is known by its id and by its path. By the path alone it may be another note.
package struct LastStates: Sendable {
  private var byID: [NoteID: Visibility.Answer] = [:]
  private var byPath: [VaultPath: Visibility.Answer] = [:]

  package init() {}

  private struct State {
    let id: NoteID?
    let answer: Visibility.Answer

    init(_ document: NoteDocument, by visibility: Visibility) {
      (id, answer) = (document.storedID, visibility.answer(for: document))
    }
  }

  /// Adds a state, unless a newer one of the note was added before.
  package mutating func add(_ state: NoteDocument, at path: VaultPath, by visibility: Visibility) {
    add(State(state, by: visibility), at: path)
  }

  private mutating func add(_ state: State, at path: VaultPath) {
    let id = state.id ?? ProvisionalID.of(path)
    byID[id] = byID[id] ?? state.answer
    byPath[path] = byPath[path] ?? state.answer
  }

  /// Nil if nothing is known of the note.
  func answer(of id: NoteID) -> Visibility.Answer? { byID[id] }

  /// Nil if nothing is known of a note at the path.
  func answer(at path: VaultPath) -> Visibility.Answer? { byPath[path] }

  /// What the trash and the log of operations know; what cannot be read is left out.
  ///
  /// Reads both as a whole, up to 500 MB.
  ///
  /// - Parameter names: of the notes that are in the vault, of which nothing needs to be known.
  package static func kept(
    in vault: VaultFolder, by visibility: Visibility, besides names: NoteNames
  ) -> [LastStates] {
    var (trash, log) = (LastStates(), LastStates())
    var present = PresentNotes(names: names)
    var removed: [FileChange.Content: State] = [:]
    for entry in ((try? Trash(vault).entries()) ?? []).reversed()
    where entry.what == .note && entry.origin.parent != VaultLayout.drafts {
      guard let file = entry.file, let bytes = try? vault.read(file).bytes,
        !present.contain(bytes, at: entry.origin)
      else { continue }
      let state = State(NoteDocument(bytes), by: visibility)
      trash.add(state, at: entry.origin)
      removed[FileChange.Content(ofNote: bytes)] = state
    }
    guard let history = try? OperationLog(vault).history() else { return [trash] }
    for entry in history {
      for change in entry.operation.withoutUndecided.changes.reversed()
      where MediaFolder(of: change.path) != nil {
        switch change {
        case .text(let path, _, let text) where !present.contain(text, at: path):
          log.add(State(NoteDocument(text), by: visibility), at: path)
        case .removed(let path, let content):
          // Another program, or a sync, may have changed the note since the log has its text.
          if let state = removed[content] { log.add(state, at: path) }
        default: break
        }
      }
    }
    return [trash, log]
  }
}

private struct PresentNotes {
  let names: NoteNames
  private var plain = PlainFrontMatter()

  init(names: NoteNames) { self.names = names }

  /// Whether a text is one of the note that is at its path now; false also if that takes more than a look at its head.
  mutating func contain(_ text: [UInt8], at path: VaultPath) -> Bool {
    guard let note = names.note(at: path) else { return false }
    return text.withUnsafeBufferPointer { bytes in
      let head = NoteHead(of: bytes, plain: &plain, zone: .utc)
      guard head.isPlain, let id = head.id else {
        return head.isPlain && !names.index[note].flags.contains(.storesID)
      }
      return names.index.withID(note) { $0.elementsEqual(bytes[id]) }
    }
  }
}
