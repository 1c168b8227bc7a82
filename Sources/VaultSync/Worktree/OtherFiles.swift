internal import VaultFormat
internal import VaultStore

/// Files that are not notes, media or settings, such as source code: in a folder that had some before it became a
/// vault, the user may not want them in the history or at the remote.
///
/// The answer is stored in `.tl/local/other-files`. Without that file they are recorded like any other.
struct OtherFiles {
  let vault: VaultFolder

  enum Answer: String {
    case ask
    case yes
    case no
  }

  var answer: Answer {
    guard let bytes = try? vault.read(VaultLayout.otherFiles, limit: 100).bytes else { return .yes }
    return Answer(rawValue: String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)) ?? .ask
  }

  func store(_ answer: Answer) throws {
    try vault.makeFolders(VaultLayout.local)
    try SyncRecordFile.write(
      Array("\(answer.rawValue)\n".utf8), at: VaultLayout.otherFiles, in: vault)
  }

  /// Decided by the path: notes and the content of their media folders, photos, audio, video and PDF anywhere, settings
  /// of tl, git and Obsidian, and Obsidian's canvases and bases do not count.
  static func isOther(_ path: VaultPath) -> Bool {
    if path.isNoteByName || settings.contains(where: { path.name.elementsEqual($0) }) {
      return false
    }
    if MediaKind(fileExtension: path.fileExtension) != .file { return false }
    let ending = String(decoding: path.fileExtension, as: UTF8.self).lowercased()
    if documents.contains(ending) { return false }
    let folders = path.bytes.split(separator: UInt8(ascii: "/")).dropLast()
    if let first = folders.first, settingsFolders.contains(where: { first.elementsEqual($0) }) {
      return false
    }
    return !folders.contains(where: MediaFolder.isName)
  }

  private static let settings = [".gitignore", ".gitattributes", ".tlignore"].map { Array($0.utf8) }
  private static let settingsFolders = [".tl", ".obsidian"].map { Array($0.utf8) }
  private static let documents: Set<String> = ["pdf", "canvas", "base"]
}

// MARK: - The gate

extension LocalGates {
  /// Leaves out new files that were not allowed; see `OtherFiles`.
  mutating func filterOtherFiles(_ known: OtherFiles.Answer) {
    guard known != .yes else { return }
    if limits.allowsOtherFiles {
      otherFiles = .yes
      return
    }
    let others = changes.filter { $0.kind == .added && OtherFiles.isOther($0.path) }.map(\.path)
    guard !others.isEmpty else { return }
    var isAnswered = known == .no
    if !isAnswered, let isAllowed = answer(to: .otherFiles(others)) {
      otherFiles = isAllowed ? .yes : .no
      if isAllowed { return }
      isAnswered = true
    }
    hold(others.map { SkippedPath($0, .otherFile(isAnswered: isAnswered)) })
  }
}
