import ArgumentParser
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

struct SealCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Hide the text of a note until a day, or end that early",
    discussion: """
      Sets open_after. Until that day lists say only when the note opens, and no search finds its words; on the day tl \
      today shows it. tl show --open-early shows it before. The file stays as it is: whoever opens it reads it, and so \
      does whoever has its history, or an app that got it before.

      DAY is a day to come, such as 2043-05-17 or 'in 3 years'. With --at-age it is the day on which somebody is so \
      old; that day is stored, and does not move when a birthday is corrected.

      The name of a file tells what a note is about. --rename names it by the time at which it was written; on a \
      terminal tl asks. --off removes open_after, after asking; tl show --open-early shows the note and leaves it sealed.
      """)

  @Argument(help: "The note", completion: .notes)
  var note: String?

  @Argument(help: "The day on which it opens")
  var day: String?

  @Option(
    name: .customLong("at-age"),
    help: ArgumentHelp(
      "The age of somebody at which it opens, such as 'kaia 18 years'", valueName: "age"))
  var age: String?

  @Flag(help: "Name the file by its time")
  var rename = false

  @Flag(help: "Show it again, before its day")
  var off = false

  @Flag(name: .shortAndLong, help: "Do not ask before --off")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if off {
      guard day == nil, age == nil, !rename else {
        throw ValidationError("--off takes neither a day nor --rename")
      }
      return
    }
    guard (day == nil) != (age == nil) else {
      throw ValidationError(
        day == nil ? "until when? DAY is missing" : "DAY and --at-age cannot be used together")
    }
  }

  func run(in vault: OpenVault) throws {
    let note = try NotePicker.pickOne(note, in: vault)
    if off { return try open(note, in: vault) }
    let day = try openingDay(in: vault)
    let change = try vault.writer().change(note) {
      try $0.setting($0.name(of: .openAfter), to: .plain("\(day)"))
    }
    guard change.isChange else {
      return vault.console.say("\(note.path.shown) is sealed until \(day) already")
    }
    vault.console.say("sealed until \(day)")
    vault.console.say(OpeningDay.warning)
    if let path = try namelessPath(of: note, in: vault) {
      try NoteMove(vault: vault, note: note, path: path).run(rewritingLinks: false)
    } else {
      try vault.console.line(note.id, note.path)
    }
  }

  private func openingDay(in vault: OpenVault) throws -> CalendarDay {
    if let age { return try OpeningDay.day(ofAge: age, option: "--at-age", in: vault) }
    return try OpeningDay.day(day ?? "", option: "tl seal", in: vault)
  }

  /// A path without words for a note whose name has some, if that is wanted.
  private func namelessPath(of note: ResolvedNote, in vault: OpenVault) throws -> VaultPath? {
    let file = try vault.vault.note(at: note.path, zone: vault.zone)
    guard let path = SealedName.path(of: note.path, created: file.created, in: vault.vault) else {
      return nil
    }
    if rename { return path }
    let session = vault.session
    guard session.isInteractive else {
      session.console.say("its name still says what it is about; tl mv gives it another")
      return nil
    }
    let question = "its name still says what it is about; rename it to \(path.shown)?"
    return session.confirm(question) ? path : nil
  }

  /// Removes the seal of a note.
  private func open(_ note: ResolvedNote, in vault: OpenVault) throws {
    let document = NoteDocument(try vault.vault.folder.read(note.path).bytes)
    guard document.text(of: .openAfter) != nil else {
      return vault.console.say("\(note.path.shown) is not sealed")
    }
    if let day = try vault.answer(for: document).opening {
      try vault.session.requireConsent(
        yes, question: "open it now, and not on \(day)?",
        command: "tl seal --off -y \(note.path.text.shellWord)")
    }
    try vault.writer().change(note) { try $0.removing($0.name(of: .openAfter)) }
    try vault.console.line(note.id, note.path)
  }
}

/// The name of the file of a sealed note: its time, and no words.
enum SealedName {
  /// A free path in the same folder; nil if the file has such a name already.
  static func path(of note: VaultPath, created: NoteTime, in vault: Vault) -> VaultPath? {
    let stem = Slug.of(created)
    let ending = [UInt8(ascii: ".")] + Array(note.fileExtension)
    guard !note.stem.starts(with: stem.utf8),
      let wanted = note.replacingName(with: Array(stem.utf8) + ending)
    else { return nil }
    return try? wanted.firstNumbered { (path) throws(StoreError) -> VaultPath? in
      if try vault.folder.exists(path) { return nil }
      guard let media = MediaFolder(of: path) else { return path }
      return try vault.folder.exists(media.path) ? nil : path
    }
  }
}

extension OpenVault {
  /// - Throws: if a note is sealed.
  func checkOpen(_ path: VaultPath, instead hint: String) throws {
    let document = NoteDocument(try vault.folder.read(path).bytes)
    guard let day = try answer(for: document).opening else { return }
    throw Problem("\(path.shown) is sealed until \(day)", hint: hint)
  }
}
