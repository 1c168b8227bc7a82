package import VaultFormat

/// Something about a name that is new in a commit and will not do on every device.
package struct NameFinding: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Some system refuses it.
    case refused(PortableName.Problem)
    /// Some systems take it for the name of this other file or folder.
    case clashes(with: VaultPath)
  }

  package var path: VaultPath
  package var reason: Reason
}

/// Looks at the names that a commit brings, of files and of folders.
struct NewNames {
  private let index: GitIndex
  /// For each folder with new names, all names in it by what some systems tell them apart by.
  private var folders: [VaultPath?: [NameKey: [VaultPath]]] = [:]
  private var seen: Set<VaultPath> = []
  private var findings: [NameFinding] = []

  /// - Parameter index: as it was before the commit.
  /// - Returns: in byte order of the paths.
  static func findings(of changes: [CommittedChange], _ index: GitIndex) -> [NameFinding] {
    var names = NewNames(index: index)
    for change in changes where change.kind == .added {
      names.look(at: change.path)
      for folder in change.path.foldersAbove {
        guard !names.seen.contains(folder), !index.holdsSomething(below: folder) else { break }
        names.look(at: folder)
      }
    }
    return names.findings.sorted { $0.path < $1.path }
  }

  private init(index: GitIndex) {
    self.index = index
  }

  private mutating func look(at path: VaultPath) {
    guard seen.insert(path).inserted else { return }
    let isPlain = Self.isPlain(path.name)
    for problem in isPlain ? [] : PortableName.problems(ofBytes: path.name) {
      findings.append(NameFinding(path: path, reason: .refused(problem)))
    }
    let key = NameKey(path.name)
    let parent = path.parent
    if folders[parent] == nil { folders[parent] = known(in: parent) }
    if let other = folders[parent]?[key]?.first(where: { $0 != path }) {
      findings.append(NameFinding(path: path, reason: .clashes(with: other)))
    }
    folders[parent]?[key, default: []].append(path)
  }

  /// Whether a name is such that no system refuses it, at a glance.
  ///
  /// The names of devices have four letters at most before the first dot.
  private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
    let lettersOnly = name.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    return lettersOnly && name.count <= PortableName.maximumLength
      && name.last != UInt8(ascii: ".") && name.prefix { $0 != UInt8(ascii: ".") }.count > 4
  }

  /// The names that git has in a folder already.
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
