#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The number of files and connections that this process may have open.
package enum OpenFileLimit {
  /// Raises the limit as far as the system allows.
  ///
  /// - Returns: the new limit.
  package static func raise() -> Int {
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
