internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The folder where the git program looks for `.gitattributes`.
///
/// Git's plumbing commands for filters read the folder only, not the index. If the folder lacks an attribute file that
/// counts, or has another version of it, git runs in an overlay: a temporary folder with the attribute files, and links
/// to everything else except notes, so that filter programs find their files. Removed at the end of its lifetime.
final class AttributeView {
  private let repository: Repository
  private let root: String
  /// New contents of attribute files; empty bytes for a removed one.
  private let findReplacements: () throws -> [VaultPath: [UInt8]]
  private var overlay: Overlay?
  private var isKnown = false

  static let attributes = Array(".gitattributes".utf8)

  /// - Parameter replacements: called once, when git is needed.
  init(
    _ repository: Repository, root: String,
    replacements: @escaping () throws -> [VaultPath: [UInt8]]
  ) {
    self.repository = repository
    // Git reads the attributes of the folders above the vault too.
    self.root = repository.prefix == nil ? root : repository.root
    findReplacements = replacements
  }

  /// The folder as it is, with attribute files that only git's index has.
  convenience init(_ repository: Repository, vault: VaultFolder, index: GitIndex) {
    self.init(repository, root: vault.path) {
      try Self.missing(in: vault, index: index, repository: repository)
    }
  }

  /// Attribute files that git's index has and the folder lacks: they count for git.
  static func missing(
    in vault: VaultFolder, index: GitIndex, repository: Repository
  ) throws -> [VaultPath: [UInt8]] {
    var missing: [VaultPath: [UInt8]] = [:]
    for path in index.paths(named: attributes) {
      let isThere = (try? vault.status(path)) ?? nil
      guard isThere?.kind != .file, let entry = index.entry(at: path)?.treeEntry,
        entry.mode.isRegular
      else { continue }
      missing[path] = try repository.attributeFile(entry.id, at: path)
    }
    return missing
  }

  private func find() throws -> Overlay? {
    if isKnown { return overlay }
    let replacements = Dictionary(
      try findReplacements().map { (repository.repositoryPath($0.key), $0.value) },
      uniquingKeysWith: { first, _ in first })
    overlay =
      replacements.isEmpty ? nil : try Overlay(of: root, replacements, in: repository.gitFolder)
    isKnown = true
    return overlay
  }

  private func findForGit() throws(FilterFailure) -> Overlay? {
    do {
      return try find()
    } catch {
      throw FilterFailure("git", message: "\(error)")
    }
  }

  func isOverlay() throws(FilterFailure) -> Bool { try findForGit() != nil }

  func place() throws(FilterFailure) -> [String] {
    guard let overlay = try findForGit() else { return ["-C", root] }
    return ["-C", overlay.path, "--git-dir=\(repository.gitFolder)", "--work-tree=\(overlay.path)"]
  }

  /// The repository with this folder as its work tree, for reading attributes.
  func repositoryInView() throws -> Repository {
    guard let overlay = try find() else { return repository }
    return try Repository(
      openingRoot: repository.root, workingIn: overlay.path, prefix: repository.prefix)
  }
}

/// A folder in the git folder that replaces the vault's.
private final class Overlay {
  private let folder: ScratchFolder

  var path: String { folder.path }

  init(
    of root: String, _ files: [VaultPath: [UInt8]], in gitFolder: String
  ) throws {
    folder = try ScratchFolder(in: gitFolder)
    let path = folder.path
    let made = SystemFolder(path: path)
    let vault = try VaultFolder(opening: root)
    let folders = Set([nil] + files.keys.flatMap(\.foldersAbove).map(Optional.some))
    for folder in folders.sorted(by: { ($0?.bytes.count ?? 0) < ($1?.bytes.count ?? 0) }) {
      try SystemFolder(path: folder.map { made.path(of: $0.text) } ?? path).make()
      for entry in (try? vault.list(folder)) ?? [] {
        let inner = VaultPath(in: folder, named: entry.name)
        guard !folders.contains(inner), files[inner] == nil, Self.isLinked(inner, entry) else {
          continue
        }
        try made.makeLink(inner.text, to: SystemFolder(path: root).path(of: inner.text))
      }
    }
    for (path, bytes) in files { try made.create(path.text, content: bytes) }
  }

  /// A filter program does not need notes, and there may be very many.
  private static func isLinked(_ path: VaultPath, _ entry: FolderEntry) -> Bool {
    guard !entry.name.elementsEqual(".git".utf8), path.isUTF8 else { return false }
    return entry.kind == .folder || !path.isNoteByName
  }
}
