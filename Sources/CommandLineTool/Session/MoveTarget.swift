internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

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
      throw CommandError(
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
      throw CommandError(
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
        throw CommandError(
          "\(current.shown) begins with a dot, and notes there are not seen",
          hint: "choose another name")
      }
      if current != path,
        let note = MediaFolder.notes(ofFolder: current).first(where: vault.folder.holdsFile)
      {
        throw CommandError(
          "\(current.shown) holds the media of \(note.shown)", hint: "choose another folder")
      }
      part = current.parent
    }
  }
}
