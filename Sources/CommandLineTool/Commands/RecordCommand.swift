import ArgumentParser
internal import Operations
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct RecordCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record sound from the microphone into a note",
    discussion: """
      Enter or Ctrl-C ends the recording, which becomes a file of the note; without NOTE, of a new one. Prints the \
      new note, and the path of the file. If it cannot be added to the note, it is kept, and tl says where.

      Records by the first of these programs that is installed: arecord, parecord, pw-record, ffmpeg, rec (on \
      macOS: rec, ffmpeg). TL_RECORDER, or else recorder in config.yaml, names another one with its arguments: \
      {file} in them stands for the path of the file without its extension, such as {file}.flac, and the program \
      has to end when it gets SIGINT.
      """)

  @Argument(help: "The note; a new one without it", completion: .notes)
  var note: String?

  @OptionGroup var global: GlobalOptions

  func run(in vault: OpenVault) throws {
    let target = try note.map { word in
      let found = try NotePicker.pickOne(word, in: vault)
      // The note's `updated` will be set: an error there comes before anyone speaks.
      try Problem.naming(found.path) {
        try vault.note(at: found.path).document.checkEditable()
      }
      return found
    }
    let recording = try Recording(in: vault)
    try recording.run()
    do {
      try add(recording, to: target, in: vault)
    } catch {
      var failure = Problem(error)
      if (try? FileDescriptor.status(ofPath: recording.path)) != nil {
        failure.hints.append("the recording is kept: \(recording.path)")
      }
      throw failure
    }
  }

  private func add(
    _ recording: Recording, to target: ResolvedNote?, in vault: OpenVault
  ) throws {
    let console = vault.console
    let source = try MediaSource(opening: recording.path)
    let path: VaultPath
    let writer = try vault.writer()
    if let target {
      path = target.path
    } else {
      let new = try vault.create(NewNoteWish(NewNote(text: "")), by: writer)
      path = new.path
      try console.line(new.id, new.path)
    }
    let copy = try writer.attach(source, to: path, as: recording.mediaName)
    // It is in the note now, whatever comes.
    try? SystemPath.remove(recording.path)
    try console.line(TerminalText.line(copy.shown))
    vault.warnIfLarge(copy.shown, size: source.status.size)
    if let target { try writer.stamp(path, provisionalID: target.id) }
  }
}
