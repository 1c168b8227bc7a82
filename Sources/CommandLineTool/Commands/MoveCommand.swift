import ArgumentParser
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

struct MoveCommand: TLCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: "Move or rename a note with its media",
    discussion: """
      PATH is a folder or a new name, from the current folder when that is in the vault, else from the vault's \
      root; missing folders are made, and .md is added. Nothing is replaced. A note that stores no id \
      or time of creation gets them, so that it stays the same note.

      Links that the move breaks are reported, in the note itself and in others; --links rewrites them, and on a \
      terminal tl asks. Only the destination of such a link changes, not updated and no other byte of a note. \
      [[links by name]] that still lead to the note stay as they are. Links in front matter and in HTML are not \
      checked.
      """,
    aliases: ["move"])

  @Argument(help: "The note", completion: .notes)
  var note: String

  @Argument(help: "Where to: a folder, or a new name", completion: .directory)
  var path: String

  @Flag(help: "Rewrite the links that the move breaks")
  var links = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var global: GlobalOptions

  func run(in session: Session) throws {
    let vault = try session.openVault(isDryRun: change.dryRun)
    let note = try NotePicker.pickOne(note, in: vault)
    let target = try MoveTarget(path, for: note.path, in: vault.vault)
    guard target.path != note.path else {
      return session.console.say("\(note.path.shown) is there already")
    }
    let move = NoteMove(vault: vault, note: note, path: target.path, warnings: target.warnings)
    try change.dryRun ? move.show() : move.run(rewritingLinks: links)
  }
}

/// The destination of a note, as the user typed it.
struct MoveTarget {
  let path: VaultPath
  /// Warnings about that place.
  private(set) var warnings: [String] = []

  /// - Throws: for a path outside of the vault, or one where tl would not see the note.
  init(_ word: String, for note: VaultPath, in vault: Vault) throws {
    path = try Self.path(word, for: note, in: vault)
    try Self.checkVisible(path, in: vault)
    if let twin = MediaFolder(of: path)?.twin, twin != note, try vault.folder.exists(twin) {
      throw Problem(
        "\(twin.shown) is there, and both would have the same media folder",
        hint: "choose another name")
    }
    for part in path.text.split(separator: "/") {
      if let problem = PortableName.problems(of: String(part)).first {
        warnings.append("\(part) \(problem)")
      }
    }
    if !path.canBeLinkedByName {
      warnings.append("\(path.shown) has a character that [[links]] cannot contain: # ^ [ ] or |")
    }
    if PathRules(of: vault.folder).kind(of: path) == .ignored {
      let isTemplate = vault.configuration.templates.contains { path == $0 || path.isBelow($0) }
      let reason =
        isTemplate ? "is a template by .tl/config.yaml" : "is matched by .tlignore"
      warnings.append("\(path.shown) \(reason): tl will not list it there")
    }
  }

  private static func path(_ word: String, for note: VaultPath, in vault: Vault) throws -> VaultPath
  {
    guard let place = VaultPathParser.place(of: word, in: vault) else {
      throw Problem(
        "\(word) is outside of the vault",
        hint: "a path from the vault's root, or from the current folder in it")
    }
    let last = word.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard case .path(let path) = place else { return VaultPath(in: nil, named: note.name) }
    let isFolder = try ["", ".", ".."].contains(last) || vault.folder.status(path)?.kind == .folder
    if isFolder { return VaultPath(in: path, named: note.name) }
    guard MediaFolder(of: path) == nil else { return path }
    let ending = [UInt8(ascii: ".")] + Array(note.fileExtension)
    return path.replacingName(with: Array(path.name) + ending) ?? path
  }

  /// Throws if the scan would skip the note there.
  private static func checkVisible(_ path: VaultPath, in vault: Vault) throws {
    var part: VaultPath? = path
    while let current = part {
      if current.name.first == UInt8(ascii: ".") {
        throw Problem(
          "\(current.shown) begins with a dot, and notes there are not seen",
          hint: "choose another name")
      }
      if current != path,
        let note = MediaFolder.notes(ofFolder: current).first(where: vault.folder.holdsFile)
      {
        throw Problem(
          "\(current.shown) holds the media of \(note.shown)", hint: "choose another folder")
      }
      part = current.parent
    }
  }
}

/// A note that gets another path, with its media; links that this breaks are reported or rewritten.
struct NoteMove {
  let vault: OpenVault
  let note: ResolvedNote
  let path: VaultPath
  /// About the new path.
  var warnings: [String] = []

  /// Prints the note's new path, and what the move means for its links and for git.
  func run(rewritingLinks rewritesLinks: Bool) throws {
    var broken = brokenLinks
    let lines = vault.lineCount(of: note.path)
    let exposed = try exposed
    let media = try move()
    // New keys move the links of the note itself.
    let added = vault.lineCount(of: path) - lines
    for number in broken.indices where broken[number].note == path {
      broken[number].line += added
    }
    // Without a stored id, the note has the one of its new path.
    let id = (try? NoteResolver(vault).note(at: path))?.id ?? note.id
    try vault.console.line(id, path)
    if let media { vault.console.say("its media are in \(media.shown)") }
    for file in exposed.prefix(5) {
      vault.console.warn(
        "git kept \(file.old.shown) private, by .gitignore or a filter, and tl sync will send \(file.new.shown) as it is"
      )
    }
    for warning in warnings { vault.console.warn(warning) }
    try BrokenLinks(links: broken, vault: vault).settle(rewriting: rewritesLinks)
  }

  /// Prints the note's new path and the links that the move would break.
  func show() throws {
    try vault.console.line(note.id, path)
    for warning in warnings { vault.console.warn(warning) }
    BrokenLinks(links: brokenLinks, vault: vault).warn()
    vault.console.say("nothing was changed")
  }

  private var brokenLinks: [BrokenLink] {
    vault.links(brokenByMoving: [note.path], to: path)
  }

  /// The note and media that git would no longer ignore or encrypt under their new names.
  private var exposed: [RenamedFile] {
    get throws {
      let folder = MediaFolder(of: note.path)?.path
      let media = folder.flatMap { try? vault.vault.folder.allFiles(in: $0) } ?? []
      return try vault.exposed(RenamedFile.note(note.path, to: path, media: media))
    }
  }

  /// - Returns: where the media folder is, if there is one.
  private func move() throws -> VaultPath? {
    let writer = try vault.writer()
    do {
      try writer.storeIdentity(note.path, provisionalID: note.id)
    } catch let error as EditError {
      // A note whose id comes from its path would be another one at the new path.
      if case .foreignFrontMatter = error { throw Problem(error, at: note.path) }
      // A move needs no readable front matter.
      vault.console.warn(
        "\(note.path.shown):\(error.line): \(error); its id and time of creation could not be stored"
      )
    }
    return try writer.move(note.path, to: path)
  }
}

extension OpenVault {
  fileprivate func lineCount(of path: VaultPath) -> Int {
    (try? vault.folder.read(path))?.bytes.count { $0 == 0x0A } ?? 0
  }
}
