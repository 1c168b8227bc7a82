import TestSupport

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// Objects of git in memory, with the ids that git gives to blobs; trees are flat.
final class MemoryTrees {
  typealias Files = [VaultPath: TreeEntry]

  private(set) var blobs: [ObjectID: [UInt8]] = [:]
  private var trees: [ObjectID: Files] = [:]
  /// What was asked for.
  private(set) var blobsRead = 0
  private(set) var foldersRead = 0
  private(set) var scans = 0
  /// Larger blobs cannot be read.
  var largestBlob = Int.max

  static func blobID(_ bytes: [UInt8]) -> ObjectID {
    hash(Array("blob \(bytes.count)\0".utf8) + bytes)
  }

  private static func hash(_ bytes: [UInt8]) -> ObjectID {
    ObjectID(SHA1.digest(of: bytes)) ?? ObjectID(hex: String(repeating: "0", count: 40))!
  }

  func add(_ bytes: [UInt8]) -> ObjectID {
    let id = Self.blobID(bytes)
    blobs[id] = bytes
    return id
  }

  func add(_ files: Files) -> ObjectID {
    let lines = files.sorted { $0.key < $1.key }.flatMap { path, entry in
      path.bytes + Array("\0\(entry.id) \(entry.mode.rawValue)\n".utf8)
    }
    let id = Self.hash(Array("tree ".utf8) + lines)
    trees[id] = files
    return id
  }

  func files(of tree: ObjectID?) -> Files { tree.flatMap { trees[$0] } ?? [:] }

  /// As a repository writes a tree: no file may be in the way of a folder.
  func tree(_ tree: ObjectID, applying changes: [VaultPath: TreeEntry?]) throws -> ObjectID {
    var files = files(of: tree)
    for (path, entry) in changes { files[path] = entry }
    for path in files.keys {
      var folder = path.parent
      while let here = folder {
        guard files[here] == nil else {
          throw CommandFailure(description: "\(here.text) is a file and a folder")
        }
        folder = here.parent
      }
    }
    return add(files)
  }

  var reader: TreeReader {
    TreeReader(
      blob: { [self] id in
        blobsRead += 1
        let bytes: [UInt8] = try blobs[id] ?? { throw MissingObject(id: id) }()
        guard bytes.count <= largestBlob else { throw MissingObject(id: id) }
        return bytes
      },
      changes: { [self] old, new in
        let (old, new) = (files(of: old), files(of: new))
        return Set(old.keys).union(new.keys).sorted().compactMap { path in
          guard old[path] != new[path] else { return nil }
          return TreeChange(path: path, old: old[path], new: new[path])
        }
      },
      entry: { [self] path, tree in files(of: tree)[path] },
      names: { [self] folder, tree in
        foldersRead += 1
        return names(in: folder, of: files(of: tree))
      },
      notes: { [self] id, tree in
        scans += 1
        return files(of: tree).filter { $0.key.text.hasSuffix(".md") }.filter {
          NoteDocument(blobs[$0.value.id] ?? []).storedID == id
        }.map(\.key).sorted()
      },
      blobID: Self.blobID,
      isTooLarge: { [self] id in (blobs[id]?.count ?? 0) > largestBlob })
  }

  private func names(in folder: VaultPath?, of files: Files) -> [TreeReader.Name] {
    var names: [[UInt8]: Bool] = [:]
    for path in files.keys {
      guard folder.map({ path.isBelow($0) }) ?? true else { continue }
      let rest = path.bytes.dropFirst(folder.map { $0.bytes.count + 1 } ?? 0)
      let name = rest.prefix { $0 != UInt8(ascii: "/") }
      names[Array(name)] = name.count < rest.count
    }
    return names.map { ($0.key, $0.value) }
  }

  struct MissingObject: Error {
    var id: ObjectID
  }
}
