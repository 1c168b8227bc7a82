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

  /// The number of the user.
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
