internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Git's attributes of paths: the last matching line wins, and a file in a deeper folder wins over those above.
final class AttributeLookup {
  /// `info/attributes` of the repository, with the highest precedence.
  private let first: AttributeFile?
  /// The user's own file and that of the system, with the lowest precedence, in this order.
  private let last: [AttributeFile]
  /// The bytes of a `.gitattributes`, by its path in the work tree; nil if there is none.
  private let content: (VaultPath) throws -> [UInt8]?
  /// The vault's folder in the work tree; nil if it is the root.
  private let prefix: VaultPath?
  private var files: [VaultPath?: AttributeFile?] = [:]
  private var macros: [[UInt8]: [AttributeFile.Assignment]]?
  private var stepsInFolder: [VaultPath?: [Step]] = [:]

  /// A file, and the length of its folder's path with the slash.
  private struct Step {
    let file: AttributeFile
    let start: Int
  }

  init(
    first: AttributeFile? = nil, last: [AttributeFile] = [], prefix: VaultPath? = nil,
    content: @escaping (VaultPath) throws -> [UInt8]?
  ) {
    self.first = first
    self.last = last
    self.prefix = prefix
    self.content = content
  }

  /// The name of the filter for a path; nil for none.
  ///
  /// An attribute without a value names no filter.
  func filter(of path: VaultPath) throws -> String? {
    guard case .value(let name)? = try values(of: ["filter"], at: path)["filter"], !name.isEmpty
    else { return nil }
    return name
  }

  /// The values of attributes, without unspecified ones.
  func values(of names: [String], at path: VaultPath) throws -> [String: AttributeValue] {
    let path = prefix.map { VaultPath(in: $0, named: path.bytes) } ?? path
    let steps = try steps(to: path)
    // The usual case.
    guard !steps.isEmpty else { return [:] }
    let wanted = names.map { Array($0.utf8) }
    var found: [[UInt8]: AttributeValue] = [:]
    let macros = try knownMacros()
    func take(_ assignments: [AttributeFile.Assignment]) {
      for assignment in assignments.reversed() where found[assignment.name] == nil {
        found[assignment.name] = assignment.value
        if assignment.value == .set, let macro = macros[assignment.name] { take(macro) }
      }
    }
    func isDone() -> Bool { wanted.allSatisfy { found[$0] != nil } }
    path.bytes.withUnsafeBufferPointer { bytes in
      let nameStart = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      let name = UnsafeBufferPointer(rebasing: bytes[nameStart...])
      for step in steps where !isDone() {
        let relative = UnsafeBufferPointer(rebasing: bytes[step.start...])
        for rule in step.file.rules.reversed() where !isDone() {
          if rule.pattern.matches(path: relative, name: name) { take(rule.assignments) }
        }
      }
    }
    return Dictionary(
      zip(names, wanted).compactMap { name, key in found[key].map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The files that count for a path, the one with the highest precedence first.
  private func steps(to path: VaultPath) throws -> [Step] {
    let parent = path.parent
    if let known = stepsInFolder[parent] { return known }
    var steps: [Step] = []
    if let first { steps.append(Step(file: first, start: 0)) }
    for folder in path.foldersAbove {
      if let file = try file(in: folder) {
        steps.append(Step(file: file, start: folder.bytes.count + 1))
      }
    }
    if let file = try file(in: nil) { steps.append(Step(file: file, start: 0)) }
    steps += last.map { Step(file: $0, start: 0) }
    steps.removeAll { $0.file.rules.isEmpty }
    stepsInFolder[parent] = steps
    return steps
  }

  private func file(in folder: VaultPath?) throws -> AttributeFile? {
    if let known = files[folder] { return known }
    let bytes = try content(VaultPath(in: folder, named: AttributeView.attributes))
    let file = bytes.map { AttributeFile(parsing: $0) }
    files[folder] = .some(file)
    return file
  }

  /// The macros that are known at the root: files in deeper folders define none.
  private func knownMacros() throws -> [[UInt8]: [AttributeFile.Assignment]] {
    if let macros { return macros }
    var known: [[UInt8]: [AttributeFile.Assignment]] = [:]
    for file in try [first, self.file(in: nil)] + last.map(Optional.some) {
      if let file { known.merge(file.macros) { first, _ in first } }
    }
    macros = known
    return known
  }
}

/// Attribute files in folders above a vault that is part of its repository.
struct AttributesAbove {
  /// The vault's folder in the work tree.
  var vault: VaultPath
  /// The bytes of a `.gitattributes`, by its path in the work tree; nil if there is none.
  var content: (VaultPath) throws -> [UInt8]?
}

extension AttributeLookup {
  /// - Parameter content: the bytes of a `.gitattributes`, by its path in the vault; nil if there is none.
  convenience init(
    above: AttributesAbove?, content: @escaping (VaultPath) throws -> [UInt8]?
  ) {
    self.init(prefix: above?.vault) { path in
      guard let above else { return try content(path) }
      guard path.isBelow(above.vault) else { return try above.content(path) }
      return try VaultPath(path.bytes.dropFirst(above.vault.bytes.count + 1)).flatMap(content)
    }
  }

  /// The attributes of a folder: of the work tree, or else of git's index, and of the files of the repository, the user
  /// and the system.
  ///
  /// - Parameter replacements: new contents of attribute files; empty bytes for a removed one.
  convenience init(
    in vault: VaultFolder, index: GitIndex, repository: Repository,
    replacing replacements: [VaultPath: [UInt8]] = [:]
  ) throws(GitError) {
    let files = try repository.commonAttributeFiles()
    self.init(
      first: files.own.map { AttributeFile(parsing: $0) },
      last: files.others.map { AttributeFile(parsing: $0) }, prefix: repository.prefix
    ) { whole in
      guard let path = repository.vaultPath(whole) else {
        let root = try VaultFolder(opening: repository.root)
        return try repository.attributes(at: whole, in: root) { try repository.readWholeIndex() }
      }
      return try replacements[path] ?? repository.attributes(at: path, in: vault) { index }
    }
  }
}

extension Repository {
  /// The bytes of an attribute file: of the folder, or else of git's index.
  fileprivate func attributes(
    at path: VaultPath, in folder: VaultFolder, index: () throws -> GitIndex
  ) throws -> [UInt8]? {
    do throws(StoreError) {
      return try folder.read(path, limit: RuleFile.limit).bytes
    } catch {
      if case .tooLarge = error.reason { throw RuleFile.tooManyAttributes(path) }
      guard error.isNoFile else { throw error }
    }
    guard let entry = try index().entry(at: path)?.treeEntry, entry.mode.isRegular else {
      return nil
    }
    return try attributeFile(entry.id, at: path)
  }
}

extension StoreError {
  /// The file does not exist, or is not a regular file, or a parent is not a folder.
  fileprivate var isNoFile: Bool {
    switch reason {
    case .link, .wrongKind: true
    default: system?.isMissing == true
    }
  }
}
