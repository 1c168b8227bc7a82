#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A program with its arguments, to be started as often as wanted.
package struct ChildProcess: Sendable {
  /// Path of the program; `PATH` is not searched.
  package var program: String
  package var arguments: [String]
  /// The whole environment of the program, each entry `NAME=value`.
  package var environment: [String]

  package init(program: String, arguments: [String], environment: [String]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Starts the program without input, waits for its end and returns what it cost.
  ///
  /// - Parameters:
  ///   - output: the file that takes the standard output; it is emptied first.
  ///   - errors: the same for the standard error output.
  /// - Throws: `SystemError` if the program cannot be started.
  package func run(
    output: String = "/dev/null", errors: String = "/dev/null"
  ) throws(SystemError) -> Measurement {
    let files = try OpenedFiles(output: output, errors: errors)
    defer { files.close() }
    let before = monotonicSeconds()
    let process = try start(files)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw SystemError(subject: program, code: errno) }
    }
    return Measurement(
      wall: monotonicSeconds() - before, user: seconds(usage.ru_utime),
      system: seconds(usage.ru_stime), peakMemory: peakBytes(usage), exitCode: exitCode(status))
  }

  private func start(_ files: OpenedFiles) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (source, target) in [(files.input, 0), (files.output, 1), (files.errors, 2)] {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    let words = CStrings([program] + arguments)
    let settings = CStrings(environment)
    defer {
      words.free()
      settings.free()
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, program, &actions, nil, words.pointers, settings.pointers)
    guard code == 0 else { throw SystemError(subject: program, code: code) }
    return process
  }
}

/// The three standard files of a program; they close themselves when a program is started.
private struct OpenedFiles {
  let input: Int32
  let output: Int32
  let errors: Int32

  init(output: String, errors: String) throws(SystemError) {
    let writing = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    input = try Self.opened("/dev/null", O_RDONLY | O_CLOEXEC)
    self.output = try Self.opened(output, writing)
    self.errors = try Self.opened(errors, writing)
  }

  private static func opened(_ path: String, _ flags: Int32) throws(SystemError) -> Int32 {
    let file = open(path, flags, 0o666)
    guard file >= 0 else { throw SystemError(subject: path, code: errno) }
    return file
  }

  func close() {
    for file in [input, output, errors] { _ = systemClose(file) }
  }
}

private func systemClose(_ file: Int32) -> Int32 { close(file) }

/// A list of C strings, ended by a null pointer, as the system wants arguments.
private struct CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

  func free() {
    for pointer in pointers { releaseMemory(pointer) }
  }
}

private func releaseMemory(_ pointer: UnsafeMutablePointer<CChar>?) { free(pointer) }

private func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

private func seconds(_ time: timeval) -> Double {
  Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}

/// The system reports kilobytes, on macOS bytes.
func peakBytes(_ usage: rusage) -> Int {
  #if canImport(Darwin)
    Int(usage.ru_maxrss)
  #else
    Int(usage.ru_maxrss) * 1024
  #endif
}

private func exitCode(_ status: Int32) -> Int32 {
  let signal = status & 0x7F
  return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
}
