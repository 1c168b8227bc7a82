import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Does what `tl attach --remove` does, which is the listed one.
struct DetachCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "detach",
    abstract: "Move media of a note to the trash",
    discussion:
      "Media are named by their file names, as tl show prints them. Prints the paths of what was moved.",
    shouldDisplay: false)

  @Argument(help: "The note", completion: .notes)
  var note: String

  @Argument(help: ArgumentHelp("File names of its media", valueName: "name"), completion: .media)
  var names: [String]

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws { try Self.detach(names, from: note, in: session) }

  static func detach(_ names: [String], from note: String, in session: Session) throws {
    let vault = try session.openVaultForWriting()
    let note = try NotePicker.pickOne(note, in: vault)
    let file = try vault.vault.note(at: note.path, zone: vault.zone)
    try Problem.naming(note.path) { try file.document.checkEditable() }
    let shown = vault.visibility.shown(file, try vault.answer(for: file.document))
    let media = try names.compactMap { name -> MediaFile? in
      try session.attempt { try file.media(named: name, telling: shown.media.files) }
    }
    try detach(media, from: note, document: shown.document, in: vault)
  }

  private static func detach(
    _ media: [MediaFile], from note: ResolvedNote, document: NoteDocument, in vault: OpenVault
  ) throws {
    let session = vault.session
    let links = document.fileLinks
    var numbers: [Int] = []
    let writer = try vault.writer()
    for file in media {
      try session.attempt {
        numbers.append(try writer.detach(file.path).number)
        try session.console.line(TerminalText.line(file.path.shown))
        for link in links where link.leads(to: file.path, from: note.path.parent) {
          session.console.warn(
            "\(note.path.shown):\(link.line): the text still links to \(link.text)")
        }
      }
    }
    guard !numbers.isEmpty else { return }
    try session.attempt(at: note.path) { try writer.stamp(note.path, provisionalID: note.id) }
    let list = numbers.map(String.init).joined(separator: " ")
    session.console.say(
      "moved to the trash; tl trash restore \(list) brings \(numbers.count == 1 ? "it" : "them") back"
    )
  }
}

extension NoteFile {
  /// The media file of exactly that name, else the only one that differs in case or normalisation alone.
  ///
  /// - Parameter shown: what an error may name.
  fileprivate func media(named word: String, telling shown: [MediaFile]) throws -> MediaFile {
    let name = word.split(separator: "/").last.map { Array($0.utf8) } ?? []
    let files = media.files
    if let file = files.first(where: { $0.path.name.elementsEqual(name) }) { return file }
    let alike = files.filter { NameKey($0.path.name) == NameKey(name) }
    if alike.count == 1 { return alike[0] }
    let names = shown.map { String(decoding: $0.path.name, as: UTF8.self) }
    throw Problem(
      "\(path.shown) has no media \(word)",
      hint: files.isEmpty
        ? "it has no media"
        : names.isEmpty ? "it is sealed" : "it has " + names.joined(separator: ", "))
  }
}
