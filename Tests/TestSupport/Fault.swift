#if os(Linux)
  /// What goes wrong at one system call.
  package struct Fault: CustomStringConvertible {
    package let point: SystemCallTrace.Point
    /// As strace takes it.
    package let injection: String

    package var description: String { "\(injection) at \(point)" }

    /// Whether something may be left because of it: a temporary object that cannot be removed is git's to clear
    /// away.
    package func excuses(_ damage: String) -> Bool {
      point.call.hasPrefix("unlink") && damage.contains("tmp_object_git2_")
    }

    /// All faults that can be at a call: it fails as such calls do, or the process ends there.
    package static func all(at point: SystemCallTrace.Point) -> [Fault] {
      let errors =
        switch point.call {
        // Not every file system can do it to a folder.
        case "fsync", "fdatasync": ["EIO", "EINVAL"]
        case let call where call.hasPrefix("unlink") || call.hasPrefix("rmdir"): ["EIO"]
        default: ["EIO", "ENOSPC"]
        }
      return (errors.map { "error=\($0)" } + ["signal=KILL"]).map {
        Fault(point: point, injection: $0)
      }
    }
  }
#endif
