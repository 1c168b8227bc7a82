internal import SystemCalls
package import VaultFormat

/// An open folder of notes.
///
/// Any folder of Markdown files can be read as a vault; only one with `.tl` can be written to.
package struct Vault: Sendable {
  package let folder: VaultFolder
  /// Whether `.tl` exists.
  package let isInitialized: Bool
  package let configuration: VaultConfiguration

  /// Opens the folder at `path`.
  ///
  /// - Parameter onChange: called after each change of names in it; for tests that record the disk's state.
  /// - Throws: if it cannot be opened. An unreadable configuration is not an error but a finding, and writing is
  ///   refused.
  package init(
    opening path: String, onChange: @escaping @Sendable () -> Void = {}
  ) throws(StoreError) {
    folder = try VaultFolder(opening: path, onChange: onChange)
    isInitialized = try folder.status(VaultLayout.settings)?.kind == .folder
    configuration = isInitialized ? VaultConfiguration(of: folder) : VaultConfiguration()
  }

  /// The absolute path without links, which is one for any path by which the vault was opened.
  package var plainPath: String { SystemPath.resolved(folder.path) ?? folder.path }

  /// Why a vault may be read but not written to.
  package enum WriteRefusal: Error, Hashable {
    case notInitialized(path: String)
    case newerFormat(Int)
    case unreadableConfiguration(Finding)
  }

  /// Throws if the folder is no vault, such as the empty mount point of a missing drive.
  package func checkInitialized() throws(WriteRefusal) {
    guard isInitialized else { throw .notInitialized(path: folder.path) }
  }

  /// Throws if the vault must not be written to.
  package func checkWritable() throws(WriteRefusal) {
    try checkInitialized()
    if let finding = configuration.findings.first(where: { $0.severity == .error }) {
      throw .unreadableConfiguration(finding)
    }
    if configuration.format > VaultConfiguration.supportedFormat {
      throw .newerFormat(configuration.format)
    }
  }
}

// MARK: - Finding and initializing

extension Vault {
  /// The nearest folder at or above `path` with `.tl`; nil if there is none.
  ///
  /// - Parameter path: absolute.
  package static func root(above path: String) -> String? {
    var candidate = path
    while true {
      let settings = (candidate == "/" ? "" : candidate) + "/.tl"
      if (try? FileDescriptor.status(ofPath: settings))?.kind == .folder { return candidate }
      guard let slash = candidate.lastIndex(of: "/"), candidate != "/" else { return nil }
      candidate = slash == candidate.startIndex ? "/" : String(candidate[..<slash])
    }
  }

  /// Whether the folder at `path` itself has a Markdown file, or is a vault of Obsidian.
  package static func holdsNotes(_ path: String) -> Bool {
    guard let entries = try? VaultFolder(opening: path).list(nil) else { return false }
    return entries.contains { entry in
      switch entry.kind {
      case .file: entry.name.withUnsafeBufferPointer { NoteName.stemLength($0) } != nil
      case .folder: entry.name.elementsEqual(".obsidian".utf8)
      default: false
      }
    }
  }

  /// Makes the folder at `path` a vault: creates `.tl` with its configuration.
  ///
  /// Creates missing folders, and keeps everything that exists.
  ///
  /// - Returns: the paths that were created.
  package static func initialize(
    _ path: String, timeZone: String?
  ) throws(StoreError) -> [VaultPath] {
    try naming(path) { () throws(SystemError) in try SystemPath.makeFolders(path) }
    let folder = try VaultFolder(opening: path)
    try folder.makeFolders(VaultLayout.settings)
    let writer = AtomicFileWriter(folder)
    var made: [VaultPath] = []
    let files = [
      (VaultLayout.configuration, VaultConfiguration.initialText(timeZone: timeZone)),
      (VaultLayout.ignoreFile, "local/\n"),
    ]
    for (file, text) in files where try writer.create(file, Array(text.utf8)) { made.append(file) }
    return made
  }
}

/// The path rules of a vault on disk.
extension PathRules {
  /// The rules of the vault on disk; an unreadable file excludes nothing.
  ///
  /// - Parameters:
  ///   - templates: of the setting; if nil, it is read from the vault.
  ///   - changed: files that count as existing too, such as those of a commit.
  package convenience init(
    of vault: VaultFolder, templates: [VaultPath]? = nil, with changed: [VaultPath] = []
  ) {
    // Only media folders ask for it.
    lazy var known = Set(changed)
    self.init(
      templates: templates ?? VaultConfiguration(of: vault).templates,
      ignoreFile: { try? vault.read($0, limit: 1 << 20).bytes },
      holdsFile: { known.contains($0) || vault.holdsFile($0) })
  }
}

extension VaultFolder {
  /// Whether a regular file is at a path.
  package func holdsFile(_ path: VaultPath) -> Bool { (try? status(path))?.kind == .file }
}

extension SettingsDocument {
  /// The settings of a vault as they are now; empty without a file.
  package init(of folder: VaultFolder) throws(StoreError) {
    guard try folder.exists(VaultLayout.configuration) else {
      self.init([])
      return
    }
    self.init(try folder.read(VaultLayout.configuration, limit: 1 << 20).bytes)
  }
}
