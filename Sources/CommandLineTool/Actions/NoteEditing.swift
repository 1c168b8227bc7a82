internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// A note's file in the user's editor, and back in the vault.
///
/// The editor opens a draft with the file's bytes. Nothing is locked meanwhile: other changes of the note are
/// merged when the draft is saved.
struct NoteEditing {
  let vault: OpenVault
  let editor: Editor

  private var session: Session { vault.session }
  private var drafts: Drafts { Drafts(vault.vault.folder) }

  init(_ vault: OpenVault) throws {
    self.vault = vault
    editor = try Editor(
      vault.session, instead: "notes are plain files that any program may change")
  }

  /// Opens a note in the editor, and saves the edited text.
  func edit(_ note: ResolvedNote) throws {
    let bytes = try vault.vault.folder.read(note.path).bytes
    mentionDrafts(of: note.path)
    let title = NoteDocument(bytes).lastingTitle(at: note.path)
    let draft = try drafts.save(
      bytes, about: title, name: note.path.stemText, note: note.path, base: bytes,
      at: vault.now.rfc3339)
    _ = try run(OpenedDraft(draft: draft, path: note.path, id: note.id, base: NoteDocument(bytes)))
  }

  /// The same for a draft of an edit that was not saved.
  ///
  /// If its note has changed in the same lines since, the draft becomes both versions with conflict markers, and
  /// the current note becomes the base of the merge.
  func resume(_ draft: Draft, of path: VaultPath) throws {
    let (text, kept) = try drafts.read(draft.number)
    let base = NoteDocument(kept ?? [])
    let id = NoteMetadata(of: base, zone: vault.zone).id ?? ProvisionalID.of(path)
    var opened = OpenedDraft(draft: draft, path: path, id: id, base: base)
    if let note = try located(opened) {
      let current = NoteDocument(try vault.vault.folder.read(note.path).bytes)
      opened.path = note.path
      do {
        _ = try EditedText(NoteDocument(text), base: base)
          .plan(over: current, at: note.path, zone: vault.zone)
      } catch let conflict as NoteConflict {
        try drafts.replace(draft.number, text: conflict.marked, base: current.bytes)
        opened.base = current
        session.console.say(
          "\(note.path.shown) has changed in the same lines; the draft shows both versions between lines of "
            + "<<<<<<< and >>>>>>>: keep what is right and remove these lines")
      } catch is NoteConflict.Undecided {
        // It was opened before, and goes on.
      }
    } else {
      session.console.say("\(path.shown) is gone; what you save becomes a note again")
    }
    _ = try run(opened)
  }

  /// Opens a note and its conflict copy in the editor as one text, with conflict markers.
  ///
  /// Once that is saved, the copy goes to the trash; until then both stay. An unchanged text decides nothing. Works
  /// for other text files too.
  func join(_ note: ResolvedNote, with copy: ConflictCopyFile) throws {
    let folder = vault.vault.folder
    let current = NoteDocument(try folder.read(note.path).bytes)
    let other = NoteDocument(try folder.read(copy.path).bytes)
    guard current.isText, other.isText else {
      throw Problem(
        "\(note.path.shown) is not a text", hint: "--note, --copy or --both end its conflict")
    }
    let marked = try NoteConflict.joined(
      current, with: other, id: copy.isFile ? nil : note.id, zone: vault.zone)
    let draft = try drafts.save(
      marked, about: current.lastingTitle(at: note.path),
      name: note.path.stemText, note: note.path, base: current.bytes, at: vault.now.rfc3339)
    let opened = OpenedDraft(
      draft: draft, path: note.path, id: note.id, base: current, question: marked)
    guard try run(opened) else { return session.console.say("the conflict stays") }
    let entry = try vault.writer().remove(copy.path).entry
    session.console.say("the copy is in the trash; tl trash restore \(entry.number) brings it back")
  }

  private func mentionDrafts(of path: VaultPath) {
    let numbers = ((try? drafts.list()) ?? []).filter {
      $0.note == path && !$0.isOpen
    }.map { "\($0.number)" }
    guard let last = numbers.last else { return }
    let others =
      numbers.count == 1 ? "" : " (there are \(numbers.count): \(numbers.joined(separator: ", ")))"
    session.console.say(
      "an earlier edit of this note was not saved; tl drafts resume \(last) opens it again\(others)"
    )
  }
}

/// The draft of a note while it is edited.
private struct OpenedDraft {
  let draft: Draft
  /// Of the note.
  var path: VaultPath
  /// The note's id, stored or provisional.
  let id: NoteID
  /// The text before the edit.
  var base: NoteDocument
  /// Both versions in one text, if the edit has to choose between them.
  var question: [UInt8]?
}

// MARK: - In the editor

