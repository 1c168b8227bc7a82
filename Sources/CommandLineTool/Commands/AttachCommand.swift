import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

struct AttachCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach",
    abstract: "Copy photos, recordings or other files to a note",
    discussion: """
      The files go into the folder beside the note, under names that every system accepts; nothing there is \
      replaced. Prints the paths of the copies.
      """)

  @Argument(
    help: ArgumentHelp("The note, then the files", valueName: "note file"), completion: .file())
  var words: [String] = []

  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVaultForWriting()
    guard words.count > 1 || words.first.map({ Self.isFile($0) && !Self.isNote($0, vault) }) == true
    else {
      throw CommandError(
        "which files? FILE is missing", hint: "tl attach \(words.first ?? "NOTE") photo.jpg",
        status: .wrongUsage)
    }
    // A single word that names a file leaves the note to be picked.
    let note = try NotePicker.pickOne(words.count > 1 ? words[0] : nil, in: vault)
    let files = words.count > 1 ? Array(words.dropFirst()) : words
    try Attaching(note: note, vault: vault).attach(files)
  }

  private static func isNote(_ word: String, _ vault: OpenVault) -> Bool {
    VaultPathParser.candidates(for: word, in: vault.vault).contains { MediaFolder(of: $0) != nil }
  }

  private static func isFile(_ path: String) -> Bool {
    do {
      _ = try MediaSource(named: path)
      return true
    } catch {
      return false
    }
  }
}

/// Files that are being attached to one note.
private struct Attaching {
  let note: ResolvedNote
  let vault: OpenVault

  private var session: Session { vault.session }

  func attach(_ files: [String]) throws {
    let writer = try vault.writer()
    do {
      // The note's `updated` will be set: an error there stops everything else.
      try vault.note(at: note.path).document.checkEditable()
    } catch {
      throw CommandError(error, at: note.path)
    }
    var count = 0
    for file in files {
      do {
        let source = try MediaSource(named: file)
        let copy = try writer.attach(source, to: note.path)
        count += 1
        try session.console.line(TerminalText.line(copy.shown))
        report(source.name, size: source.status.size, copy: copy)
      } catch let closed as Console.ClosedPipe {
        throw closed
      } catch {
        session.fail(CommandError(error))
      }
    }
    guard count > 0 else { return }
    do {
      try writer.stamp(note.path, provisionalID: note.id)
    } catch {
      throw CommandError(error, at: note.path)
    }
  }

  private func report(_ name: String, size: Int64, copy: VaultPath) {
    let limit = vault.vault.configuration.maximumMediaSize
    if size > limit {
      session.console.warn(
        "\(copy.shown) has \(ByteCount(size)), more than the vault's limit of \(ByteCount(limit)); "
          + "tl sync will ask before it commits the file")
    }
    if !copy.name.elementsEqual(name.utf8) {
      session.console.say("\(name) is stored as \(String(decoding: copy.name, as: UTF8.self))")
    }
  }
}
