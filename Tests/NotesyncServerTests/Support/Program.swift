import Foundation

/// A program that runs beside the test.
final class Program {
  private let process = Process()
  private let log: String

  init(
    _ program: String, _ arguments: [String], log: String, _ environment: [String: String]
  ) throws {
    self.log = "\(log)-\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: self.log, contents: nil)
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: self.log)
    process.standardError = process.standardOutput
    try process.run()
  }

  var output: String {
    String(decoding: (try? Data(contentsOf: URL(fileURLWithPath: log))) ?? Data(), as: UTF8.self)
  }
  var status: Int32 { process.terminationStatus }

  func kill() { signal(SIGKILL) }
  func signal(_ number: Int32) { _ = Foundation.kill(process.processIdentifier, number) }
  func wait() { process.waitUntilExit() }
}
