#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Looks for a program in the folders of `PATH`.
///
/// Folders that are not absolute are passed over: what they mean depends on where tl was started,
/// which may be inside of somebody else's vault.
///
/// - Returns: its path; nil where there is none.
package func findProgram(_ name: String, path: String?) -> String? {
  for folder in (path ?? "").split(separator: ":") where folder.hasPrefix("/") {
    let candidate = "\(folder)/\(name)"
    var status = stat()
    guard stat(candidate, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
    if access(candidate, X_OK) == 0 { return candidate }
  }
  return nil
}

/// Whether a folder is there, behind links too.
func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
