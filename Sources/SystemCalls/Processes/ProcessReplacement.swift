#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Replaces this process by another program with the same environment; returns only if that fails.
package func replaceProcess(with program: String, _ arguments: some Sequence<String>) {
  var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
  execv(program, &words)
  for word in words { free(word) }
}
