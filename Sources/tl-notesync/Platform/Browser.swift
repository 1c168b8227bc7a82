#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Opens an address in the person's browser, without a shell.
enum Browser {
  /// - Parameter program: finds a program on the path.
  /// - Returns: false where there is none to open it.
  static func open(_ address: String, program: (String) -> String?) -> Bool {
    #if canImport(Darwin)
      let names = ["open"]
      var actions: posix_spawn_file_actions_t?
    #else
      let names = ["xdg-open", "wslview"]
      var actions = posix_spawn_file_actions_t()
    #endif
    guard let path = names.lazy.compactMap(program).first else { return false }
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // What browsers print is for nobody.
    for descriptor in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup(address), nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    return posix_spawn(&process, path, &actions, nil, &words, environ) == 0
  }
}
