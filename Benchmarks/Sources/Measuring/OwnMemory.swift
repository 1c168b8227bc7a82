#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The most memory this process has held at once, in bytes.
package func ownPeakMemory() -> Int {
  var usage = rusage()
  // RUSAGE_SELF, which is an enumeration in one C library and a number in the others.
  let ownProcess: Int32 = 0
  getrusage(ownProcess, &usage)
  return peakBytes(usage)
}
