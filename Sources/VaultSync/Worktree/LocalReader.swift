internal import VaultFormat
internal import VaultStore

/// Reads the files of a commit, each once: what was read is what is committed.
struct LocalReader {
  private let vault: VaultFolder
  private let repository: Repository
  private let zone: TimeZoneRules
  private let options: WorktreeOptions
  private var filters: FilterQuestions
  let index: GitIndex
  private var folder: OpenFolder?
  private var titles = 0
  /// Found while reading.
  private(set) var leftOut: [LeftOut] = []

  struct Outcome {
    /// Nil for what is gone.
    var entry: TreeEntry?
    /// Before the bytes were read.
    var status: FileStatus?
    var title: String?
  }

  init(
    _ vault: VaultFolder, _ repository: Repository, _ difference: WorktreeDifference,
    _ zone: TimeZoneRules
  ) {
    self.vault = vault
    self.repository = repository
    self.zone = zone
    index = difference.index
    options = (try? WorktreeOptions(of: repository)) ?? WorktreeOptions()
    filters = FilterQuestions(repository, index)
    let name = Array(".gitattributes".utf8)
    if difference.changes.contains(where: { $0.path.name.elementsEqual(name) }) {
      filters.isNeeded = true
    }
  }

  /// How often a file is read anew that another program is writing.
  private static let tries = 3

  /// - Parameter write: takes the bytes that git keeps and gives their id.
  /// - Returns: nil where the file is left out, and where it vanished since it was found.
  mutating func read(
    _ change: LocalChange, _ write: ([UInt8]) throws(GitError) -> ObjectID
  ) throws(GitError) -> Outcome? {
    if let staged = change.staged { return Outcome(entry: staged) }
    guard change.kind != .deleted else {
      return Outcome(title: wantsTitle(change) ? formerTitle(of: change) : nil)
    }
    guard let content = content(of: change.path) else { return nil }
    if change.isNoteByName, let line = Self.conflictLine(content.bytes) {
      leftOut.append(LeftOut(change.path, .conflictMarkers(line: line)))
      return nil
    }
    guard let kept = try kept(content.bytes, at: change.path) else { return nil }
    let mode = options.mode(of: content.status, known: change.old?.mode)
    let title = wantsTitle(change) ? NoteTitle.of(content.bytes, at: change.path, zone) : nil
    return Outcome(
      entry: TreeEntry(id: try write(kept), mode: mode), status: content.status, title: title)
  }

  /// The file as it is at one moment, as far as that can be seen.
  private mutating func content(of path: VaultPath) -> FileContent? {
    do {
      let folder = try openFolder(path.parent)
      let name = Array(path.name)
      var content = try vault.read(name, in: folder.descriptor, at: path)
      for _ in 1..<Self.tries {
        guard let status = try? folder.descriptor.status(of: name) else { return nil }
        if status == content.status { return content }
        content = try vault.read(name, in: folder.descriptor, at: path)
      }
      return content
    } catch {
      if error.system?.isMissing != true { leftOut.append(LeftOut(path, .init(error))) }
      return nil
    }
  }

  /// Files come in order of their paths, so that one folder is read after the other.
  private mutating func openFolder(_ path: VaultPath?) throws(StoreError) -> OpenFolder {
    if let folder, folder.path == path { return folder }
    let opened = OpenFolder(path: path, descriptor: try vault.openFolder(path))
    folder = opened
    return opened
  }

  private final class OpenFolder {
    let path: VaultPath?
    let descriptor: FileDescriptor

    init(path: VaultPath?, descriptor: consuming FileDescriptor) {
      self.path = path
      self.descriptor = descriptor
    }
  }

  private mutating func kept(
    _ bytes: [UInt8], at path: VaultPath
  ) throws(GitError) -> [UInt8]? {
    if let reason = try filters.obstacle(for: path) {
      leftOut.append(LeftOut(path, reason))
      return nil
    }
    guard try filters.cleans(path) else { return bytes }
    do {
      return try repository.cleaned(bytes, at: path)
    } catch {
      leftOut.append(LeftOut(path, .refused(error.message)))
      return nil
    }
  }

  /// Nobody reads thousands of titles, and finding them takes as long as reading the notes.
  private mutating func wantsTitle(_ change: LocalChange) -> Bool {
    guard change.isNoteByName, titles < CommitMessage.lines else { return false }
    titles += 1
    return true
  }

  static func conflictLine(_ bytes: [UInt8]) -> Int? {
    let found = bytes.withUnsafeBufferPointer { ConflictMarkers.first(in: $0) }
    return found.flatMap { $0.isInCode ? nil : $0.line }
  }

  private func formerTitle(of change: LocalChange) -> String? {
    guard let old = change.old, let bytes = try? repository.blob(old.id, limit: 1 << 20) else {
      return nil
    }
    return NoteTitle.of(bytes, at: change.path, zone)
  }
}

/// What a note is called.
enum NoteTitle {
  /// The key `title`, the first `#` heading, the first line, or the name of the file.
  static func of(_ bytes: [UInt8], at path: VaultPath, _ zone: TimeZoneRules) -> String {
    let document = NoteDocument(bytes)
    if let title = NoteMetadata(of: document, zone: zone).title { return title }
    let range = bytes.withUnsafeBufferPointer {
      BodyTitle.find(in: $0, from: document.layout.bodyStart, isWhole: true).range
    }
    return String(decoding: range.map { bytes[$0] } ?? path.stem, as: UTF8.self)
  }
}
