import Foundation

/// Mounts a file system in memory; false where the machine does not let this user.
func mountMemory(_ place: String, _ options: String...) -> Bool {
  #if os(Linux)
    run(["mount", "-t", "tmpfs"] + options + ["tmpfs", place]) == 0
  #else
    false
  #endif
}

func unmount(_ place: String) {
  _ = run(["umount", place])
}

/// The exit code of a program; nothing of what it prints is shown.
func run(_ arguments: [String]) -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = arguments
  process.standardError = FileHandle.nullDevice
  process.standardOutput = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return -1 }
  process.waitUntilExit()
  return process.terminationStatus
}
