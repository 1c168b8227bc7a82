internal import Git
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Reads files without conversion, on several threads.
///
/// The result does not depend on the number of threads.
struct PlainReading: Sendable {
  var files: FileReading
  let options: WorktreeOptions
  /// Receives the contents; nil if only their ids are needed.
  let pack: PackWriter?

  /// Larger files are not read in parallel: each thread holds one in memory.
  static let limit = Int64(PackBuffer.largeObject)
  /// The number of files that a thread takes at once, mostly of one folder.
  private static let batch = 64

  struct Results: Sendable {
    /// Positions in the list of changes, in order.
    var found: [(position: Int, outcome: LocalReader.Outcome)] = []
    var skipped: [SkippedPath] = []
  }

  /// - Throws: the error of a thread; the others stop soon.
  func run(_ changes: [LocalChange], threads: Int) throws(GitError) -> Results {
    let next = Atomic(0)
    let shards = ThreadTeam.run(min(max(threads, 1), VaultWalk.threadLimit)) {
      let result: Result<Results, GitError>
      do throws(GitError) {
        result = .success(try read(changes, from: next))
      } catch {
        next.store(changes.count, ordering: .relaxed)
        result = .failure(error)
      }
      return result
    }
    var results = Results()
    for shard in shards {
      let shard = try shard.get()
      results.found += shard.found
      results.skipped += shard.skipped
    }
    results.found.sort { $0.position < $1.position }
    return results
  }

  private func read(
    _ changes: [LocalChange], from next: borrowing Atomic<Int>
  ) throws(GitError) -> Results {
    var results = Results()
    var files = files
    let buffer = try pack.map { pack throws(GitError) in try pack.buffer() }
    while true {
      let start = next.add(Self.batch, ordering: .relaxed).oldValue
      guard start < changes.count else { break }
      for position in start..<min(start + Self.batch, changes.count) {
        switch try read(changes[position], with: &files, into: buffer) {
        case .found(let outcome): results.found.append((position, outcome))
        case .skipped(let reason):
          results.skipped.append(SkippedPath(changes[position].path, reason))
        case .gone: break
        }
      }
    }
    try buffer?.flush()
    return results
  }

  private enum Finding {
    case found(LocalReader.Outcome)
    case skipped(SkippedPath.Reason)
    case gone
  }

  private func read(
    _ change: LocalChange, with files: inout FileReading, into buffer: PackBuffer?
  ) throws(GitError) -> Finding {
    let content: FileContent
    do throws(StoreError) {
      guard let read = try files.content(of: change.path) else { return .gone }
      content = read
    } catch {
      return .skipped(.init(error))
    }
    if change.isNoteByName, let line = LocalReader.conflictLine(content.bytes) {
      return .skipped(.conflictMarkers(line: line))
    }
    let id =
      if let buffer { try buffer.writeBlob(content.bytes) } else {
        try Repository.blobID(of: content.bytes)
      }
    let mode = options.mode(of: content.status, known: change.old?.mode)
    return .found(
      LocalReader.Outcome(entry: TreeEntry(id: id, mode: mode), status: content.status))
  }
}

/// Reads files of the folder, each in a consistent state.
struct FileReading: Sendable {
  private let vault: VaultFolder
  private var folder: OpenFolder?

  init(_ vault: VaultFolder) {
    self.vault = vault
  }

  /// The number of tries for a file that another program is writing.
  private static let tries = 3

  /// The file in a consistent state, as far as can be detected; nil if it does not exist.
  mutating func content(
    of path: VaultPath, limit: Int = VaultFolder.readLimit
  ) throws(StoreError) -> FileContent? {
    do throws(StoreError) {
      let folder = try openFolder(path.parent)
      let name = Array(path.name)
      var content = try vault.read(name, in: folder.descriptor, at: path, limit: limit)
      for _ in 1..<Self.tries {
        guard let status = try? folder.descriptor.status(of: name) else { return nil }
        if status == content.status { return content }
        content = try vault.read(name, in: folder.descriptor, at: path, limit: limit)
      }
      return content
    } catch {
      guard error.system?.isMissing == true else { throw error }
      return nil
    }
  }

  /// Files come in the order of their paths, so that each folder is opened once.
  private mutating func openFolder(_ path: VaultPath?) throws(StoreError) -> OpenFolder {
    if let folder, folder.path == path { return folder }
    let opened = OpenFolder(path: path, descriptor: try vault.openFolder(path))
    folder = opened
    return opened
  }

  private final class OpenFolder: Sendable {
    let path: VaultPath?
    let descriptor: FileDescriptor

    init(path: VaultPath?, descriptor: consuming FileDescriptor) {
      self.path = path
      self.descriptor = descriptor
    }
  }
}
