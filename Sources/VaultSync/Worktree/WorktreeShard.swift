internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The findings of one thread of a scan, which compares each file's metadata with git's index, and its bytes if they
/// differ.
struct WorktreeShard: Sendable {
  /// Positions in the index whose paths exist in the folder.
  var seen: [Int32] = []
  /// Tracked files that may have changed.
  var candidates: [Candidate] = []
  /// Files that are neither tracked nor ignored.
  var untracked: [(path: VaultPath, status: FileStatus)] = []
  var skipped: [SkippedPath] = []
  /// Nothing at or below these paths counts as deleted.
  var unreadable: [VaultPath] = []
  /// Whether there is an untracked attribute file, which counts even if it is ignored.
  var hasAttributes = false

  struct Candidate: Sendable {
    var position: Int
    var path: VaultPath
    /// The status from before the bytes were read.
    var status: FileStatus
    /// The hash of the file's own bytes; nil if they were not read.
    var id: ObjectID?
  }
}

/// Processes the batches of one thread.
struct WorktreeReader {
  let index: GitIndex
  let options: WorktreeOptions
  private(set) var shard = WorktreeShard()
  private let buffer = ScanBuffer(sizeLimit: VaultFolder.readLimit)
  private var folder: (path: VaultPath?, entries: IndexFolder.Names)?

  /// Larger files are read one after the other, not on all threads at once.
  private static let hashLimit = 1 << 22
  private static let placeholderEnding = Array(".icloud".utf8)

  init(_ index: GitIndex, _ options: WorktreeOptions) {
    self.index = index
    self.options = options
  }

  mutating func read(_ batch: WalkBatch) {
    let path = batch.folder.path.map(options.composed)
    if folder == nil || folder?.path != path {
      folder = (path, IndexFolder(path, of: index).names())
    }
    guard let entries = folder?.entries else { return }
    batch.forEach { name, kind in
      if options.composesNames, name.contains(where: { $0 >= 128 }) {
        let composed = Normalization.nfc(Array(name))
        composed.withUnsafeBufferPointer { key in
          read(name, key: key, kind: kind, walked: batch.folder, folder: path, entries: entries)
        }
      } else {
        read(name, key: name, kind: kind, walked: batch.folder, folder: path, entries: entries)
      }
    }
  }

  private mutating func read(
    _ name: UnsafeBufferPointer<UInt8>, key: UnsafeBufferPointer<UInt8>, kind: WalkedKind,
    walked: WalkedFolder, folder: VaultPath?, entries: IndexFolder.Names
  ) {
    switch kind {
    case .repository:
      if let folder { addRepository(folder) }
    case .file, .leftover:
      let positions = entries.positions(of: key)
      if positions.isEmpty {
        addUntracked(name, key: key, kind: kind, walked: walked, folder: folder)
      } else {
        addTracked(positions, name: name, key: key, walked: walked, folder: folder)
      }
    case .link:
      addOther(key, kind: .link, isIgnored: walked.ignores(name), folder: folder, entries: entries)
    case .special:
      addOther(
        key, kind: .unknown, isIgnored: walked.ignores(name), folder: folder, entries: entries)
    default: break
    }
  }

  private mutating func addRepository(_ folder: VaultPath) {
    // A submodule has an entry in the index itself.
    guard index.positions(of: folder).isEmpty else { return }
    shard.skipped.append(SkippedPath(folder, .repository))
    shard.unreadable.append(folder)
  }

  /// Neither a regular file nor a folder.
  private mutating func addOther(
    _ key: UnsafeBufferPointer<UInt8>, kind: FileStatus.Kind, isIgnored: Bool,
    folder: VaultPath?, entries: IndexFolder.Names
  ) {
    let path = VaultPath(in: folder, named: key)
    let positions = entries.positions(of: key)
    if let position = positions.first {
      shard.seen += positions.map { Int32(truncatingIfNeeded: $0) }
      if kind == .link, index[position].mode == FileMode.link.rawValue { return }
    } else if isIgnored, !index.holdsSomething(below: path) {
      return
    }
    shard.unreadable.append(path)
    shard.skipped.append(SkippedPath(path, kind == .link ? .link : .special(kind)))
  }

  private mutating func addUntracked(
    _ name: UnsafeBufferPointer<UInt8>, key: UnsafeBufferPointer<UInt8>, kind: WalkedKind,
    walked: WalkedFolder, folder: VaultPath?
  ) {
    if let original = Self.nameOfPlaceholder(key) {
      shard.unreadable.append(VaultPath(in: folder, named: original))
      return
    }
    guard kind == .file else { return }
    if Self.namesAttributes(key) { shard.hasAttributes = true }
    guard !walked.ignores(name) else { return }
    do {
      guard let status = try walked.status(of: name), status.kind == .file else { return }
      shard.untracked.append((VaultPath(in: folder, named: key), status))
    } catch {
      shard.skipped.append(SkippedPath(VaultPath(in: folder, named: key), .unreadable("\(error)")))
    }
  }

  /// In any case: on some file systems the name is the same.
  private static func namesAttributes(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count == AttributeView.attributes.count
      && name.elementsEqual(AttributeView.attributes) { $0 | 0x20 == $1 | 0x20 }
  }

  /// `X` of `.X.icloud`, the placeholder of a file that is only in the cloud.
  private static func nameOfPlaceholder(
    _ name: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>>? {
    let count = name.count - placeholderEnding.count
    guard count > 1, name.first == UInt8(ascii: "."),
      name[count...].elementsEqual(placeholderEnding)
    else { return nil }
    return name[1..<count]
  }

  private mutating func addTracked(
    _ positions: Range<Int>, name: UnsafeBufferPointer<UInt8>,
    key: UnsafeBufferPointer<UInt8>, walked: WalkedFolder, folder: VaultPath?
  ) {
    let position = positions.lowerBound
    do {
      // A name that disappeared is not seen, and so counts as deleted.
      guard let status = try walked.status(of: name), status.kind == .file else { return }
      shard.seen += positions.map { Int32(truncatingIfNeeded: $0) }
      let entry = index[position]
      // An intent-to-add entry: git has no version of the file that could stay.
      if entry.stage == 0, entry.isIntentToAdd, let flag = entry.flag {
        return shard.skipped.append(SkippedPath(VaultPath(in: folder, named: key), .flagged(flag)))
      }
      guard entry.stage == 0, !options.isFixed(entry),
        !options.isUnchanged(entry, status: status, in: index)
      else {
        return
      }
      shard.candidates.append(
        WorktreeShard.Candidate(
          position: position, path: VaultPath(in: folder, named: key), status: status,
          id: hash(name, status: status, in: walked)))
    } catch {
      let path = VaultPath(in: folder, named: key)
      shard.skipped.append(SkippedPath(path, .unreadable("\(error)")))
      shard.unreadable.append(path)
    }
  }

  /// Nil for a large or unreadable file: the caller tries again and reports the reason.
  private func hash(
    _ name: UnsafeBufferPointer<UInt8>, status: FileStatus, in walked: WalkedFolder
  ) -> ObjectID? {
    guard status.size <= Self.hashLimit, let start = name.baseAddress else { return nil }
    var id: ObjectID?
    try? buffer.read(start, in: walked.descriptor, first: nil) { bytes, isWhole in
      guard isWhole else { return .needsRest }
      id = try? Repository.blobID(of: UnsafeRawBufferPointer(bytes))
      return .enough
    }
    return id
  }
}
