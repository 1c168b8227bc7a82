internal import Git
package import VaultFormat

/// A new name in a commit that is a problem on some device.
package struct NameFinding: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Some system refuses it.
    case refused(PortableName.Problem)
    /// On some systems it equals the name of this other file or folder.
    case clashes(with: VaultPath)
  }

  package var path: VaultPath
  package var reason: Reason
}

/// Checks the new names of a commit, of files and folders.
struct NewNames {
  private let index: GitIndex
  /// The names in a folder by their comparison key.
  private typealias Names = [NameKey: [VaultPath]]
  /// For each folder with new names, except the current one.
  private var folders: [VaultPath?: Names] = [:]
  /// Files come in the order of their paths, so that most are in the folder of the previous one.
  private var present: (folder: VaultPath?, names: Names)?
  /// New folders that were checked.
  private var seen: Set<VaultPath> = []
  private var findings: [NameFinding] = []

  /// - Parameter index: before the commit.
  /// - Returns: in byte order of the paths.
  static func findings(of changes: [CommittedChange], _ index: GitIndex) -> [NameFinding] {
    var names = NewNames(index: index)
    for change in changes where change.kind == .added {
      let parent = change.path.parent
      let isSameFolder = names.present.map { $0.folder == parent } ?? false
      names.look(at: change.path, in: parent)
      guard !isSameFolder else { continue }
      for folder in change.path.foldersAbove {
        guard !names.seen.contains(folder), !index.holdsSomething(below: folder) else { break }
        names.seen.insert(folder)
        names.look(at: folder, in: folder.parent)
      }
    }
    return names.findings.sorted { $0.path < $1.path }
  }

  private init(index: GitIndex) {
    self.index = index
  }

  private mutating func look(at path: VaultPath, in parent: VaultPath?) {
    let isPlain = Self.isPlain(path.name)
    for problem in isPlain ? [] : PortableName.problems(ofBytes: path.name) {
      findings.append(NameFinding(path: path, reason: .refused(problem)))
    }
    enter(parent)
    let key = NameKey(path.name)
    if let other = present?.names[key]?.first(where: { $0 != path }) {
      findings.append(NameFinding(path: path, reason: .clashes(with: other)))
    }
    present?.names[key, default: []].append(path)
  }

  private mutating func enter(_ folder: VaultPath?) {
    if let present {
      if present.folder == folder { return }
      folders[present.folder] = present.names
    }
    present = nil
    let names = folders.removeValue(forKey: folder)
    present = (folder, names ?? known(in: folder))
  }

  /// A quick check for names that no system refuses.
  ///
  /// Device names have at most four letters before the first dot.
  private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    let lettersOnly = name.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    return lettersOnly && name.count <= PortableName.maximumLength
      && name.last != UInt8(ascii: ".") && name.prefix { $0 != UInt8(ascii: ".") }.count > 4
  }

  /// The tracked names in a folder.
  private func known(in folder: VaultPath?) -> [NameKey: [VaultPath]] {
    var names: [NameKey: [VaultPath]] = [:]
    let entries = IndexFolder(folder, of: index)
    let prefixCount = folder.map { $0.bytes.count + 1 } ?? 0
    var position = entries.positions.lowerBound
    while position < entries.positions.upperBound {
      let name = index.withPath(at: position) { path in
        Array(path[prefixCount...].prefix { $0 != UInt8(ascii: "/") })
      }
      let path = VaultPath(in: folder, named: name)
      names[NameKey(name), default: []].append(path)
      let below = IndexFolder(path, of: index).positions
      position = below.isEmpty ? position + 1 : max(below.upperBound, position + 1)
    }
    return names
  }
}
