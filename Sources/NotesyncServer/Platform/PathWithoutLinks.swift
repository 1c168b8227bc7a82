#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The path of what is there, without links.
func pathWithoutLinks(_ path: String) throws(PrivateFileError) -> String {
  guard let found = realpath(path, nil) else { throw PrivateFileError(path, errno) }
  defer { free(found) }
  return String(cString: found)
}
