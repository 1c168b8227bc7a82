internal import CommandLineTool
internal import Notesync
internal import SystemCalls
internal import VaultFormat

extension PushReport {
  /// - Parameter isWhole: false if an error ended it.
  func print(on console: Console, isWhole: Bool = true) throws {
    for path in created { try console.line(line("new", path.text)) }
    for path in edited { try console.line(line("changed", path.text)) }
    for path in deleted { try console.line(line("deleted", path)) }
    if !storedIDs.isEmpty {
      console.say(
        "\(storedIDs.count.notes) got a stored id, so that the server recognizes it"
      )
    }
    for note in aside { console.warn(note.line) }
    warnOfHeld(heldDeletions.map { $0.path?.text ?? $0.noteID.text }, on: console) {
      "\($0.counted("deletion")) held back, because so many are rarely meant: "
        + "--allow-deletes allows \($0 == 1 ? "it" : "them")"
    }
    warnOfFarAhead(farAhead, on: console)
    let isEmpty = noteCount == 0 && mediaCount == 0
    guard isWhole || !isEmpty else { return }
    let sum =
      isEmpty
      ? "nothing to send"
      : "sent \(noteCount.notes), \(mediaCount) media, \(ByteCount(byteCount))"
    console.say(sum)
  }

  private func line(_ word: String, _ text: String) -> String {
    TerminalText.line("sent      \(word.padded(to: 8))  \(text)")
  }
}

extension PullReport {
  /// - Parameter isWhole: false if an error ended it.
  func print(on console: Console, isWhole: Bool = true) throws {
    for path in created { try console.line(line("new", path)) }
    for path in updated { try console.line(line("changed", path)) }
    for path in removed { try console.line(line("deleted", path)) }
    for path in copies { try console.line(line("conflict", path)) }
    for finding in findings { console.warn(finding.words) }
    warnOfFarAhead(farAhead, on: console)
    warnOfHeld(heldRemovals.map(\.text), on: console) {
      "\($0.notes) no longer on the server; so many deletions are rarely meant, so the notes stay here; "
        + "--allow-deletes puts \($0 == 1 ? "it" : "them") into the trash"
    }
    if cannotTellDeletions {
      console.say("this server does not report deletions made elsewhere; such notes stay here")
    }
    let count = created.count + updated.count + removed.count
    guard isWhole || count > 0 || !media.isEmpty else { return }
    console.say(
      count == 0 && media.isEmpty
        ? "nothing received" : "received \(count.notes), \(media.count) media")
  }

  private func line(_ word: String, _ path: VaultPath) -> String {
    TerminalText.line("received  \(word.padded(to: 8))  \(path.text)")
  }
}

private func warnOfFarAhead(_ paths: [VaultPath], on console: Console) {
  for path in paths {
    console.warn("\(path.text): its time on the server is more than a day ahead of this clock")
  }
}

/// Lists the first deletions that a gate holds back.
private func warnOfHeld(_ names: [String], on console: Console, _ sentence: (Int) -> String) {
  guard !names.isEmpty else { return }
  console.warn(sentence(names.count))
  let shown = 20
  for name in names.prefix(shown) { console.say("  \(TerminalText.line(name))") }
  if names.count > shown { console.say("  and \(names.count - shown) more") }
}

extension PullFinding {
  var words: String {
    let place = path?.text ?? noteID.map { "note \($0.text)" } ?? "a note"
    switch reason {
    case .unreadable(let why): return "\(place): what the server sent cannot be read: \(why)"
    case .undecodableMedia(let name):
      return "\(place): \(name) was received damaged and is left out; the note is kept"
    case .missingData(let name):
      return "\(place): \(name) was not received; the next sync requests it again"
    case .wrongChecksum(let name, let kept):
      return
        "\(place): \(name) does not have the checksum that the server gives; it is kept as \(kept.text)"
    case .notWritten(let why): return "\(place): could not be written: \(why)"
    case .blocked(let reason): return "\(place): could not be written: \(reason.words)"
    case .holdsNUL: return "\(place): U+0000 in the server's version is left out here"
    case .orphanedMedia(let name):
      return "\(name) belongs to a note that was not received; it is left out"
    case .changedMeanwhile: return "\(place): was changed during the sync; the next sync handles it"
    }
  }
}

extension Int {
  /// `1 note`, `2 notes`.
  var notes: String { counted("note") }
}

extension NotesyncPlan.Step {
  /// A planned change of a note here.
  var line: String {
    let word =
      switch outcome {
      case .create: "new"
      case .update: "changed"
      case .remove: "deleted"
      case .conflict: "conflict"
      case nil: ""
      }
    return "received  \(word.padded(to: 8))  \(path?.text ?? noteID.text)"
  }
}
