#if os(Linux)
  /// Numbers of system calls that Swift does not import because of `_GNU_SOURCE`, and of those that `ScanCall` makes
  /// itself (linux/asm/unistd.h); nil on machines that are not listed here.
  enum LinuxCall {
    #if arch(x86_64)
      static let renameat2: Int? = 316
      static let statx: Int? = 332
      static let syncfs: Int? = 306
      static let getdents64: Int? = 217
      static let openat: Int? = 257
      static let read: Int? = 0
      static let close: Int? = 3
    #elseif arch(arm64) || arch(riscv64)
      static let renameat2: Int? = 276
      static let statx: Int? = 291
      static let syncfs: Int? = 267
      static let getdents64: Int? = 61
      static let openat: Int? = 56
      static let read: Int? = 63
      static let close: Int? = 57
    #else
      static let renameat2: Int? = nil
      static let statx: Int? = nil
      static let syncfs: Int? = nil
      static let getdents64: Int? = nil
      static let openat: Int? = nil
      static let read: Int? = nil
      static let close: Int? = nil
    #endif
  }

  /// Makes a system call with five arguments.
  ///
  /// syscall(2) is variadic in C, which Swift does not import; on the machines listed above the first six words of a variadic
  /// call are passed as those of other calls.
  @_silgen_name("syscall")
  func linuxCall(_ number: Int, _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Int
#endif
