import SystemCalls
internal import VaultFormat
internal import VaultStore

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// One write in a process of its own, so that a test can have it killed at any step or run it
/// under limits.
///
/// Prints what happened as one word, or the error; never part of the product.
///
///     WriteProbe create|append|lines|trash|lock ROOT PATH TEXT [--kill STEP] [--limit BYTES]
///       [--nobody] [--no-exchange]
@main
enum WriteProbe {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let kill = option("--kill", &arguments)
    if let limit = option("--limit", &arguments).flatMap(UInt64.init) { limitFileSize(limit) }
    if flag("--nobody", &arguments) { becomeNobody() }
    let canExchange = !flag("--no-exchange", &arguments)
    guard arguments.count == 4, let path = VaultPath(arguments[2]) else {
      finish("wrong usage", 64)
    }
    do {
      let vault = try VaultFolder(opening: arguments[1])
      var writer = AtomicFileWriter(vault) { step in
        if step.rawValue == kill { killSelf() }
      }
      writer.canExchange = canExchange
      finish(try run(arguments[0], path, arguments[3], writer), 0)
    } catch let error as StoreError {
      finish("\(error.path): \(error)", 2)
    } catch {
      finish("\(error)", 2)
    }
  }

  private static func run(
    _ verb: String, _ path: VaultPath, _ text: String, _ writer: AtomicFileWriter
  ) throws -> String {
    switch verb {
    case "create":
      return try writer.create(path, Array(text.utf8)) ? "created" : "taken"
    case "append":
      let result = try writer.replace(path) { $0.bytes + text.utf8 }
      return result.isChange ? "written" : "unchanged"
    case "lines":
      for number in 0..<100 {
        let lock = try VaultLock(.write, of: writer.vault)
        try writer.replace(path) { $0.bytes + "\(text) \(number)\n".utf8 }
        _ = consume lock
      }
      return "written"
    case "trash":
      _ = try Trash(writer.vault).put(note: path, at: text)
      return "removed"
    case "lock":
      let lock = try VaultLock(.write, of: writer.vault, timeout: LockTimeout.none)
      print("locked")
      fflush(nil)
      _ = readLine()
      _ = consume lock
      return "released"
    default:
      return "unknown verb"
    }
  }

  private static func option(_ name: String, _ arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else {
      return nil
    }
    defer { arguments.removeSubrange(index...(index + 1)) }
    return arguments[index + 1]
  }

  private static func flag(_ name: String, _ arguments: inout [String]) -> Bool {
    guard let index = arguments.firstIndex(of: name) else { return false }
    arguments.remove(at: index)
    return true
  }

  private static func killSelf() -> Never {
    kill(getpid(), SIGKILL)
    exit(70)
  }

  /// Writing beyond the limit fails with EFBIG instead of ending the process.
  private static func limitFileSize(_ bytes: UInt64) {
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
      setrlimit(RLIMIT_FSIZE, &limit)
    #endif
  }

  /// Root may write everywhere; nobody may not.
  ///
  /// Without effect for other users.
  private static func becomeNobody() {
    if geteuid() == 0 {
      setgid(65534)
      setuid(65534)
    }
  }

  private static func finish(_ text: String, _ code: Int32) -> Never {
    print(text)
    fflush(nil)
    exit(code)
  }
}
