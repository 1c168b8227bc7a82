import ArgumentParser
internal import Journal
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct RemoveCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Move notes and their media to the trash",
    discussion: """
      Asks on a terminal. The comments on a note go with it. Prints the notes that were moved, and warns about links of \
      other notes that lead nowhere afterwards. tl trash restore brings the notes back with their comments, tl trash empty \
      removes them for good.
      """,
    aliases: ["remove", "delete"])

  @OptionGroup var named: NotesArguments
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    if !consent.yes, !named.notes.isEmpty { try vault.session.requireAnswer(for: "tl rm -y NOTE") }
    let notes = try NotePicker.pick(named.notes, in: vault)
    guard !notes.isEmpty else { return }
    if !consent.yes { try ask(about: notes, vault) }
    let broken = vault.links(brokenByMoving: notes.map(\.path), to: nil)
    let comments = try vault.source.comments()
    lazy var index = Result {
      try vault.source.scanner(withSealed: true).scan(keepsText: false)
    }
    var going = Set(notes.map(\.path))
    var (numbers, commentCount): ([Int], Int) = ([], 0)
    var media: [MediaFile] = []
    var staying = notes.map(\.path)
    // Also where the disk ends the command: what is in the trash is told.
    defer { summarize(numbers, commentCount, media, broken, staying, vault) }
    for note in notes {
      let writer = try vault.writer()
      try vault.session.attempt {
        let removal = try NoteRemoval(
          of: note.path, id: note.id, comments, besides: going, in: index.get(),
          vault.vault.folder)
        let result = try writer.remove(removal)
        // A copy that follows does not have them any more.
        going.formUnion(removal.comments)
        numbers.append(result.entry.number)
        commentCount += result.companions.count
        staying.removeAll { $0 == note.path }
        try vault.console.line(note.id, note.path)
        report(result, vault, media: &media)
      }
    }
  }

  private func summarize(
    _ numbers: [Int], _ comments: Int, _ media: [MediaFile], _ broken: [BrokenLink],
    _ staying: [VaultPath], _ vault: OpenVault
  ) {
    guard !numbers.isEmpty else { return }
    let whole = staying.isEmpty ? [] : Set(vault.links(brokenByMoving: staying, to: nil))
    BrokenLinks(links: broken.filter { !whole.contains($0) }, vault: vault).warn()
    let belongings =
      (media.isEmpty ? [] : [MediaSummary.words(of: media)])
      + (comments == 0 ? [] : [comments.counted("comment")])
    let files = belongings.isEmpty ? "" : " with \(belongings.joined(separator: " and "))"
    let words = numbers.count == 1 ? "" : "\(numbers.count) notes "
    let list = numbers.map(String.init).joined(separator: " ")
    vault.console.say(
      "\(words)moved to the trash\(files); tl trash restore \(list) brings \(numbers.count == 1 ? "it" : "them") back"
    )
  }

  private func ask(about notes: [ResolvedNote], _ vault: OpenVault) throws {
    let session = vault.session
    for note in notes {
      let title = (try? vault.note(at: note.path))?.title
      session.console.prompt(
        TerminalText.line([note.path.shown, title].compactMap { $0 }.joined(separator: "  ")) + "\n"
      )
    }
    let what = notes.count == 1 ? "this note" : "these \(notes.count) notes"
    try session.requireConsent(
      false, question: "move \(what) to the trash?", command: "tl rm -y NOTE")
  }

  /// Reports media that were not moved.
  private func report(_ result: TrashResult, _ vault: OpenVault, media: inout [MediaFile]) {
    let session = vault.session
    if let file = result.entry.file, let folder = MediaFolder(of: file) {
      media += (try? vault.vault.folder.media(in: folder))?.files ?? []
    }
    for leftover in result.leftovers {
      var error = Problem(leftover)
      error.hints = ["the note is in the trash, and this stays where it is"]
      session.fail(error)
    }
    if let twin = result.twin {
      session.console.say("the media stay: \(twin.shown) has the same media folder")
    }
  }
}
