internal import VaultFormat
internal import VaultStore
internal import Words

/// A photo, a sound or a film of a note, opened with the system's program.
///
/// Only what its ending says is for viewing: the system might run another file.
struct MediaOpening {
  let note: String?
  /// In the order of `tl show`, from 1; nil if the note has only one.
  let number: Int?

  func run(in session: Session) throws {
    let vault = try session.openVault()
    let path = try NotePicker.pickOne(note, in: vault).path
    try vault.checkOpen(path, instead: "tl seal --off opens it")
    let note = try vault.note(at: path)
    let file = try note.media(number: number)
    let systemPath = try systemPath(of: file, in: vault)
    guard file.isForViewing else {
      throw Problem(
        "\(file.path.shown) is no photo, sound, film or PDF, and the system might run it",
        hint: "if you trust it, open it by hand: \(systemPath)")
    }
    guard let opener = SystemOpener(session.environment) else {
      throw Problem(
        "no program was found that opens files (\(SystemOpener.names[0]))",
        hint: "open it by hand: \(systemPath)")
    }
    guard opener.open(systemPath) else {
      throw Problem("\(opener.name) cannot be started", hint: "open it by hand: \(systemPath)")
    }
    session.console.say("opening \(file.path.shown) with \(opener.name)")
  }

  /// The absolute path of a regular file, as words of a command line can name it.
  private func systemPath(of file: MediaFile, in vault: OpenVault) throws -> String {
    // It may have become a link since the folder was listed.
    _ = try vault.vault.folder.openFile(file.path)
    guard file.path.text.utf8.elementsEqual(file.path.bytes) else {
      throw Problem(
        "\(file.path.shown) has a name that is not UTF-8",
        hint: "rename it; tl doctor lists such names")
    }
    return vault.systemPath(of: file.path)
  }
}

extension MediaFile {
  /// Whether systems show or play files with such a name, and run none.
  fileprivate var isForViewing: Bool {
    let ending = String(decoding: path.fileExtension, as: UTF8.self).lowercased()
    return kind != .file || ending == "pdf"
  }
}

extension NoteFile {
  /// The media file with a number from 1; without one, the only file.
  fileprivate func media(number: Int?) throws -> MediaFile {
    let files = media.files
    guard !files.isEmpty else {
      var error = Problem(
        "\(path.shown) has no media", hint: "tl attach \(path.shown) FILE copies a file to it")
      error.hints += media.skipped.map { "\($0.path.shown) is \($0.kind), which tl does not open" }
      throw error
    }
    if let number, files.indices.contains(number &- 1) { return files[number - 1] }
    if number == nil, files.count == 1 { return files[0] }
    let count = files.count.counted("media file")
    var error = Problem(
      usage: number.map { "\(path.shown) has \(count), so there is no \($0)" }
        ?? "\(path.shown) has \(count); -n says which")
    error.hints = files.prefix(20).enumerated().map { index, file in
      let name = String(decoding: file.path.name, as: UTF8.self)
      return "\(index + 1)  \(name)  \(file.kind.rawValue), \(ByteCount(file.size))"
    }
    if files.count > 20 { error.hints.append("and \(files.count - 20) more") }
    throw error
  }
}
