internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Turns typed paths into paths of the vault.
enum VaultPathParser {
  /// The possible meanings of `word`, the likeliest first: an absolute path or one from the current folder, if it leads
  /// into the vault, then a path from the vault's root.
  static func candidates(for word: String, in vault: Vault) -> [VaultPath] {
    var candidates: [VaultPath] = []
    if let folder = SystemPath.current {
      let absolute = normalized(word.hasPrefix("/") ? word : folder + "/" + word)
      for root in roots(of: vault, currentFolder: folder) where absolute.hasPrefix(root + "/") {
        if let path = VaultPath(String(absolute.dropFirst(root.count + 1))) {
          candidates.append(path)
        }
      }
    }
    if !word.hasPrefix("/"), let path = VaultPath(String(normalized("/" + word).dropFirst())) {
      candidates.append(path)
    }
    return candidates
  }

  /// A place in the vault.
  enum Place {
    case root
    case path(VaultPath)
  }

  /// The place that `word` names: from the current folder if that is in the vault, else from the vault's root.
  ///
  /// Nil if it leads out of the vault.
  static func place(of word: String, in vault: Vault) -> Place? {
    guard !word.isEmpty, let folder = SystemPath.current else { return nil }
    let roots = roots(of: vault, currentFolder: folder)
    let isInside = roots.contains { folder == $0 || folder.hasPrefix($0 + "/") }
    let base = isInside ? folder : roots.first ?? folder
    let absolute = normalized(word.hasPrefix("/") ? word : base + "/" + word)
    for root in roots {
      if absolute == root { return .root }
      guard absolute.hasPrefix(root + "/") else { continue }
      return VaultPath(String(absolute.dropFirst(root.count + 1))).map(Place.path)
    }
    return nil
  }

  /// The vault's root as named and as the system resolves it: a path may start with either.
  private static func roots(of vault: Vault, currentFolder: String) -> [String] {
    let path = vault.folder.path
    let named = normalized(path.hasPrefix("/") ? path : currentFolder + "/" + path)
    return [named, SystemPath.resolved(path)].compactMap { $0 }.filter { $0 != "/" }
  }

  /// Without `.`, `..` and repeated slashes; `path` is absolute.
  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }
}
