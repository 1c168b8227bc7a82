/// What the index remembers of the trees that its entries make: the part named TREE of its file
/// (gitformat-index of git's documentation, "Cache tree").
///
/// A folder in which nothing was added or changed since has its tree's id here, so that it need not
/// be compared with anything entry by entry.
struct CachedTree {
  struct Folder {
    let name: Range<Int>
    /// Nil when something in the folder changed.
    let id: ObjectID?
    /// Folders in it, by their places in `folders`; the first one follows this one.
    var children: [Int] = []
  }

  private let bytes: [UInt8]
  /// The root first; each before those in it.
  private(set) var folders: [Folder] = []

  /// Nil where the index has no such part, or one that is not in its format.
  init?(of index: GitIndex) {
    guard let range = index.part(named: "TREE") else { return nil }
    bytes = Array(index.bytes[range])
    var place = 0
    /// The folders above, each with how many in it are still to come.
    var open: [(folder: Int, missing: Int)] = []
    repeat {
      guard let (folder, count) = readFolder(&place) else { return nil }
      if let parent = open.last {
        folders[parent.folder].children.append(folders.count)
        open[open.count - 1].missing -= 1
      }
      open.append((folders.count, count))
      folders.append(folder)
      while let last = open.last, last.missing == 0 { open.removeLast() }
    } while !open.isEmpty
  }

  func child(named name: some Collection<UInt8>, of folder: Int?) -> Int? {
    guard let folder else { return nil }
    return folders[folder].children.first { bytes[folders[$0].name].elementsEqual(name) }
  }

  /// A name, NUL, two numbers with a blank between, a line feed, and for a valid folder its id.
  private func readFolder(_ place: inout Int) -> (Folder, children: Int)? {
    guard let stop = bytes[place...].firstIndex(of: 0) else { return nil }
    let name = place..<stop
    guard let feed = bytes[stop...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let words = bytes[(stop + 1)..<feed].split(separator: UInt8(ascii: " "))
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard words.count == 2, let entries = words[0], let children = words[1], children >= 0 else {
      return nil
    }
    place = feed + 1
    guard entries >= 0 else { return (Folder(name: name, id: nil), children) }
    guard bytes.count - place >= ObjectID.byteCount,
      let id = ObjectID(bytes[place..<place + ObjectID.byteCount])
    else { return nil }
    place += ObjectID.byteCount
    return (Folder(name: name, id: id), children)
  }
}

extension GitIndex {
  /// Where the content of a part behind the entries is in `bytes`; nil where there is none.
  ///
  /// `GitIndexReader` has seen that every part ends within the file.
  fileprivate func part(named name: String) -> Range<Int>? {
    let hashCount = ObjectID.byteCount
    guard var place = endOfEntries else { return nil }
    while place + 8 <= bytes.count - hashCount {
      let size = bytes.withUnsafeBytes { Int($0.number(at: place + 4)) }
      guard size <= bytes.count - hashCount - place - 8 else { return nil }
      if bytes[place..<place + 4].elementsEqual(name.utf8) { return place + 8..<place + 8 + size }
      place += 8 + size
    }
    return nil
  }

  /// Where the parts begin.
  private var endOfEntries: Int? {
    guard let last = records.last else { return bytes.isEmpty ? nil : 12 }
    let fixedCount = 62
    var place = Int(last.start) + fixedCount
    let flags = bytes.withUnsafeBytes { $0.shortNumber(at: Int(last.start) + 60) }
    if version > 2, flags & 0x4000 != 0 { place += 2 }
    if version == 4 {
      // A number, then what the path ends with, then NUL.
      while place < bytes.count, bytes[place] >= 128 { place += 1 }
      return bytes[min(place + 1, bytes.count)...].firstIndex(of: 0).map { $0 + 1 }
    }
    place += Int(last.pathCount)
    return place + 8 - (place - Int(last.start)) % 8
  }
}
