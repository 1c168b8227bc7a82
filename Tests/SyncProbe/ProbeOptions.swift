import SystemCalls
internal import VaultStore
internal import VaultSync

@testable import Git

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What is to befall the process, and how the work is set up.
struct ProbeOptions {
  private var kill: String?
  private var timer: Int?
  private var limit: UInt64?
  private var isNobody: Bool
  private var canExchange: Bool
  private var folds: Bool
  private var threads: Int
  private var printsSteps: Bool
  private var key: String
  private var edit: (step: String, path: String, text: String)?

  init(_ arguments: inout [String]) {
    kill = Self.option("--kill", &arguments)
    timer = Self.option("--after", &arguments).flatMap { Int($0) }
    limit = Self.option("--limit", &arguments).flatMap { UInt64($0) }
    threads = Self.option("--threads", &arguments).flatMap { Int($0) } ?? 1
    key = Self.option("--key", &arguments) ?? "this device"
    isNobody = Self.flag("--nobody", &arguments)
    canExchange = !Self.flag("--no-exchange", &arguments)
    folds = Self.flag("--folds", &arguments)
    printsSteps = Self.flag("--steps", &arguments)
    if let place = arguments.firstIndex(of: "--edit"), place + 3 < arguments.count {
      edit = (arguments[place + 1], arguments[place + 2], arguments[place + 3])
      arguments.removeSubrange(place...(place + 3))
    }
  }

  /// Sets up limits and rights of the process.
  mutating func enter() {
    if let limit { Self.limitFileSize(limit) }
    if isNobody, geteuid() == 0 {
      setgid(65534)
      setuid(65534)
    }
    if let timer {
      var interval = itimerval()
      interval.it_value = timeval(
        tv_sec: .init(timer / 1_000_000), tv_usec: .init(timer % 1_000_000))
      #if canImport(Glibc)
        setitimer(__itimer_which_t(0), &interval, nil)
      #else
        setitimer(ITIMER_REAL, &interval, nil)
      #endif
    }
  }

  func configured(_ vault: VaultFolder, _ repository: Repository) -> Apply {
    var apply = Apply(vault, repository, deviceKey: key, time: "2026-11-20T18:03:11+01:00")
    apply.canExchange = canExchange
    apply.foldsNames = folds
    apply.threads = threads
    apply.indexTimeout = .none
    var count = 0
    apply.onStep = { step in
      count += 1
      if printsSteps { print("step \(step.rawValue)") }
      if let edit, edit.step == step.rawValue { Self.save(edit.text, vault.path + "/" + edit.path) }
      if "\(count)" == kill { Self.killSelf() }
    }
    return apply
  }

  func writer(_ vault: VaultFolder) -> AtomicFileWriter {
    var writer = AtomicFileWriter(vault) { step in
      if step.rawValue == kill { Self.killSelf() }
    }
    writer.canExchange = canExchange
    return writer
  }

  private static func killSelf() {
    #if canImport(Glibc)
      Glibc.kill(getpid(), SIGKILL)
    #else
      Darwin.kill(getpid(), SIGKILL)
    #endif
    exit(70)
  }

  /// As editors do that write in place; `/delete` removes the file.
  private static func save(_ text: String, _ path: String) {
    if text == "/delete" {
      unlink(path)
      return
    }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    _ = write(file, text, text.utf8.count)
    close(file)
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
}
