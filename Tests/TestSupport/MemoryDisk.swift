private import Foundation

/// A small file system in memory in place of a folder, gone when this value is.
package final class MemoryDisk {
  private let place: String

  /// Nil where the machine does not let this user mount.
  package convenience init?(at place: String, size: String) {
    self.init(at: place, option: "size=\(size)")
  }

  /// - Parameter option: of `mount` for such a file system.
  package init?(at place: String, option: String) {
    self.place = place
    #if os(Linux)
      guard Self.run(["mount", "-t", "tmpfs", "-o", option, "tmpfs", place]) else {
        return nil
      }
    #else
      return nil
    #endif
  }

  deinit { _ = Self.run(["umount", place]) }

  package func makeReadOnly() -> Bool { Self.run(["mount", "-o", "remount,ro", place]) }

  private static func run(_ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
