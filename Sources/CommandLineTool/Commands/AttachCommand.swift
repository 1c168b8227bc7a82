import ArgumentParser
internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import Words

struct AttachCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Copy photos, recordings or other files to a note, or remove them",
    discussion: """
      The files go into the folder beside the note, under names that every system accepts; nothing there is \
      replaced. Prints the paths of the copies.

      With --strip the copies of photos and films lack the position, or all that is not needed to show them; \
      pixels and sound stay as they are, and so does the original. What is stored behind a photo goes too, \
      unless tl knows how to remove the position from it. A file that tl cannot do this with is not copied.

      With --max pictures that are larger get a smaller copy, upright and in sRGB, as JPEG of quality 82, or as WebP \
      if some of it is transparent; of the metadata it has the date, the camera, and the position unless --strip \
      leaves it out. Everything else is copied as it is. This needs tl-media, which needs libvips.

      A note without a date gets the one when the first photo was taken, and a note without a place that of the photo, \
      unless --no-photo-date says otherwise.

      With --remove the files are media of the note, named as tl show prints them, and go to the trash.
      """)

  @Argument(
    help: ArgumentHelp("The note, then the files", valueName: "note file"), completion: .file())
  var words: [String] = []

  @Flag(help: "Move media of the note to the trash")
  var remove = false

  @OptionGroup var copies: CopyArguments
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if remove, copies.strip != nil || copies.max != nil || copies.leavesPhotoDate {
      throw ValidationError("--remove copies nothing, so it takes no other option of tl attach")
    }
  }

  func run(in session: Session) throws {
    if remove, let note = words.first, words.count > 1 {
      return try DetachCommand.detach(Array(words.dropFirst()), from: note, in: session)
    }
    let vault = try session.openVaultForWriting()
    guard
      words.count > 1
        || !remove && words.first.map({ Self.isFile($0) && !Self.isNote($0, vault) }) == true
    else {
      throw Problem(
        usage: "which files? FILE is missing",
        hint: "tl attach \(words.first ?? "NOTE") photo.jpg\(remove ? " --remove" : "")")
    }
    // A single word that names a file leaves the note to be picked.
    let note = try NotePicker.pickOne(words.count > 1 ? words[0] : nil, in: vault)
    let files = words.count > 1 ? Array(words.dropFirst()) : words
    try attach(files, to: note, in: vault)
  }

  private static func isNote(_ word: String, _ vault: OpenVault) -> Bool {
    VaultPathParser.candidates(for: word, in: vault.vault).contains { MediaFolder(of: $0) != nil }
  }

  private static func isFile(_ path: String) -> Bool {
    do {
      _ = try MediaSource(opening: path)
      return true
    } catch {
      return false
    }
  }

  private func attach(_ files: [String], to note: ResolvedNote, in vault: OpenVault) throws {
    let session = vault.session
    // The note's `updated` will be set: an error there stops everything else.
    try Problem.naming(note.path) { try vault.note(at: note.path).document.checkEditable() }
    // A vault that another program holds ends the command before a copy is made, which takes time and holds no lock.
    do { _ = try vault.writer() }
    let copyOptions = copies.options
    var copied: [String] = []
    for path in files {
      try session.attempt {
        let file = try AttachedFile(named: path, copyOptions)
        try file.makeSmaller()
        let copy = try file.copy(to: note.path, by: vault.writer())
        copied.append(path)
        try session.console.line(TerminalText.line(copy.shown))
        if let size = file.size { vault.warnIfLarge(copy.shown, size: size) }
        let name = file.name
        if !copy.name.elementsEqual(name.utf8) {
          let stored = String(decoding: copy.name, as: UTF8.self)
          session.console.say("\(name) is stored as \(stored)")
        }
        file.sayDifferences(of: copy, on: session.console)
      }
    }
    guard !copied.isEmpty else { return }
    let origin =
      copies.leavesPhotoDate ? nil : PhotoOriginText.origin(of: copied, copyOptions, in: vault)
    try stamp(note, with: origin, in: vault)
  }

  /// Updates the note; one without a date or a place gets those of the photos, but for the page of a person or a tracker,
  /// and the note of a day, which stays on its day.
  private func stamp(
    _ note: ResolvedNote, with origin: PhotoOrigin?, in vault: OpenVault
  ) throws {
    var taken: [FieldAssignment] = []
    let writer = try vault.writer()
    try Problem.naming(note.path) { () throws -> Void in
      let document = try vault.note(at: note.path).document
      if let origin, !document.hasValue(of: .kind) {
        let isOfDay = DailyNote.isOne(document, at: note.path)
        taken = origin.assignments { $0 == .date && isOfDay || document.hasValue(of: $0) }
      }
      guard !taken.isEmpty else {
        try writer.stamp(note.path, provisionalID: note.id)
        return
      }
      try writer.change(note) { document in
        try taken.reduce(document) { try $1.applied(to: $0) }
      }
    }
    if !taken.isEmpty { vault.console.say(PhotoOriginText.said(taken)) }
  }
}
