import Foundation
import TestSupport
import Testing

/// A random course of events that a seed decides, and what has to hold at its end.
protocol SeededHistory {
  init(seed: UInt64) throws
  /// What happened, for whoever looks for the cause of a failure.
  var story: [String] { get }
  /// - Returns: what must hold and does not; empty: all is well.
  mutating func run() throws -> [String]
}

extension SeededHistory {
  /// Runs many histories, and says of each that fails how to repeat it.
  ///
  /// `VARIABLE=FIRST..LAST` in the environment names their seeds. `TL_SOAK_RECORD` names a file of seeds that are
  /// left out; those that went well are added.
  ///
  /// - Parameter count: so many new ones where the variable is not set, so that they add up over time.
  static func runAll(
    _ variable: String, count: UInt64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let record = try SeedRecord()
    for seed in try seeds(variable, count) where !record.finished.contains(seed) {
      let (problems, story) = outcome(seed)
      if problems.isEmpty {
        try record.add(seed)
      } else {
        let told = ["repeat with \(variable)=\(seed)..\(seed)"] + problems + story
        Issue.record("\(told.joined(separator: "\n"))", sourceLocation: sourceLocation)
      }
    }
  }

  private static func outcome(_ seed: UInt64) -> (problems: [String], story: [String]) {
    var story: [String] = []
    do {
      var history = try Self(seed: seed)
      defer { story = history.story }
      return (try history.run(), history.story)
    } catch {
      return (["\(error)"], story)
    }
  }

  private static func seeds(_ variable: String, _ count: UInt64) throws -> ClosedRange<UInt64> {
    if let asked = try SeedRange.asked(variable) { return asked }
    let first = UInt64.random(in: 0...UInt64(UInt32.max))
    return first...(first + count - 1)
  }
}

enum SeedRange {
  /// What a variable of the environment says, as `FIRST..LAST`; nil where it is not set.
  static func asked(_ variable: String) throws -> ClosedRange<UInt64>? {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    guard let first = numbers.first, let last = numbers.last, first <= last else {
      throw CommandFailure(description: "\(variable)=\(text) is not FIRST..LAST")
    }
    return first...last
  }
}

/// The seeds that went well, a line each; several processes may add to one file.
struct SeedRecord {
  let finished: Set<UInt64>
  private let path: String?

  init() throws {
    path = ProcessInfo.processInfo.environment["TL_SOAK_RECORD"]
    let text = try path.map { try String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    finished = Set(text.split(separator: "\n").compactMap { UInt64($0) })
  }

  func add(_ seed: UInt64) throws {
    guard let path else { return }
    let file = open(path, O_WRONLY | O_APPEND)
    defer { close(file) }
    let line = Array("\(seed)\n".utf8)
    guard write(file, line, line.count) == line.count else {
      throw CommandFailure(description: "\(path) cannot be written")
    }
  }
}
