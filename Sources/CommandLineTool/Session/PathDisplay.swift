internal import Synchronization
internal import SystemCalls
internal import VaultFormat

/// The form of printed paths, so that other programs find the files: relative to the current folder if that is in the
/// vault or above it, else absolute.
package struct PathDisplay: Hashable, Sendable {
  private enum Base: Hashable {
    /// A prefix for each path.
    case prefix(String)
    /// The current folder, in the vault.
    case folder(VaultPath)
  }

  private let base: Base

  /// - Parameters:
  ///   - root: the vault's folder.
  ///   - folder: the current one; both as the system resolves them.
  init(root: String, from folder: String, isAbsolute: Bool = false) {
    let below = folder == "/" ? "/" : folder + "/"
    if isAbsolute || root == "/" {
      base = .prefix(root == "/" ? "/" : root + "/")
    } else if folder == root {
      base = .prefix("")
    } else if folder.hasPrefix(root + "/"),
      let place = VaultPath(String(folder.dropFirst(root.count + 1)))
    {
      base = .folder(place)
    } else if root.hasPrefix(below), folder != "/" {
      base = .prefix(root.dropFirst(below.count) + "/")
    } else {
      base = .prefix(root + "/")
    }
  }

  /// A path that begins with `-` would be an option for other programs.
  func bytes(of path: VaultPath) -> [UInt8] {
    let bytes = relativeBytes(of: path)
    return bytes.first == UInt8(ascii: "-") ? Array("./".utf8) + bytes : bytes
  }

  private func relativeBytes(of path: VaultPath) -> [UInt8] {
    switch base {
    case .prefix(let prefix): return Array(prefix.utf8) + path.bytes
    case .folder(let folder):
      let slash = UInt8(ascii: "/")
      let source = folder.bytes.split(separator: slash)
      let target = path.bytes.split(separator: slash)
      let shared = zip(source, target).prefix { $0.elementsEqual($1) }.count
      let up = Array(repeating: ArraySlice("..".utf8), count: source.count - shared)
      let components = up + target.dropFirst(shared)
      return components.isEmpty ? Array(".".utf8) : Array(components.joined(separator: [slash]))
    }
  }
}

// MARK: - Of this process

extension PathDisplay {
  /// The current folder is the process's, and so is the vault that it works with.
  private static let current = Mutex(PathDisplay(root: ".", from: "."))

  /// Sets the vault and the current folder for printed paths.
  static func use(root: String, isAbsolute: Bool) {
    guard let root = SystemPath.resolved(root), let folder = SystemPath.resolved(".") else {
      return
    }
    let paths = PathDisplay(root: root, from: folder, isAbsolute: isAbsolute)
    current.withLock { $0 = paths }
  }

  /// Prints paths as the vault has them, for readers who are in no folder.
  package static func useVaultPaths() {
    current.withLock { $0 = PathDisplay(root: ".", from: ".") }
  }

  fileprivate static func bytes(of path: VaultPath) -> [UInt8] {
    current.withLock { $0 }.bytes(of: path)
  }
}

extension VaultPath {
  /// The path as it is printed; bytes that are not UTF-8 are U+FFFD.
  package var shown: String { String(decoding: shownBytes, as: UTF8.self) }

  /// The same, byte for byte.
  var shownBytes: [UInt8] { PathDisplay.bytes(of: self) }
}
