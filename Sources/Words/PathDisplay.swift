package import VaultFormat

/// The form of a vault's paths in sentences.
package struct PathDisplay: Hashable, Sendable {
  private enum Base: Hashable {
    /// A prefix for each path.
    case prefix(String)
    /// The current folder, in the vault.
    case folder(VaultPath)
  }

  private let base: Base

  /// As the vault has them, for readers who are in no folder.
  package static let vault = PathDisplay(root: ".", from: ".")

  /// So that other programs find the files: relative to the current folder if that is in the vault or above it, else
  /// absolute.
  ///
  /// - Parameters:
  ///   - root: the vault's folder.
  ///   - folder: the current one; both as the system resolves them.
  package init(root: String, from folder: String, isAbsolute: Bool = false) {
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

  /// Bytes that are not UTF-8 are U+FFFD.
  package func text(_ path: VaultPath) -> String {
    String(decoding: bytes(of: path), as: UTF8.self)
  }

  /// A path that begins with `-` would be an option for other programs.
  package func bytes(of path: VaultPath) -> [UInt8] {
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
