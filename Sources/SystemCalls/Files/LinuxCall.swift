#if os(Linux)
  /// Numbers of system calls that Swift does not import because of `_GNU_SOURCE`, and of those that `ScanCall` makes
  /// itself (linux/asm/unistd.h); nil on machines that are not listed here.
  enum LinuxCall {
    static var renameat2: Int? { number(316, 276) }
    static var statx: Int? { number(332, 291) }
    static var syncfs: Int? { number(306, 267) }
    static var fstatfs: Int? { number(138, 44) }
    static var getdents64: Int? { number(217, 61) }
    static var openat: Int? { number(257, 56) }
    static var read: Int? { number(0, 63) }
    static var close: Int? { number(3, 57) }
    static var prctl: Int? { number(157, 167) }
    static var closeRange: Int? { number(436, 436) }
    static var seccomp: Int? { number(317, 277) }

    @inline(__always)
    private static func number(_ ofX86: Int, _ ofARMAndRISCV: Int) -> Int? {
      #if arch(x86_64)
        return ofX86
      #elseif arch(arm64) || arch(riscv64)
        return ofARMAndRISCV
      #else
        return nil
      #endif
    }
  }

  /// Makes a system call with five arguments.
  ///
  /// syscall(2) is variadic in C, which Swift does not import; on the machines listed above the first six words of a variadic
  /// call are passed as those of other calls.
  @_silgen_name("syscall")
  func linuxCall(_ number: Int, _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int) -> Int
#endif
