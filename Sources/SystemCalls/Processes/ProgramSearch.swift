#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Searches a program in the folders of `PATH`.
///
/// Relative folders are skipped: they depend on the current folder, which may be in someone else's vault.
///
/// - Returns: its path; nil if there is none.
package func findProgram(_ name: String, path: String?) -> String? {
  for folder in (path ?? "").split(separator: ":") where folder.hasPrefix("/") {
    let candidate = "\(folder)/\(name)"
    guard (try? FileDescriptor.status(ofPath: candidate))?.kind == .file else { continue }
    if access(candidate, X_OK) == 0 { return candidate }
  }
  return nil
}
