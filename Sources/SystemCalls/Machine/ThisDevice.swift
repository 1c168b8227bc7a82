#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the system knows about this device, its user and the running program.
package enum ThisDevice {
  /// Empty if it has none.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    // The last byte stays 0: a name that is too long may lack a terminator.
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The full name of the account, or else its login name; empty if neither is known.
  package static var userName: String {
    guard let account = getpwuid(getuid())?.pointee else { return "" }
    let full = account.pw_gecos.map { String(cString: $0) } ?? ""
    let name = full.prefix { $0 != "," }
    return name.isEmpty ? account.pw_name.map { String(cString: $0) } ?? "" : String(name)
  }

  package static var userID: UInt32 { getuid() }

  /// The absolute path of tl itself; nil if it is unknown.
  package static var programPath: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var bytes = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      return SystemPath.resolved(String(cString: bytes))
    #else
      return SystemPath.resolved("/proc/self/exe")
    #endif
  }

  /// The number of available processors.
  package static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Raises the number of files and connections that this process may have open, as far as the system allows.
  ///
  /// - Returns: the new limit.
  package static func raiseOpenFileLimit() -> Int {
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return 256 }
    var raised = limit
    #if canImport(Darwin)
      // More than OPEN_MAX is refused, even if the limit is infinite.
      raised.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, rlim_t(OPEN_MAX)))
    #else
      raised.rlim_cur = limit.rlim_max
    #endif
    if setrlimit(resource, &raised) == 0 { limit = raised }
    return Int(clamping: limit.rlim_cur)
  }
}

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
