import Foundation
import TestSupport

@testable import VaultFormat
@testable import VaultSync

extension SyncDevice {
  /// Has the program `tl` sync the vault.
  ///
  /// - Parameter end: after so many milliseconds it is killed, as by a lost battery, at whatever point it is;
  ///   nil: it comes to its end.
  /// - Returns: how long it took, in milliseconds.
  @discardableResult
  func syncByProgram(killedAfter end: Int? = nil) throws -> Int {
    // Git at the remote still stores what it has received from a killed program, and moves the branch.
    let folder = URL(fileURLWithPath: root).deletingLastPathComponent().deletingLastPathComponent()
    let isReceiving = "pgrep -f '[r]eceive-pack.*\(folder.lastPathComponent)' >/dev/null"
    let pause = end.map {
      "& /bin/sleep \(Double($0) / 1000); kill -9 $! 2>/dev/null; wait;"
        + " while \(isReceiving); do /bin/sleep 0.01; done"
    }
    let start = Date()
    let output = try TestSupport.runProgram(
      "/bin/sh", ["-c", "\"$0\" sync --allow-deletes \(pause ?? "")", executable()], in: path,
      environment: programEnvironment)
    // The shell may have words of its own; those of tl mean that something had gone wrong before.
    let errors = output.stderrText.split(separator: "\n").filter { $0.contains("tl: error") }
    guard errors.isEmpty else { throw CommandFailure(description: errors.joined(separator: "\n")) }
    return Int(Date().timeIntervalSince(start) * 1000)
  }
}

extension SyncDevices {
  /// Removes the locks of branches that a killed program left in a remote, as whoever keeps it would.
  ///
  /// Without a git program tl writes to a remote on the same machine by itself; git's own removes its locks when
  /// the other side is gone.
  static func removeAbandonedLocks(in remote: String) throws {
    let branches = remote + "/refs/heads"
    for name in try FileManager.default.contentsOfDirectory(atPath: branches)
    where name.hasSuffix(".lock") {
      try FileManager.default.removeItem(atPath: branches + "/" + name)
    }
  }
}
