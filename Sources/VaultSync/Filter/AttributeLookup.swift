internal import Git
internal import System
internal import VaultFormat
internal import VaultStore

/// Attributes of paths as git gives them: the last line that matches decides, a file deeper down before those
/// above it.
final class AttributeLookup {
  /// Before all others counts `info/attributes` of the repository.
  private let first: AttributeFile?
  /// Behind all others count the user's own file and that of the system, in this order.
  private let last: [AttributeFile]
  /// The bytes of a `.gitattributes`, by its path in the work tree; nil where there is none.
  private let content: (VaultPath) throws -> [UInt8]?
  /// Where the vault is in the work tree; nil where it is all of it.
  private let prefix: VaultPath?
  private var files: [VaultPath?: AttributeFile?] = [:]
  private var macros: [[UInt8]: [AttributeFile.Assignment]]?
  private var stepsInFolder: [VaultPath?: [Step]] = [:]

  /// A file, and the length of its folder's path with the slash behind.
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

  /// The name of the filter that is to run on the content of a path; nil for none.
  ///
  /// An attribute without a value names no filter.
  func filter(of path: VaultPath) throws -> String? {
    guard case .value(let name)? = try values(of: ["filter"], at: path)["filter"], !name.isEmpty
    else { return nil }
    return name
  }

  /// The values of attributes; without those of which nothing is said.
  func values(of names: [String], at path: VaultPath) throws -> [String: AttributeValue] {
    let path = prefix.map { VaultPath(in: $0, named: path.bytes) } ?? path
    let steps = try steps(to: path)
    // Most often there are none.
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

  /// The files that count for a path, the one that decides first in front.
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

  /// Those of files in folders further down do not count.
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

/// Files of attributes in folders above a vault that is a part of its repository.
struct AttributesAbove {
  /// Where the vault is in the work tree.
  var vault: VaultPath
  /// The bytes of a `.gitattributes`, by its path in the work tree; nil where there is none.
  var content: (VaultPath) throws -> [UInt8]?
}

extension AttributeLookup {
  /// - Parameter content: the bytes of a `.gitattributes`, by its path in the vault; nil where there is none.
  convenience init(
    above: AttributesAbove?, content: @escaping (VaultPath) throws -> [UInt8]?
  ) {
    self.init(prefix: above?.vault) { path in
      guard let above else { return try content(path) }
      guard path.isBelow(above.vault) else { return try above.content(path) }
      return try VaultPath(path.bytes.dropFirst(above.vault.bytes.count + 1)).flatMap(content)
    }
  }

  /// The attributes that count in a folder: those of the work tree, else of git's index, and the files of the
  /// repository, the user and the system.
  ///
  /// - Parameter replacements: what files of attributes hold instead; empty bytes for one that is gone.
  convenience init(
    in vault: VaultFolder, _ index: GitIndex, _ repository: Repository,
    replacing replacements: [VaultPath: [UInt8]] = [:]
  ) throws(GitError) {
    let files = try repository.commonAttributeFiles()
    self.init(
      first: files.own.map { AttributeFile(parsing: $0) },
      last: files.others.map { AttributeFile(parsing: $0) }, prefix: repository.prefix
    ) { whole in
      guard let path = repository.vaultPath(whole) else {
        return try repository.attributesAbove(whole)
      }
      if let bytes = replacements[path] { return bytes }
      do throws(StoreError) {
        return try vault.read(path, limit: 1 << 24).bytes
      } catch {
        guard error.isNoFile else { throw error }
      }
      guard let entry = index.entry(at: path), FileMode(rawValue: entry.mode)?.isRegular == true
      else { return nil }
      return try repository.blob(entry.id, limit: 1 << 24)
    }
  }
}

extension Repository {
  /// A file of attributes in a folder above the vault: that of the work tree, else of git's index.
  fileprivate func attributesAbove(_ path: VaultPath) throws -> [UInt8]? {
    do throws(StoreError) {
      return try VaultFolder(opening: root).read(path, limit: 1 << 24).bytes
    } catch {
      guard error.isNoFile else { throw error }
    }
    guard let entry = try readWholeIndex().entry(at: path),
      FileMode(rawValue: entry.mode)?.isRegular == true
    else { return nil }
    return try blob(entry.id, limit: 1 << 24)
  }
}

extension StoreError {
  /// Nothing has the name, or what has it is no regular file, or lies behind none.
  fileprivate var isNoFile: Bool {
    switch reason {
    case .link, .wrongKind: true
    default: system?.isMissing == true
    }
  }
}
