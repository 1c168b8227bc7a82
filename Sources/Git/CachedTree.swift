package import VaultFormat

/// What the index remembers of the trees that its entries make: the part named TREE of its file
/// (gitformat-index of git's documentation, "Cache tree").
///
/// A folder in which nothing was added or changed since has its tree's id here, so that it need not
/// be compared with anything entry by entry.
package struct CachedTree {
  static let partName = "TREE"

  package struct Folder {
    let name: [UInt8]
    /// Nil when something in the folder changed.
    package var id: ObjectID?
    /// How many entries lie in it, at any depth; counts only with an id.
    var count: Int
    /// Folders in it, by their places in `folders`; the first one follows this one.
    var children: [Int] = []
  }

  /// The root first; each before those in it.
  package private(set) var folders: [Folder] = []

  /// Nil where the index has no such part, or one that is not in its format.
  package init?(of index: GitIndex) {
    guard let range = index.part(named: Self.partName) else { return nil }
    let bytes = Array(index.bytes[range])
    var place = 0
    /// The folders above, each with how many in it are still to come.
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

  /// The place of a folder; nil where nothing is known of it.
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

  /// A name, NUL, two numbers with a blank between, a line feed, and for a valid folder its id.
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
  /// A tree with nothing in it yet.
  init() {}

  /// Adds a folder; those in it have to follow.
  ///
  /// - Parameter parent: nil for the root.
  /// - Returns: its place in `folders`.
  mutating func add(_ name: [UInt8], in parent: Int?) -> Int {
    folders.append(Folder(name: name, id: nil, count: 0))
    if let parent { folders[parent].children.append(folders.count - 1) }
    return folders.count - 1
  }

  /// Says of a folder that its entries make this tree.
  mutating func settle(_ folder: Int, as id: ObjectID, count: Int) {
    folders[folder].id = id
    folders[folder].count = count
  }

  /// Adds a folder of another cached tree, with all in it.
  mutating func copy(_ folder: Int, of other: CachedTree, in parent: Int?) {
    var pending = [(folder, parent)]
    while let (source, target) = pending.popLast() {
      let old = other.folders[source]
      let new = add(old.name, in: target)
      if let id = old.id { settle(new, as: id, count: old.count) }
      // What is taken last is added first after the folder that it lies in.
      pending += old.children.reversed().map { ($0, new) }
    }
  }

  /// The part of an index, without its name and length.
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
