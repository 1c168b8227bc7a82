/// The rules of `.tlignore` files, in the syntax of gitignore(5).
///
/// A walk starts with no rules, adds the file of each folder that it enters, and tests each entry. Ignored folders are
/// not entered, so `!` cannot include anything below one. The last matching rule decides, and a deeper file takes
/// precedence.
package struct IgnoreRules: Sendable {
  /// The files with rules, from the outermost to the innermost.
  private var files: [IgnoreFile] = []

  package static let fileName = Array(".tlignore".utf8)

  package init() {}

  /// Whether there is no rule at all.
  package var isEmpty: Bool { files.isEmpty }

  /// The rules inside `folder` (nil: the root), given the bytes of its `.tlignore`.
  ///
  /// - Parameter place: for a file above the root: the path of the root from the file's folder.
  package func adding(
    _ bytes: [UInt8], in folder: VaultPath?, seenFrom place: VaultPath? = nil
  ) -> IgnoreRules {
    var file = IgnoreFile(parsing: bytes, folder: folder?.bytes ?? [])
    file.place = place.map { $0.bytes + [UInt8(ascii: "/")] } ?? []
    guard !file.patterns.isEmpty else { return self }
    var rules = self
    rules.files.append(file)
    return rules
  }

  /// Whether an entry is ignored, given that the folders above it are not.
  package func isIgnored(_ path: VaultPath, isFolder: Bool) -> Bool {
    if isEmpty { return false }
    return path.bytes.withUnsafeBufferPointer { isIgnored($0, isFolder: isFolder) }
  }

  /// Whether the path from the root with these bytes is ignored.
  package func isIgnored(_ path: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool {
    for file in files.reversed() {
      if let verdict = file.verdict(on: path, isFolder: isFolder) { return verdict }
    }
    return false
  }
}

/// The rules of one file.
struct IgnoreFile: Sendable {
  let patterns: [IgnorePattern]
  /// From the root of the vault; empty for the root itself.
  let folder: [UInt8]
  /// For a file above the root, the path of the root from it, with a slash at the end.
  var place: [UInt8] = []

  init(parsing bytes: [UInt8], folder: [UInt8]) {
    self.folder = folder
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    patterns = text.split(separator: 0x0A).compactMap { IgnorePattern(line: $0) }
  }

  /// True: ignored, false: included, nil: no rule matches.
  func verdict(on path: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool? {
    guard !place.isEmpty else { return ownVerdict(on: path, isFolder: isFolder) }
    return (place + path).withUnsafeBufferPointer { ownVerdict(on: $0, isFolder: isFolder) }
  }

  private func ownVerdict(on path: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool? {
    var start = 0
    if !folder.isEmpty {
      start = folder.count + 1
      guard path.count > start, path[start - 1] == UInt8(ascii: "/"),
        path.prefix(folder.count).elementsEqual(folder)
      else { return nil }
    }
    let relative = UnsafeBufferPointer(rebasing: path[start...])
    let slash = relative.lastIndex(of: UInt8(ascii: "/"))
    let name = UnsafeBufferPointer(rebasing: relative[(slash.map { $0 + 1 } ?? 0)...])
    for pattern in patterns.reversed() where isFolder || !pattern.wantsFolder {
      if pattern.matches(path: relative, name: name) { return !pattern.isNegated }
    }
    return nil
  }
}
