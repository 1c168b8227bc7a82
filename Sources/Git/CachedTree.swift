package import VaultFormat

/// The cached trees of git's index: its extension TREE (gitformat-index(5), "Cache tree").
///
/// An unchanged folder has the id of its tree, so that its entries need not be compared.
package struct CachedTree {
  static let partName = "TREE"

  package struct Folder {
    let name: [UInt8]
    /// Nil if something in the folder changed.
    package var id: ObjectID?
    /// The number of entries in it, at any depth; void without an id.
    var count: Int
    /// Its folders, as positions in `folders`; the first one follows this one.
    var children: [Int] = []
  }

  /// The root first; each before its children.
  package private(set) var folders: [Folder] = []

  /// Nil if the index has no such extension, or an invalid one.
  package init?(of index: GitIndex) {
    guard let range = index.part(named: Self.partName) else { return nil }
    let bytes = Array(index.bytes[range])
    var place = 0
    /// The folders above, each with the number of its children that are still to be read.
    var open: [(folder: Int, missing: Int)] = []
    repeat {
      guard let (folder, count) = Self.readFolder(bytes, &place) else { return nil }
      if let parent = open.last {
        folders[parent.folder].children.append(folders.count)
        open[open.count - 1].missing -= 1
      }
      open.append((folders.count, count))
      folders.append(folder)
      while let last = open.last, last.missing == 0 { open.removeLast() }
    } while !open.isEmpty
  }

  /// The position of a folder; nil if it is not cached.
  ///
  /// - Parameter path: nil for the root.
  package func folder(at path: VaultPath?) -> Int? {
    var place: Int? = folders.isEmpty ? nil : 0
    for name in path?.bytes.split(separator: UInt8(ascii: "/")) ?? [] {
      place = child(named: name, of: place)
    }
    return place
  }

  package func child(named name: some Collection<UInt8>, of folder: Int?) -> Int? {
    guard let folder else { return nil }
    return folders[folder].children.first { folders[$0].name.elementsEqual(name) }
  }

  /// The name, NUL, two numbers separated by a space, a line feed, and the id of a valid folder.
  private static func readFolder(
    _ bytes: [UInt8], _ place: inout Int
  ) -> (Folder, children: Int)? {
    guard let stop = bytes[place...].firstIndex(of: 0) else { return nil }
    let name = Array(bytes[place..<stop])
    guard let feed = bytes[stop...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = bytes[(stop + 1)..<feed].split(separator: UInt8(ascii: " "))
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard words.count == 2, let entries = words[0], let children = words[1], children >= 0 else {
      return nil
    }
    place = feed + 1
    guard entries >= 0 else { return (Folder(name: name, id: nil, count: 0), children) }
    guard bytes.count - place >= ObjectID.byteCount,
      let id = ObjectID(bytes[place..<place + ObjectID.byteCount])
    else { return nil }
    place += ObjectID.byteCount
    return (Folder(name: name, id: id, count: entries), children)
  }
}

// MARK: - Writing

extension CachedTree {
  init() {}

  /// Adds a folder; its children must follow.
  ///
  /// - Parameter parent: nil for the root.
  /// - Returns: its position in `folders`.
  mutating func add(_ name: [UInt8], in parent: Int?) -> Int {
    folders.append(Folder(name: name, id: nil, count: 0))
    if let parent { folders[parent].children.append(folders.count - 1) }
    return folders.count - 1
  }

  mutating func setID(_ folder: Int, as id: ObjectID, count: Int) {
    folders[folder].id = id
    folders[folder].count = count
  }

  /// Adds a folder of another cached tree, with everything in it.
  mutating func copy(_ folder: Int, of other: CachedTree, in parent: Int?) {
    var pending = [(folder, parent)]
    while let (source, target) = pending.popLast() {
      let old = other.folders[source]
      let new = add(old.name, in: target)
      if let id = old.id { setID(new, as: id, count: old.count) }
      // Last in, first out: the first child has to follow its folder.
      pending += old.children.reversed().map { ($0, new) }
    }
  }

  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for folder in folders {
      bytes += folder.name
      let count = folder.id == nil ? -1 : folder.count
      bytes += [0] + "\(count) \(folder.children.count)\n".utf8
      if let id = folder.id { bytes += id.bytes }
    }
    return bytes
  }
}
