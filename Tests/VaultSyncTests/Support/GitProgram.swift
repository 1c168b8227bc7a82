import Foundation
import TestSupport

@testable import Git
@testable import VaultSync

/// The git program, run with nothing of this machine's or its user's settings.
///
/// Using it also takes libgit2's eyes off those settings, in this whole process.
enum GitProgram {
  struct Failure: Error, CustomStringConvertible {
    let arguments: [String]
    let status: Int
    let output: String
    var description: String {
      "git \(arguments.joined(separator: " ")): status \(status)\n\(output)"
    }
  }

  /// Runs git in a folder and gives back what it printed.
  ///
  /// - Throws: `Failure`, with both streams, unless git ends with 0.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: String, stdin: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws -> [UInt8] {
    let output = try attempt(arguments, in: folder, stdin: stdin, environment: environment)
    guard output.status == 0 else {
      throw Failure(
        arguments: arguments, status: output.status, output: output.stdoutText + output.stderrText)
    }
    return output.stdout
  }

  /// As `run`, but the end is the caller's to judge.
  static func attempt(
    _ arguments: [String], in folder: String, stdin: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws -> CommandOutput {
    isolateLibrary()
    return try runProgram(
      "/usr/bin/env", ["git"] + arguments, in: folder, stdin: stdin,
      environment: settings.merging(environment) { $1 })
  }

  /// What git prints, as text, without the last end of line.
  static func text(
    _ arguments: [String], in folder: String, environment: [String: String] = [:]
  ) throws -> String {
    let output = try run(arguments, in: folder, environment: environment)
    return String(
      decoding: output.last == UInt8(ascii: "\n") ? output.dropLast() : output[...], as: UTF8.self)
  }

  /// What `git fsck` says of a repository, after `name`; empty where every object is sound and every reference
  /// leads somewhere.
  static func damage(of repository: String, name: String = "git fsck") throws -> [String] {
    let output = try attempt(["fsck", "--strict", "--no-dangling"], in: repository)
    return output.status == 0 ? [] : ["\(name): \(output.stdoutText)\(output.stderrText)"]
  }

  /// No settings but the repository's own; a name and a clock that stands still.
  static let settings: [String: String] = [
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
    "HOME": "/nonexistent", "LC_ALL": "C", "TZ": "UTC",
    "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0",
    "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "1700000000 +0100", "GIT_COMMITTER_DATE": "1700000000 +0100",
  ]

  /// Has libgit2 read no settings but a repository's own.
  static func isolateLibrary() {
    _ = isolation
  }

  private static let isolation: Void = {
    for level in GitLibrary.SearchLevel.allCases {
      try? GitLibrary.search(level, in: "/nonexistent")
    }
  }()
}
