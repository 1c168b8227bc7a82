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