extension NoteEditing {
  /// - Returns: false if the text with both versions was not changed.
  private func run(_ opened: OpenedDraft) throws -> Bool {
    let unchanged = [opened.base.bytes] + (opened.question.map { [$0] } ?? [])
    var text = try editor.edit(opened.draft, unchanged: unchanged, in: vault)
    while !unchanged.contains(text), session.isInteractive,
      let problem = opened.newProblem(in: NoteDocument(text))
    {
      session.console.warn("\(opened.path.shown):\(problem)")
      guard session.confirm("open the editor again to correct it? (no saves it as it is)") else {
        break
      }
      text = try editor.edit(opened.draft, unchanged: unchanged, in: vault)
    }
    if unchanged.contains(text) {
      let isGone = try drafts.discard(opened.draft.number)
      session.console.say(
        "nothing was changed" + (isGone ? "" : "; \(vault.recoveryHint(of: opened.draft))"))
      return text != opened.question
    }
    guard !text.allSatisfy({ $0.isBlank || $0 == 0x0A || $0 == 0x0D }) else {
      _ = try drafts.discard(opened.draft.number)
      throw Problem(
        "the text is empty; the note was not changed",
        hint: "tl rm \(opened.path.shown) moves the note to the trash")
    }
    do {
      try save(NoteDocument(text), opened)
      return true
    } catch let conflict as NoteConflict {
      var failure = Problem(conflict)
      let (number, path) = (opened.draft.number, vault.systemPath(of: opened.draft.path))
      failure.hints = [
        "the note is as the other program left it; your version is in \(path)",
        "tl drafts resume \(number) shows both versions in the editor",
      ]
      throw failure
    } catch {
      var failure = Problem(error)
      failure.hints.append(vault.locationHint(of: opened.draft))
      throw failure
    }
  }

  /// Saves the text and drops the draft.
  private func save(_ text: NoteDocument, _ opened: OpenedDraft) throws {
    let edit = EditedText(text, base: opened.base)
    guard let note = try located(opened) else {
      let (path, id) = try vault.writer().saveAgain(edit, at: opened.path)
      try drafts.drop(opened.draft.number)
      try session.console.line(id, path)
      return session.console.say(
        "the note had been removed meanwhile; it is back with your changes")
    }
    let saved = try vault.writer().save(edit, at: note.path, provisionalID: note.id)
    try drafts.drop(opened.draft.number)
    guard saved.change.isChange else {
      return session.console.say(
        "\(note.path.shown) has these changes already; nothing was written")
    }
    try session.console.line(saved.id, note.path)
    for remark in saved.remarks { remark.tell(on: session.console) }
    if let problem = opened.newProblem(in: saved.change.new) {
      session.console.warn("\(note.path.shown):\(problem); saved as you wrote it")
    }
  }

  /// Where the note is now: at its path, or where its id was moved to; nil if it is gone.
  private func located(_ opened: OpenedDraft) throws -> ResolvedNote? {
    let folder = vault.vault.folder
    let stored = NoteMetadata(of: opened.base, zone: vault.zone).id
    if try folder.status(opened.path)?.kind == .file {
      let present = NoteMetadata(
        of: NoteDocument(try folder.read(opened.path).bytes), zone: vault.zone
      ).id
      // A note that had no id may have been given the provisional one.
      if stored == nil || present == nil || present == stored {
        return ResolvedNote(path: opened.path, id: present ?? opened.id)
      }
    }
    let index = try vault.scan()
    let position = index.notes(withID: opened.id.text).first { index.id($0) == opened.id }
    return position.map { ResolvedNote(path: index.path($0), id: opened.id) }
  }
}

extension EditedText.Remark {
  fileprivate func tell(on console: Console) {
    switch self {
    case .merged: console.say("the note was changed meanwhile; it has both changes now")
    case .decided(let decision): console.say(Self.words(for: decision))
    case .doubled(let time):
      console.say("the event of \(time.rfc3339) was changed meanwhile too; both are there now")
    case .keptID(let id):
      console.say("the id stays \(id): a note that was changed meanwhile keeps its id")
    case .putBack(let key, let name, let value):
      let reason =
        key == .id ? "it identifies the note" : "it is the note's place in the timeline"
      console.say("\(name): \(value) was put back: \(reason)")
    case .newID(let new, let old):
      console.warn("the id was changed from \(old) to \(new): references to \(old) are lost")
    }
  }

  private static func words(for decision: NoteMerge.Decision) -> String {
    let isOwn = decision.winner == .left
    return switch decision.reason {
    case .later: "\(decision.key) was changed meanwhile too; it is as you wrote it"
    case .changeSurvives where isOwn: "\(decision.key) was removed meanwhile; it is as you wrote it"
    case .changeSurvives: "\(decision.key), which you removed, was changed meanwhile and stays"
    case .smallerID where isOwn: "the note was given another id meanwhile; it has yours"
    case .smallerID: "the note was given another id meanwhile, which stays"
    }
  }
}

extension OpenedDraft {
  /// A new problem of the front matter: `line:column: message`.
  fileprivate func newProblem(in text: NoteDocument) -> String? {
    guard let problem = text.frontMatterProblem, base.frontMatterProblem == nil else { return nil }
    return "\(problem.line):\(problem.column): \(problem.message)"
  }
}

extension NoteDocument {
  fileprivate var isText: Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  /// Why the front matter cannot be read: it is broken, or never closed.
  fileprivate var frontMatterProblem: Finding? {
    findings.first { [.brokenFrontMatter, .unclosedFrontMatter].contains($0.code) }
  }
}

extension VaultPath {
  /// The name without its extension; bytes that are not UTF-8 are U+FFFD.
  var stemText: String { String(decoding: stem, as: UTF8.self) }
}
