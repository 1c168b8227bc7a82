internal import VaultFormat
package import VaultSync

/// A question of a sync in words, to be answered with yes or no.
package struct SyncQuestionText: Hashable, Sendable {
  /// What it is about, a line each; may contain control characters.
  package var lines: [String] = []
  package var question: String

  /// The number of files listed.
  private static let limit = 10
  /// The number of notes listed of an undo.
  private static let noteLimit = 30

  package init(_ question: SyncQuestion, _ paths: PathDisplay) {
    switch question {
    case .join(let ours, let theirs):
      self.question =
        "the remote is another vault: \(theirs.counted("note")) there, \(ours) here; join both into one?"
    case .gate(let gate):
      self.question = gate.words(paths)
      list(gate.files.map(paths.text))
    case .follow(let history):
      self.question = "leave them out here too?"
      let commits = history.commits.counted("commit")
      lines.append("\(commits) of the last sync are gone from the remote, with:")
      list(history.files.map(paths.text))
    case .sendAgain(let history):
      self.question = "send all that is here again?"
      let commits = history.commits.counted("commit")
      lines.append("the branch is gone from the remote, with \(commits) of the last sync, and:")
      list(history.files.map(paths.text))
    case .drop(let unsent):
      self.question =
        unsent.files.count == 1
        ? "take this file out of the commits? it stays in the folder"
        : "take these \(unsent.files.count) files out of the commits? they stay in the folder"
      lines.append("the remote refused the commits that were not sent yet:")
      list(unsent.subjects)
      lines.append("with:")
      list(unsent.files.map { "\($0.path.text)  \(ByteCount($0.size))" })
    case .undo(let changes):
      self.question = "undo the last sync that received something, here and on all devices?"
      list(changes, paths)
    }
  }

  private mutating func list(_ names: [String]) {
    lines += names.prefix(Self.limit).map { "  \($0)" }
    if names.count > Self.limit { lines.append("  and \(names.count - Self.limit) more") }
  }

  /// What other devices will see.
  private mutating func list(_ changes: ChangeList, _ paths: PathDisplay) {
    lines += changes.notes.prefix(Self.noteLimit).map { note in
      "\(note.kind.undoWords)  \(paths.text(note.path))  \(note.title)"
    }
    let rest = changes.notes.count - Self.noteLimit
    if rest > 0 { lines.append("and \(rest.counted("more note"))") }
    let files = changes.media + changes.others.count
    if files > 0 { lines.append("and \(files.counted("file"))") }
  }
}

extension GateQuestion {
  fileprivate func words(_ paths: PathDisplay) -> String {
    switch self {
    case .largeFile(let path, let size, let limit):
      "\(paths.text(path)) has \(ByteCount(size)), more than \(ByteCount(limit)); commit it anyway?"
    case .largeSync(let files, let size, let limit):
      "\(files.count.counted("new file has", "new files have")) \(ByteCount(size)) together, more than \(ByteCount(limit)); commit anyway?"
    case .deletions(let notes, let count):
      "\(notes.count) of \(count.counted("note")) \(notes.count == 1 ? "is" : "are") gone; deleted on purpose?"
    case .mediaDeletions(let files, let count):
      "\(files.count) of \(count.counted("media file")) \(files.count == 1 ? "is" : "are") gone; deleted on purpose?"
    case .noNotesLeft(let notes):
      "\(notes.count == 1 ? "the only note is" : "all \(notes.count) notes are") gone from this folder; deleted on purpose?"
    case .otherFiles(let files):
      files.count == 1
        ? "this file is not a note, media or settings; commit it, and others like it from now on?"
        : "these \(files.count) files are not notes, media or settings; commit them, and others like them from now on?"
    }
  }

  /// The files of the question that it does not name.
  fileprivate var files: [VaultPath] {
    switch self {
    case .largeFile: []
    case .largeSync(let files, _, _), .mediaDeletions(let files, _), .otherFiles(let files): files
    case .deletions(let notes, _), .noNotesLeft(let notes): notes
    }
  }
}

extension ChangeList.NoteLine.Kind {
  /// The effect of an undo on a note, padded to one width.
  fileprivate var undoWords: String {
    switch self {
    case .added: "comes back"
    case .changed, .moved: "as before "
    case .removed: "goes      "
    }
  }
}
