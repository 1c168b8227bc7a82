#if os(Linux)
  private import Foundation

  /// What strace(1) tells about a program, and what it has go wrong in it.
  package enum SystemCallTrace {
    /// The calls that change something, of whatever processor; those that it does not have are passed over.
    private static let changing = [
      "open", "openat", "creat", "write", "pwrite64", "writev", "copy_file_range", "rename",
      "renameat",
      "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "mkdir",
      "mkdirat",
      "rmdir", "fsync", "fdatasync", "ftruncate", "fallocate", "chmod", "fchmod", "fchmodat",
      "utimensat",
    ]

    /// Whether strace is here, and may trace.
    package static let isPossible: Bool = {
      let output = try? run(
        "/bin/true", [], in: "/", environment: [:], options: ["-o", "/dev/null"])
      return output?.status == 0
    }()

    /// One call of a program, the so many-th of its kind.
    package struct Point: CustomStringConvertible {
      package let call: String
      /// From 1 on.
      package let number: Int
      /// As strace printed it.
      package let line: String
      package var description: String { "\(call) \(number): \(line)" }
    }

    /// The calls by which the first thread of `tl` changes something; it runs to its end.
    package static func points(
      of program: String, _ arguments: [String], in folder: String, environment: [String: String]
    ) throws -> [Point] {
      let scratch = try TemporaryFolder()
      let calls = changing.map { "?\($0)" }.joined(separator: ",")
      let output = try run(
        program, arguments, in: folder, environment: environment,
        options: ["-o", scratch.path("trace"), "-e", "trace=\(calls)"])
      guard [0, 3].contains(output.status) else {
        throw CommandFailure(description: output.stdoutText + output.stderrText)
      }
      var counts: [String: Int] = [:]
      var points: [Point] = []
      for line in try scratch.readText("trace").split(separator: "\n") {
        guard let call = line.split(separator: "(").first, changing.contains(String(call)) else {
          continue
        }
        let number = counts[String(call), default: 0] + 1
        counts[String(call)] = number
        // Files that are opened to be read, and what is printed.
        if call.hasPrefix("open"), !line.contains("O_CREAT") { continue }
        if line.hasPrefix("write(1,") || line.hasPrefix("write(2,") { continue }
        points.append(Point(call: String(call), number: number, line: String(line)))
      }
      return points
    }

    /// Runs a program in which one call goes wrong.
    ///
    /// - Parameter injection: such as `error=EIO`.
    package static func run(
      _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
      with injection: String, at point: Point
    ) throws -> CommandOutput {
      try run(
        program, arguments, in: folder, environment: environment,
        options: [
          "-o", "/dev/null", "-e", "trace=\(point.call)",
          "-e", "inject=\(point.call):\(injection):when=\(point.number)",
        ])
    }

    private static func run(
      _ program: String, _ arguments: [String], in folder: String, environment: [String: String],
      options: [String]
    ) throws -> CommandOutput {
      // Strace is found by the path of this process, and the program gets that of `environment`.
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let inner = environment.map { "--env=\($0.key)=\($0.value)" }
      let all = ["strace"] + options + inner + ["--", program] + arguments
      return try runProgram("/usr/bin/env", all, in: folder, environment: ["PATH": path])
    }
  }
#endif
