import Testing
import VaultFormat

@testable import Git
@testable import SystemCalls

/// The entries that an index has to hold, kept apart from all code that reads or writes one.
struct IndexModel {
  /// By path, in order of the stages.
  private(set) var entries: [VaultPath: [GitIndex.Entry]] = [:]

  init(_ index: GitIndex) throws {
    for position in 0..<index.count {
      let path = try #require(index.path(at: position))
      entries[path, default: []].append(index[position])
    }
  }

  /// What `updateIndex` says that it does, for changes that exclude each other nowhere.
  mutating func apply(_ changes: [IndexChange]) {
    for change in changes {
      let old = entries[change.path]?.first.flatMap { $0.stage == 0 ? $0 : nil }
      entries[change.path] = nil
      guard let entry = change.entry else { continue }
      if old == nil {
        entries = entries.filter { !OddTree.collide($0.key, change.path) }
      }
      entries[change.path] = [GitIndex.Entry(entry, change, old)]
    }
  }

  /// As `git ls-files -s -v --debug -z`, less git's own flags.
  var lines: [String] {
    entries.keys.sorted().flatMap { path in
      (entries[path] ?? []).flatMap {
        IndexView.lines(of: $0, String(decoding: path.bytes, as: UTF8.self))
      }
    }
  }

  /// What of it has to be the same in a new index: no entry that was only announced is in a tree.
  var treeLines: [UInt8] {
    var bytes: [UInt8] = []
    for path in entries.keys.sorted() {
      for entry in entries[path] ?? [] where !entry.isIntentToAdd {
        let mode = String(entry.mode, radix: 8)
        bytes += "\(mode) \(entry.id) \(entry.stage)\t".utf8 + path.bytes + [0]
      }
    }
    return bytes
  }

  var hasConflicts: Bool { entries.values.contains { $0.contains { $0.stage > 0 } } }
}

extension GitIndex.Entry {
  fileprivate init(_ entry: TreeEntry, _ change: IndexChange, _ old: GitIndex.Entry?) {
    let never = FileTime(seconds: 0, nanoseconds: 0)
    let status = change.status
    self.init(
      id: entry.id, mode: entry.mode.rawValue, stage: 0, modified: status?.modified ?? never,
      changed: status?.changed ?? never, device: UInt32(truncatingIfNeeded: status?.device ?? 0),
      inode: UInt32(truncatingIfNeeded: status?.inode ?? 0), owner: status?.owner ?? 0,
      group: status?.group ?? 0, size: UInt32(truncatingIfNeeded: status?.size ?? 0),
      isAssumedUnchanged: change.isAssumedUnchanged ?? (old?.isAssumedUnchanged == true),
      skipsWorktree: change.skipsWorktree ?? (status == nil && old?.skipsWorktree == true),
      isIntentToAdd: false)
  }
}
