package import SystemCalls
package import VaultFormat

/// Walks all folders of a vault with a fixed number of threads.
///
/// In the scope of notes it leaves out hidden names (except leftovers of interrupted writes), the content of media
/// folders, and what `.tlignore` excludes. Links are reported, never followed. Batches arrive in any order. An
/// unreadable folder is a finding and does not stop the walk.
package struct VaultWalk: Sendable {
  package let root: VaultFolder
  package let threads: Int
  package let scope: WalkScope
  /// Folders and files that a walk of notes leaves out, with everything below them.
  private let excluded: Set<VaultPath>
  private let onOpen: FolderObserver?

  /// Called with each folder before its names are read; from several threads.
  package typealias FolderObserver = @Sendable (VaultPath?, borrowing FileDescriptor) -> Void

  /// More threads would only wait for each other in the kernel.
  package static let threadLimit = 8
  /// Names per batch: enough to make the queue cheap, few enough to split one large folder among threads.
  private static let batchSize = 128

  /// Down to this depth a folder stays open until all its subfolders are listed.
  ///
  /// Deeper ones are opened from the root, so that depth does not use up the open files of a process.
  private static let openDepth = 16

  package init(
    _ root: VaultFolder, threads: Int, scope: WalkScope = .notes, excluding: [VaultPath] = [],
    onOpen: FolderObserver? = nil
  ) {
    self.root = root
    excluded = Set(excluding)
    self.onOpen = onOpen
    self.threads = min(max(threads, 1), Self.threadLimit)
    self.scope = scope
  }

  private enum Work: Sendable {
    case root
    case folder(parent: WalkedFolder, WalkedSubfolder)
    /// A deep folder, whose parents are not kept open.
    case deepFolder(VaultPath, ignore: IgnoreRules, isIgnored: Bool)
    case batch(WalkBatch)
  }

  /// Walks the vault.
  ///
  /// `run` is called once on each thread; it calls its closure until that returns nil, and returns the thread's result.
  ///
  /// - Returns: the results of the threads, and findings about unreadable files.
  package func run<Result: Sendable>(
    _ run: @Sendable (_ next: () -> WalkBatch?) -> Result
  ) -> (results: [Result], findings: [LocatedFinding]) {
    let stack = WorkStack<Work>([.root])
    let gathered = ThreadTeam.run(threads) { () -> (result: Result, findings: [LocatedFinding]) in
      var findings: [LocatedFinding] = []
      var hasBatch = false
      let result = run {
        if hasBatch { stack.finish() }
        let batch = self.nextBatch(from: stack, &findings)
        hasBatch = batch != nil
        return batch
      }
      if hasBatch { stack.finish() }
      return (result, findings)
    }
    return (gathered.map(\.result), gathered.flatMap(\.findings))
  }

  /// The next batch; lists folders until there is one.
  private func nextBatch(
    from stack: WorkStack<Work>, _ findings: inout [LocatedFinding]
  ) -> WalkBatch? {
    while let work = stack.pop() {
      if case .batch(let batch) = work { return batch }
      defer { stack.finish() }
      switch work {
      case .batch: break
      case .root:
        list(nil, (scope.outerRules, false), from: stack, into: &findings) {
          () throws(SystemError) in
          try root.root.reopened()
        }
      case .folder(let parent, let folder):
        let rules = (parent.ignore, folder.isIgnored)
        list(parent.path(of: folder.name), rules, from: stack, into: &findings) {
          () throws(SystemError) in
          try parent.descriptor.openFolder(folder.name)
        }
      case .deepFolder(let path, let ignore, let isIgnored):
        list(path, (ignore, isIgnored), from: stack, into: &findings) { () throws(SystemError) in
          var folder = try root.root.reopened()
          for name in path.bytes.split(separator: UInt8(ascii: "/")) {
            folder = try folder.openFolder(Array(name))
          }
          return folder
        }
      }
    }
    return nil
  }

  private func list(
    _ path: VaultPath?, _ rules: (ignore: IgnoreRules, isIgnored: Bool),
    from stack: WorkStack<Work>, into findings: inout [LocatedFinding],
    open: () throws(SystemError) -> FileDescriptor
  ) {
    do {
      let listing = try read(try open(), path, rules, &findings)
      let folder = listing.folder
      let isDeep = (path?.bytes.count { $0 == UInt8(ascii: "/") } ?? 0) >= Self.openDepth
      var work: [Work] = listing.sorted.folders.map { child in
        isDeep
          ? .deepFolder(
            folder.path(of: child.name), ignore: folder.ignore, isIgnored: child.isIgnored)
          : .folder(parent: folder, child)
      }
      let (names, entries) = (listing.sorted.names, listing.sorted.entries)
      for start in stride(from: 0, to: entries.count, by: Self.batchSize) {
        let range = start..<min(start + Self.batchSize, entries.count)
        work.append(.batch(WalkBatch(folder: folder, names: names, entries: entries[range])))
      }
      stack.push(work)
    } catch {
      if let finding = Self.finding(about: path, error) { findings.append(finding) }
    }
  }

  /// The finding about a folder that cannot be read.
  ///
  /// Nil if it was moved or removed since its parent was listed: then it is not part of the vault.
  package static func finding(about path: VaultPath?, _ error: SystemError) -> LocatedFinding? {
    if error.isMissing, path != nil { return nil }
    return LocatedFinding(
      path ?? VaultLayout.settings,
      Finding(.error, .unreadableFolder, message: "the folder cannot be read: \(error)"))
  }

  /// Reads a folder's names and its ignore file.
  private func read(
    _ descriptor: consuming FileDescriptor, _ path: VaultPath?,
    _ rules: (ignore: IgnoreRules, isIgnored: Bool), _ findings: inout [LocatedFinding]
  ) throws(SystemError) -> FolderListing {
    onOpen?(path, descriptor)
    var ignore = rules.ignore
    if !rules.isIgnored {
      readIgnoreFile(in: descriptor, path: path, into: &ignore, findings: &findings)
    }
    let folder = WalkedFolder(
      path: path, descriptor: descriptor, ignore: ignore, isIgnored: rules.isIgnored)
    return FolderListing(folder: folder, sorted: try scope.sort(folder, excluding: excluded))
  }

  private func readIgnoreFile(
    in folder: borrowing FileDescriptor, path: VaultPath?, into rules: inout IgnoreRules,
    findings: inout [LocatedFinding]
  ) {
    let name = scope.ignoreFileName
    func report(_ problem: String) {
      let file = VaultPath(in: path, named: name)
      let message = "the file cannot be read, so nothing is ignored here: \(problem)"
      findings.append(LocatedFinding(file, Finding(.error, .unreadableFile, message: message)))
    }
    do {
      switch try folder.status(of: name)?.kind {
      case .file?: break
      case nil, .folder?: return
      case let kind?: return report("it is \(kind)")
      }
      let file = try folder.openFile(name)
      guard let bytes = try file.readAll(expecting: 4096, limit: Self.ignoreLimit) else {
        return report("it has more than \(Self.ignoreLimit >> 20) MiB")
      }
      rules = rules.adding(bytes, in: path)
    } catch {
      report("\(error)")
    }
  }

  /// The most bytes of an ignore file.
  ///
  /// Far more than rules need.
  private static let ignoreLimit = 1 << 20
}

extension VaultWalk {
  /// Lists one folder as a walk of notes would.
  ///
  /// - Parameters:
  ///   - path: of a folder that a walk enters; nil for the root.
  ///   - findings: gets one if its ignore file cannot be read.
  package func listing(
    of path: VaultPath?, into findings: inout [LocatedFinding]
  ) throws(SystemError) -> FolderListing {
    var rules = scope.outerRules
    var folder = try root.root.reopened()
    var above: VaultPath?
    // Of the folders above, to which its findings belong.
    var ignored: [LocatedFinding] = []
    for name in path?.bytes.split(separator: UInt8(ascii: "/")) ?? [] {
      readIgnoreFile(in: folder, path: above, into: &rules, findings: &ignored)
      folder = try folder.openFolder(Array(name))
      above = VaultPath(in: above, named: name)
    }
    return try read(folder, path, (rules, false), &findings)
  }
}

extension Finding.Code {
  package static let unreadableFolder = Finding.Code("unreadable-folder")
  package static let unreadableFile = Finding.Code("unreadable-file")
}
