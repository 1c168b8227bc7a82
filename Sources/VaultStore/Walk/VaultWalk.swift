internal import SystemCalls
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

  /// More threads would only wait for each other in the kernel.
  package static let threadLimit = 8
  /// Names per batch: enough to make the queue cheap, few enough to split one large folder among threads.
  private static let batchSize = 128

  /// Down to this depth a folder stays open until all its subfolders are listed.
  ///
  /// Deeper ones are opened from the root, so that depth does not use up the open files of a process.
  private static let openDepth = 16

  package init(
    _ root: VaultFolder, threads: Int, scope: WalkScope = .notes, excluding: [VaultPath] = []
  ) {
    self.root = root
    excluded = Set(excluding)
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
      let descriptor = try open()
      var ignore = rules.ignore
      if !rules.isIgnored {
        readIgnoreFile(in: descriptor, path: path, into: &ignore, findings: &findings)
      }
      let folder = WalkedFolder(
        path: path, descriptor: descriptor, ignore: ignore, isIgnored: rules.isIgnored)
      let listing = try scope.sort(folder, excluding: excluded)
      let isDeep = (path?.bytes.count { $0 == UInt8(ascii: "/") } ?? 0) >= Self.openDepth
      var work: [Work] = listing.folders.map { child in
        isDeep
          ? .deepFolder(folder.path(of: child.name), ignore: ignore, isIgnored: child.isIgnored)
          : .folder(parent: folder, child)
      }
      for start in stride(from: 0, to: listing.entries.count, by: Self.batchSize) {
        let range = start..<min(start + Self.batchSize, listing.entries.count)
        work.append(
          .batch(WalkBatch(folder: folder, names: listing.names, entries: listing.entries[range])))
      }
      stack.push(work)
    } catch let error where error.isMissing && path != nil {
      // Moved or removed since its parent was listed: not part of the vault.
      return
    } catch {
      let finding = Finding(
        .error, .unreadableFolder, message: "the folder cannot be read: \(error)")
      findings.append(LocatedFinding(path ?? VaultLayout.settings, finding))
    }
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

  /// In bytes.
  ///
  /// Far more than rules need.
  private static let ignoreLimit = 1 << 20
}

extension Finding.Code {
  package static let unreadableFolder = Finding.Code("unreadable-folder")
  package static let unreadableFile = Finding.Code("unreadable-file")
}
