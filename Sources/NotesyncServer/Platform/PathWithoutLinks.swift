internal import Notesync

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The path of what is there, without links.
func pathWithoutLinks(_ path: String) throws(SystemFailure) -> String {
  guard let found = realpath(path, nil) else { throw SystemFailure(path, code: errno) }
  defer { free(found) }
  return String(cString: found)
}
