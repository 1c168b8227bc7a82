import Foundation
import Synchronization
import TestSupport

/// Ports below those that the system gives to connections: another test cannot be given one before its page listens.
enum PagePorts {
  private static let count = Mutex(0)
  private static let ports = 20_000..<32_000

  /// One where nobody listens.
  static func next() -> Int {
    while true {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let start = Int(ProcessInfo.processInfo.processIdentifier) * 97
      let port = ports.lowerBound + (start + number) % ports.count
      if (try? RawConnection(to: port)) == nil { return port }
    }
  }
}
