#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension Environment {
  /// Every variable that is set, for the programs that git starts.
  ///
  /// Of a name that stands twice the first counts, as it does for `getenv`.
  package var all: [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      next += 1
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else { continue }
      let name = String(text[..<equals])
      if variables[name] == nil { variables[name] = String(text[text.index(after: equals)...]) }
    }
    return variables
  }

  /// `${XDG_STATE_HOME:-~/.local/state}/tl`; nil without a home.
  package var stateFolder: String? {
    if let folder = self["XDG_STATE_HOME"] { return folder + "/tl" }
    return home.map { $0 + "/.local/state/tl" }
  }
}
