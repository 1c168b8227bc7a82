#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The environment variables of this process, or others in their place.
///
/// An empty variable counts as unset.
package struct Environment: Sendable {
  /// Nil for those of this process.
  private var given: [String: String]?

  package init() {}

  package init(_ variables: [String: String]) { given = variables }

  package subscript(name: String) -> String? {
    if let given { return given[name].flatMap { $0.isEmpty ? nil : $0 } }
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// All variables.
  ///
  /// All variables; of two with the same name the first counts, as for `getenv`.
  package var all: [String: String] {
    if let given { return given }
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

  /// The first program of that name in `PATH`; nil if there is none.
  package func program(_ name: String) -> String? {
    findProgram(name, path: self["PATH"] ?? "/usr/bin:/bin")
  }
}

/// Searches a program in the folders of `PATH`.
///
/// Relative folders are skipped: they depend on the current folder, which may be in someone else's vault.
///
/// - Returns: its path; nil if there is none.
package func findProgram(_ name: String, path: String?) -> String? {
  for folder in (path ?? "").split(separator: ":") where folder.hasPrefix("/") {
    let candidate = "\(folder)/\(name)"
    guard (try? FileDescriptor.status(ofPath: candidate))?.kind == .file else { continue }
    if access(candidate, X_OK) == 0 { return candidate }
  }
  return nil
}
