internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The settings of a clone that tl writes, so that plain git does the right thing too.
///
/// They are in `.git` and apply to this clone only: ignored files, and the merge driver for notes with the path of tl.
package struct RepositorySetup {
  let repository: Repository
  /// The absolute path of tl itself.
  let program: String

  /// Files that are never recorded: tl's local ones, and leftovers of editors, systems and sync programs.
  static let excluded = [
    ".tl/local/", ".tl-tmp-*", ".DS_Store", "Thumbs.db", ".*.sw[a-p]", ".sw[a-p]", "*~", ".#*",
    "4913", "*.icloud", ".stversions/", ".trash/", ".obsidian/workspace*.json",
    // Text that Emacs and Kate have not saved; half-written files of gedit, JetBrains, Syncthing; what NFS and macOS leave.
    "\\#*#", ".*.kate-swp", ".goutputstream-*", "*___jb_tmp___", "*___jb_old___",
    ".syncthing.*.tmp", "~syncthing~*.tmp", ".fuse_hidden*", ".nfs*", "._*",
  ]

  /// An old line that ignored too much, such as `animation.swf`, with tl's lines before and after it: the same line of
  /// a user stays.
  private static let obsolete = (before: "Thumbs.db", line: "*.sw?", after: "*~")

  static let attributes = ["*.md merge=tl", "*.markdown merge=tl"]

  /// The patterns for a vault in a folder of the repository: they apply only there.
  ///
  /// - Parameter folder: nil if the vault is the root.
  static func patterns(_ patterns: [String], below folder: VaultPath?) -> [String] {
    guard let folder else { return patterns }
    // `?` for each character with a meaning in a pattern, or that ends one.
    let place = String(
      String.UnicodeScalarView(
        folder.text.unicodeScalars.map { "*?[]\\!#\"' \t".unicodeScalars.contains($0) ? "?" : $0 }))
    return patterns.map { pattern in
      // A slash inside a pattern binds it to the folder of its file.
      let isTied = pattern.dropLast().prefix { $0 != " " }.contains("/")
      return isTied ? "/\(place)/\(pattern)" : "/\(place)/**/\(pattern)"
    }
  }

  /// Writes what is missing and keeps everything else.
  package func complete() throws {
    let information = repository.commonFolder + "info"
    let excluded = Self.patterns(Self.excluded, below: repository.prefix)
    let attributes = Self.patterns(Self.attributes, below: repository.prefix)
    try addLines(excluded, to: "exclude", in: information)
    try addLines(attributes, to: "attributes", in: information)
    try setDriver()
  }

  /// The command that git runs to merge a note.
  ///
  /// Without tl it does what git does.
  package var driver: String {
    let quoted =
      "'"
      + program.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
    return "if [ -x \(quoted) ]; then \(quoted) merge-driver -- %O %A %B %P;"
      + " else git merge-file %A %O %B; fi"
  }

  private func setDriver() throws {
    let configuration = try repository.configuration()
    guard try configuration.string("merge.tl.driver") != driver else { return }
    try configuration.set("merge.tl.name", to: "tl: notes, field by field")
    try configuration.set("merge.tl.driver", to: driver)
  }

  private func addLines(_ lines: [String], to name: String, in folder: String) throws {
    let file = VaultPath(in: nil, named: name.utf8)
    let content = try Self.read(file, in: folder)
    guard let text = Self.completed(content, with: lines) else { return }
    try SystemPath.makeFolders(folder)
    let writer = AtomicFileWriter(try VaultFolder(opening: folder))
    if try !writer.create(file, text) { try writer.replace(file) { _ in text } }
  }

  /// A file with these lines added; nil if it has them.
  static func completed(_ content: [UInt8], with lines: [String]) -> [UInt8]? {
    var present = content.split(separator: 0x0A, omittingEmptySubsequences: false)
    let texts = present.map { String(decoding: $0, as: UTF8.self) }
    let old = texts.indices.dropFirst().dropLast().last {
      (texts[$0 - 1], texts[$0], texts[$0 + 1]) == Self.obsolete
    }
    if let old { present.remove(at: old) }
    let known = Set(texts)
    let missing = lines.filter { !known.contains($0) }
    guard old != nil || !missing.isEmpty else { return nil }
    var text = Array(present.joined(separator: [0x0A]))
    if let last = text.last, last != 0x0A { text.append(0x0A) }
    return text + missing.flatMap { Array("\($0)\n".utf8) }
  }

  /// Empty if the file does not exist.
  private static func read(_ file: VaultPath, in folder: String) throws(StoreError) -> [UInt8] {
    guard let opened = try? VaultFolder(opening: folder), try opened.exists(file) else { return [] }
    return try opened.read(file, limit: 1 << 20).bytes
  }
}

// MARK: - Preparing

extension RepositorySetup {
  /// The result of preparing a repository.
  package enum Outcome: Hashable, Sendable {
    case made
    case present
    /// The folder is in a repository whose root is above it, and is synced with that.
    case below(root: String)
  }

  /// Creates a git repository in the folder at `path`, unless it is in one, and completes its settings.
  ///
  /// The first branch is the user's `init.defaultBranch`, or else `main`. Nothing is committed.
  package static func prepare(_ path: String, program: String) throws(SyncError) -> Outcome {
    try asSyncError {
      if let repository = try present(path) {
        try RepositorySetup(repository: repository, program: program).complete()
        return .present
      }
      if try Repository.discover(above: path) != nil {
        let repository = try SyncedVault.open(path)
        try RepositorySetup(repository: repository, program: program).complete()
        return .below(root: repository.root)
      }
      let branch = try GitConfiguration.ofUser().string("init.defaultBranch") ?? "main"
      let repository = try Repository.create(at: path, initialBranch: branch)
      try RepositorySetup(repository: repository, program: program).complete()
      return .made
    }
  }

  /// Checks beforehand whether there is a repository that tl cannot use.
  ///
  /// - Throws: `.refused` with the reason; does nothing if there is no repository.
  package static func check(_ path: String) throws(SyncError) {
    try asSyncError { _ = try present(path) }
  }

  /// Nil if there is no repository at this folder.
  private static func present(_ path: String) throws -> Repository? {
    try Repository.isRepository(at: path) ? SyncedVault.open(path) : nil
  }
}

// MARK: - Other files

extension SyncedVault {
  /// Makes the first sync ask about other files, if the folder has some that the last commit lacks.
  ///
  /// To be called when a folder has just become a vault: files added later are intended.
  ///
  /// - Returns: their number.
  @discardableResult
  package func noteOtherFiles() throws(SyncError) -> Int {
    try asSyncError {
      let difference = try WorktreeScan(
        vault: vault.folder, repository: repository, threads: settings.threads,
        now: surroundings.now(), filterProgram: filterProgram
      ).run()
      let count = difference.changes.count { $0.kind == .added && OtherFiles.isOther($0.path) }
      guard count > 0, try !repository.tracksOtherFiles(inTree: difference.tree) else { return 0 }
      try OtherFiles(vault: vault.folder).store(.ask)
      return count
    }
  }
}

extension Repository {
  fileprivate func tracksOtherFiles(inTree tree: ObjectID?) throws -> Bool {
    var isFound = false
    try forEachFile(inTree: tree) { path, _ in
      if !isFound, OtherFiles.isOther(path) { isFound = true }
    }
    return isFound
  }
}
