package import VaultFormat

/// An operation of this device, as its log has it: all changes that one wish came to.
package struct LoggedOperation: Sendable {
  package enum Face: String, Sendable {
    case commandLine = "command line"
    case page
    /// A request of an app to `tl notesync serve`.
    case phone
    /// Its changes are those of commits, and not in the log: a commit takes them back.
    case sync
  }

  /// What is known before the first change.
  package struct Head: Sendable {
    /// RFC 3339.
    package var time: String
    package var face: Face
    /// The command, what was done on the page, or whose phone it was, in one line.
    package var words: String
    /// The operation that this one takes back.
    package var undoes: Int?

    package init(time: String, face: Face, words: String, undoes: Int? = nil) {
      (self.time, self.face, self.words, self.undoes) = (time, face, words, undoes)
    }
  }

  /// Identifies the operation as long as it is in the log; later ones have greater numbers.
  package var number: Int
  package var head: Head
  /// In the order in which they were made.
  package var changes: [FileChange] = []
  /// The positions of changes of which it is not known whether they were made: an error or a crash came in between.
  package var undecided: Set<Int> = []
  /// False while it runs, and if it was interrupted.
  package var isComplete = false

  /// Whether something was changed, or may have been.
  package var hasChanges: Bool { !changes.isEmpty }

  /// Whether an undo may choose it: it has changed something, and is no undo itself.
  package var isUndoable: Bool { head.undoes == nil && (hasChanges || head.face == .sync) }

  /// Whether all of them are undecided.
  package var isDoubtful: Bool { changes.count == undecided.count }

  /// The same without the changes of which it is not known whether they were made.
  package var withoutUndecided: LoggedOperation {
    var operation = self
    operation.changes = changes.indices.filter { !undecided.contains($0) }.map { changes[$0] }
    operation.undecided = []
    return operation
  }

  /// The notes and other files that it changed, each once; media only if it changed nothing else.
  package var paths: [VaultPath] {
    var seen: Set<VaultPath> = []
    let all = changes.map(\.path).filter { seen.insert($0).inserted }
    let others = all.filter { path in
      ([path] + path.foldersAbove).allSatisfy { MediaFolder.notes(ofFolder: $0).isEmpty }
    }
    return others.isEmpty ? all : others
  }

  /// The texts that it wrote, in the order in which it wrote them.
  package var texts: [(path: VaultPath, text: [UInt8])] {
    changes.compactMap { change in
      if case .text(let path, _, let text) = change { (path, text) } else { nil }
    }
  }

  /// What was done, in one line.
  ///
  /// - Parameter isHidden: whether its notes are sealed, of which no word is told.
  package func words(isHidden: Bool) -> String {
    guard isHidden else { return head.words }
    return head.words.split(separator: " ").prefix(2).joined(separator: " ")
  }
}

// MARK: - In a file

extension LoggedOperation.Head {
  var record: [UInt8] {
    var record = RecordText()
    record.append("operation", "1")
    record.append("time", time)
    record.append("face", face.rawValue)
    record.append("words", words)
    if let undoes { record.append("undoes", "\(undoes)") }
    return record.bytes + [UInt8(ascii: "\n")]
  }
}

extension LoggedOperation {
  /// The lines after a change.
  enum Mark {
    case done
    case cancelled
    case end

    var record: [UInt8] {
      var record = RecordText()
      switch self {
      case .done: record.append("done", "yes")
      case .cancelled: record.append("done", "no")
      case .end: record.append("end", "yes")
      }
      return record.bytes + [UInt8(ascii: "\n")]
    }
  }

  /// Reads what can be read: a crash may have cut the file.
  ///
  /// - Returns: nil without a head.
  init?(number: Int, parsing bytes: [UInt8]) {
    var rest = bytes[...]
    guard let head = Self.block(&rest), head.text("operation") == "1",
      let time = head.text("time"), let words = head.text("words")
    else { return nil }
    self.number = number
    self.head = Head(
      time: time, face: head.text("face").flatMap(Face.init) ?? .commandLine, words: words,
      undoes: head.text("undoes").flatMap { Int($0) })
    while let record = Self.block(&rest) {
      if record["end"] != nil {
        isComplete = true
      } else if let isDone = record.text("done") {
        undecided.remove(changes.count - 1)
        if isDone != "yes" { _ = changes.popLast() }
      } else if let change = FileChange(record, &rest) {
        undecided.insert(changes.count)
        changes.append(change)
      } else {
        return
      }
    }
  }

  /// The lines up to the next empty one.
  private static func block(_ rest: inout ArraySlice<UInt8>) -> RecordText? {
    let lineEnd = UInt8(ascii: "\n")
    var position = rest.startIndex
    while let end = rest[position...].firstIndex(of: lineEnd), end + 1 < rest.endIndex {
      position = end + 1
      guard rest[position] == lineEnd else { continue }
      defer { rest = rest[(position + 1)...] }
      return RecordText(parsing: Array(rest[..<position]))
    }
    return nil
  }
}
