import Foundation
import TestSupport
import Testing

/// Runs the program in Tests/SyncProbe, which does one write and then ends or kills itself.
struct Probe {
  var output: String
  /// The exit code, or the signal that ended it as a negative number.
  var status: Int32

  static func run(_ arguments: [String]) throws -> Probe {
    let running = try Probe.start(arguments)
    return running.finish()
  }

  static func start(_ arguments: [String]) throws -> RunningProbe {
    let process = Process()
    process.executableURL = URL(filePath: try #require(builtProgram("SyncProbe")))
    process.arguments = arguments
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    return RunningProbe(process: process, input: input, output: output)
  }
}

struct RunningProbe {
  let process: Process
  let input: Pipe
  let output: Pipe

  /// Waits for the first line that it prints.
  func firstLine() -> String {
    var line = Data()
    while let byte = try? output.fileHandleForReading.read(upToCount: 1), byte != Data([0x0A]) {
      if byte.isEmpty { break }
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  func finish() -> Probe {
    try? input.fileHandleForWriting.close()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    let status =
      process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
    return Probe(output: text.trimmingCharacters(in: .whitespacesAndNewlines), status: status)
  }
}
