internal import VaultFormat
internal import VaultStore

/// What tl puts into a clone's own settings, so that plain git beside it does the right thing.
///
/// All of it lies in `.git` and concerns this clone alone: files that git shall not record, the merge of
/// notes field by field, and where tl is found for that.
package struct RepositorySetup {
  private let repository: Repository
  /// The absolute path of tl itself.
  private let program: String

  package init(_ repository: Repository, program: String) {
    self.repository = repository
    self.program = program
  }

  /// What is never recorded: tl's own local things, and what editors, systems and syncers leave behind.
  static let excluded = [
    ".tl/local/", ".tl-tmp-*", ".DS_Store", "Thumbs.db", "*.sw?", "*~", ".#*", "4913", "*.icloud",
    ".stversions/", ".trash/", ".obsidian/workspace*.json",
  ]

  static let attributes = ["*.md merge=tl", "*.markdown merge=tl"]

  /// The same patterns for a vault in a folder of the repository: they hold there and nowhere else.
  ///
  /// - Parameter folder: nil where the vault is all of the repository.
  static func patterns(_ patterns: [String], below folder: VaultPath?) -> [String] {
    guard let folder else { return patterns }
    // One character of whatever kind for each that means something in a pattern, or that ends one.
    let place = String(
      String.UnicodeScalarView(
        folder.text.unicodeScalars.map { "*?[]\\!#\"' \t".unicodeScalars.contains($0) ? "?" : $0 }))
    return patterns.map { pattern in
      // A slash inside of a pattern ties it to the folder of its file.
      let isTied = pattern.dropLast().prefix { $0 != " " }.contains("/")
      return isTied ? "/\(place)/\(pattern)" : "/\(place)/**/\(pattern)"
    }
  }

  /// Writes what is missing and leaves everything else as it is.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  package func complete() throws -> Bool {
    let information = repository.commonFolder + "info"
    let excluded = Self.patterns(Self.excluded, below: repository.prefix)
    let attributes = Self.patterns(Self.attributes, below: repository.prefix)
    let hasExcluded = try addLines(excluded, to: "exclude", in: information)
    let hasAttributes = try addLines(attributes, to: "attributes", in: information)
    return try setDriver() || hasExcluded || hasAttributes
  }

  /// The command that git runs to merge a note.
  ///
  /// Without tl it does what git would have done.
  package var driver: String {
    let quoted =
      "'"
      + program.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
    return "if [ -x \(quoted) ]; then \(quoted) merge-driver -- %O %A %B %P;"
      + " else git merge-file %A %O %B; fi"
  }

  private func setDriver() throws -> Bool {
    let configuration = try repository.configuration()
    guard try configuration.string("merge.tl.driver") != driver else { return false }
    try configuration.set("merge.tl.name", to: "tl: notes, field by field")
    try configuration.set("merge.tl.driver", to: driver)
    return true
  }

  private func addLines(
    _ lines: [String], to name: String, in folder: String
  ) throws(StoreError) -> Bool {
    let file = VaultPath(in: nil, named: name.utf8)
    let content = try Self.read(file, in: folder)
    let present = Set(content.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) })
    let missing = lines.filter { !present.contains($0) }
    guard !missing.isEmpty else { return false }
    var text = content
    if let last = text.last, last != 0x0A { text.append(0x0A) }
    text += Array((missing.joined(separator: "\n") + "\n").utf8)
    try FileDescriptor.makeFolders(folder)
    let opened = try VaultFolder(opening: folder)
    if try AtomicFileWriter(opened).create(file, text) { return true }
    do {
      try AtomicFileWriter(opened).replace(file) { _ in text }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError("\(folder)/\(name)", .keepsChanging(tries: AtomicFileWriter.tries))
    }
    return true
  }

  /// Empty where there is no such file.
  private static func read(_ file: VaultPath, in folder: String) throws(StoreError) -> [UInt8] {
    guard let opened = try? VaultFolder(opening: folder), try opened.exists(file) else { return [] }
    return try opened.read(file, limit: 1 << 20).bytes
  }
}
