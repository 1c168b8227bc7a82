/// Memory that a process has freed.
package enum FreeMemory {
  /// Gives it back to the system, where the C library would keep it: glibc does so between objects that are in use.
  ///
  /// Takes some milliseconds for a hundred megabytes. Does nothing on other systems.
  package static func giveBack() {
    #if canImport(Glibc)
      _ = mallocTrim(0)
    #endif
  }
}

#if canImport(Glibc)
  /// malloc_trim(3), which is in no header that Swift's module of glibc has.
  @_silgen_name("malloc_trim")
  private func mallocTrim(_ kept: Int) -> Int32
#endif
