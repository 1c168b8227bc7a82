import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// Two devices that began with one tree, for tests of the merge.
///
/// A side is changed as text by path; `merge` merges in both orders and checks what holds for every merge.
struct MergeStory {
  let store = MemoryTrees()
  let base: ObjectID?
  var left: Device
  var right: Device

  /// What a device made of the tree, and when.
  struct Device {
    let store: MemoryTrees
    var name: String
    var time: Int64
    var files: MemoryTrees.Files

    subscript(path: String) -> String? {
      get {
        files[VaultPath(path)!].flatMap { String(decoding: store.blobs[$0.id]!, as: UTF8.self) }
      }
      set {
        let mode = files[VaultPath(path)!]?.mode ?? .file
        files[VaultPath(path)!] = newValue.map {
          TreeEntry(id: store.add(Array($0.utf8)), mode: mode)
        }
      }
    }

    mutating func move(_ old: String, _ new: String) {
      files[VaultPath(new)!] = files.removeValue(forKey: VaultPath(old)!)
    }

    mutating func write(_ edits: FileEdits) {
      for (old, new) in edits.moves { move(old, new) }
      for (path, text) in edits.texts { self[path] = text }
    }

    mutating func link(_ path: String, to target: String) {
      files[VaultPath(path)!] = TreeEntry(id: store.add(Array(target.utf8)), mode: .link)
    }

    mutating func setMode(_ mode: FileMode, of path: String) {
      files[VaultPath(path)!]?.mode = mode
    }

    var tree: ObjectID { store.add(files) }

    /// Every path was changed in one commit of this device.
    func history() -> SideHistory {
      SideHistory { path in
        try #require(files[path] != nil, "not of \(name): \(path.text)")
        return ChangeOrigin(time: time, device: name)
      }
    }
  }

  /// - Parameter base: nil for an empty base.
  init(_ base: [String: String]? = nil, left ours: FileEdits = [:], right theirs: FileEdits = [:]) {
    var start = Device(store: store, name: "base", time: 0, files: [:])
    for (path, text) in base ?? [:] { start[path] = text }
    self.base = base.map { _ in start.tree }
    left = start
    right = start
    (left.name, left.time) = ("laptop", SyncDevices.start + ConflictCase.hour)
    (right.name, right.time) = ("phone", left.time + ConflictCase.delay)
    left.write(ours)
    right.write(theirs)
  }

  struct Merged {
    let store: MemoryTrees
    var tree: MemoryTrees.Files
    var events: [MergeEvent]

    /// Paths that are one `String` may be two paths.
    var files: [String: String] {
      Dictionary(
        tree.sorted { $0.key < $1.key }.map { path, entry in
          (path.text, String(decoding: store.blobs[entry.id] ?? [], as: UTF8.self))
        }, uniquingKeysWith: { $0 + $1 })
    }

    var modes: [String: FileMode] {
      Dictionary(tree.map { ($0.key.text, $0.value.mode) }, uniquingKeysWith: { $1 })
    }

    /// The events as text: `path: kind`.
    var told: [String] { events.map { "\($0.path.text): \($0.kind.told)" } }
  }

  func merge(sourceLocation: SourceLocation = #_sourceLocation) throws -> Merged {
    let one = try result(left, right, sourceLocation)
    let other = try result(right, left, sourceLocation)
    #expect(one.tree == other.tree, "the tree depends on the order", sourceLocation: sourceLocation)
    #expect(one.events == other.events, sourceLocation: sourceLocation)
    return Merged(store: store, tree: store.files(of: one.tree), events: one.events)
  }

  private func result(
    _ ours: Device, _ theirs: Device, _ sourceLocation: SourceLocation
  ) throws -> (tree: ObjectID, events: [MergeEvent]) {
    let result = try TreeMerge(
      base: base, ours: TreeMerge.Side(tree: ours.tree, history: ours.history()),
      theirs: TreeMerge.Side(tree: theirs.tree, history: theirs.history()), reader: store.reader,
      zone: .utc
    ).result()
    for (id, bytes) in result.newBlobs {
      #expect(store.add(bytes) == id, sourceLocation: sourceLocation)
    }
    let tree = try store.tree(ours.tree, applying: result.changesToOurs)
    let known = store.files(of: tree).values.allSatisfy { store.blobs[$0.id] != nil }
    #expect(known, "a blob is missing", sourceLocation: sourceLocation)
    return (tree, result.events)
  }
}

extension MergeEvent.Kind {
  /// A few words, for expectations.
  var told: String {
    switch self {
    case .merged: "merged"
    case .fieldDecided(let key, let reason, let device): "\(key) \(reason) \(device)"
    case .bothEventsKept(let time): "both events of \(time.rfc3339)"
    case .conflictCopy(let copy, let device): "copy of \(device) \(copy.text)"
    case .editSurvivedDelete: "edit survived delete"
    case .keptForMedia: "kept for media"
    case .moved(let path): "moved from \(path.text)"
    case .movedApart(let path): "moved apart, not \(path.text)"
    case .renamed(let path): "renamed, not \(path.text)"
    case .followedNote(let path): "followed from \(path.text)"
    case .laterVersion(_, let device): "other version of \(device)"
    }
  }
}

/// The text of a note.
func note(_ id: String?, _ fields: String = "", _ body: String) -> String {
  let lines = (id.map { "id: \($0)\n" } ?? "") + fields
  return lines.isEmpty ? body : "---\n\(lines)---\n\(body)"
}
