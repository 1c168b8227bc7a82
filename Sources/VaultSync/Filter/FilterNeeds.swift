package import Git
package import VaultFormat
internal import VaultStore

/// The conversion of files by git, by the attributes of one version.
///
/// `AttributeLookup` decides which program runs, since plain content would leak if tl missed a filter; line ends are
/// converted by libgit2, which reads the attributes itself.
final class FilterNeeds {
  private let repository: Repository
  private let lookup: AttributeLookup
  private var known: [VaultPath: FilterNeed] = [:]

  /// - Parameter repository: with the work tree whose attributes decide on line ends.
  init(_ repository: Repository, _ lookup: AttributeLookup) {
    self.repository = repository
    self.lookup = lookup
  }

  func need(of path: VaultPath) throws(GitError) -> FilterNeed {
    if let need = known[path] { return need }
    let need = try find(path)
    known[path] = need
    return need
  }

  private func find(_ path: VaultPath) throws(GitError) -> FilterNeed {
    let values: [String: AttributeValue]
    do {
      values = try lookup.values(of: ["filter", "working-tree-encoding"], at: path)
    } catch {
      throw (error as? GitError)
        ?? GitError(.other, operation: "read git's attributes", message: "\(error)")
    }
    if case .value(let driver)? = values["filter"], !driver.isEmpty { return .driver(driver) }
    switch values["working-tree-encoding"] {
    case nil, .unspecified: break
    case .value(let name) where name.isEmpty || Self.isUTF8(name): break
    case .value(let name): return .encoding(name)
    // Git rejects both as errors.
    case .set, .unset: return .encoding("")
    }
    return try repository.convertsText(of: path) ? .text : .none
  }

  private static func isUTF8(_ name: String) -> Bool {
    ["utf-8", "utf8"].contains(name.lowercased())
  }
}

extension Repository {
  /// The conversion of a file at this path of the work tree.
  package func filterNeed(of path: VaultPath) throws(GitError) -> FilterNeed {
    try filterNeeds(readIndex()).need(of: path)
  }

  /// The filters of many paths of the folder; nil if no file is converted.
  ///
  /// - Parameter changes: may have attribute files that the index lacks.
  func filterNeedsOfFolder(_ changes: [TreeChange]) throws(GitError) -> FilterNeeds? {
    let index = try readIndex()
    let bringsAttributes = changes.contains {
      $0.path.name.elementsEqual(AttributeView.attributes)
    }
    if bringsAttributes { return try filterNeeds(index) }
    return try mayFilter(index: index) ? filterNeeds(index) : nil
  }

  func filterNeeds(_ index: GitIndex) throws(GitError) -> FilterNeeds {
    let vault: VaultFolder
    do {
      vault = try VaultFolder(opening: vaultRoot)
    } catch {
      throw GitError(.other, operation: "read git's attributes", message: "\(error)")
    }
    return FilterNeeds(self, try AttributeLookup(in: vault, index: index, repository: self))
  }
}

/// The filters in git's settings: the meaning of the attribute `filter=NAME` on this device.
struct FilterDrivers {
  /// The names of filters with a program for a direction.
  private var cleaning: Set<String> = []
  private var smudging: Set<String> = []

  /// - Parameter settings: the output of `git config -z --get-regexp` for `filter.*`: key, line feed, value, NUL.
  init(parsing settings: [UInt8]) {
    var programs: [String: Bool] = [:]
    for entry in settings.split(separator: 0) {
      let parts = entry.split(
        separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      // Of several values of one key the last one counts.
      programs[String(decoding: parts[0], as: UTF8.self)] = !parts[1].isEmpty
    }
    for (key, hasProgram) in programs where hasProgram {
      guard let dot = key.lastIndex(of: "."), key.hasPrefix(Self.section),
        key.index(key.startIndex, offsetBy: Self.section.count) <= dot
      else { continue }
      let name = String(key[..<dot].dropFirst(Self.section.count))
      switch key[dot...] {
      case ".clean": cleaning.insert(name)
      case ".smudge": smudging.insert(name)
      case ".process":
        cleaning.insert(name)
        smudging.insert(name)
      default: continue
      }
    }
  }

  private static let section = "filter."

  func cleans(_ name: String) -> Bool { cleaning.contains(name) }

  /// Environment variables with settings that make a failing filter an error.
  ///
  /// Git itself stores plain content if a filter fails that is not `required`.
  func requiring(_ direction: FilterDirection) -> [String: String] {
    let names = (direction == .clean ? cleaning : smudging).sorted()
    var variables = ["GIT_CONFIG_COUNT": "\(names.count)"]
    for (number, name) in names.enumerated() {
      variables["GIT_CONFIG_KEY_\(number)"] = "\(Self.section)\(name).required"
      variables["GIT_CONFIG_VALUE_\(number)"] = "true"
    }
    return variables
  }
}

enum FilterDirection {
  /// From the folder to the repository.
  case clean
  /// From the repository to the folder.
  case smudge
}
