import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A lock of the vault in a test's folder, held as by another process.
struct HeldLock {
  private let file: Int32

  struct NotTaken: Error {}

  init(_ folder: TemporaryFolder, _ kind: String = "write") throws {
    try folder.makeFolder("vault/.tl/local")
    file = open(folder.path("vault/.tl/local/\(kind).lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else { throw NotTaken() }
  }

  func release() { close(file) }
}
