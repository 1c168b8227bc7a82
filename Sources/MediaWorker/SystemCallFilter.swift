/// The system calls that tl-media may still make once it reads what strangers have made.
///
/// A filter for seccomp(2): instructions of classic BPF as in linux/filter.h, over struct seccomp_data. Nothing else is
/// allowed: no file is opened, no socket made, no program started, no other process touched. A refused call fails with
/// EPERM, and libvips with an error; the C library asks again by `clone` when there is no `clone3`.
enum SystemCallFilter {
  /// A call by its number on x86-64 and on the machines that share the generic table (asm-generic/unistd.h); nil where
  /// the machine has no such call.
  private typealias Call = (x86: UInt32?, generic: UInt32?)

  /// In the order of their frequency.
  private static let allowed: [(name: String, call: Call)] = [
    ("futex", (202, 98)), ("sendto", (44, 206)), ("recvmsg", (47, 212)),
    ("pread64", (17, 67)), ("mmap", (9, 222)), ("munmap", (11, 215)),
    ("mprotect", (10, 226)), ("madvise", (28, 233)), ("mremap", (25, 216)),
    ("brk", (12, 214)), ("read", (0, 63)), ("write", (1, 64)),
    ("readv", (19, 65)), ("writev", (20, 66)), ("close", (3, 57)),
    ("fstat", (5, 80)), ("lseek", (8, 62)),
    ("poll", (7, nil)), ("ppoll", (271, 73)), ("sendmsg", (46, 211)),
    ("recvfrom", (45, 207)), ("rt_sigaction", (13, 134)),
    ("rt_sigprocmask", (14, 135)), ("rt_sigreturn", (15, 139)),
    ("sigaltstack", (131, 132)), ("sched_yield", (24, 124)),
    ("sched_getaffinity", (204, 123)), ("sched_getattr", (315, 275)),
    ("nanosleep", (35, 101)), ("clock_nanosleep", (230, 115)),
    ("clock_gettime", (228, 113)), ("gettimeofday", (96, 169)),
    ("getrusage", (98, 165)), ("getpid", (39, 172)), ("gettid", (186, 178)),
    ("getcpu", (309, 168)), ("sysinfo", (99, 179)), ("getrandom", (318, 278)),
    ("membarrier", (324, 283)), ("rseq", (334, 293)),
    ("set_robust_list", (273, 99)), ("restart_syscall", (219, 128)),
    ("exit", (60, 93)), ("exit_group", (231, 94)),
  ]

  /// What has to be true of an argument, whose lower 32 bits are looked at.
  private enum Condition {
    case equals(argument: UInt32, UInt32)
    case hasBit(argument: UInt32, UInt32)
  }

  private static let conditional: [(name: String, call: Call, conditions: [Condition])] = [
    // Threads, not processes: CLONE_THREAD.
    ("clone", (56, 220), [.hasBit(argument: 0, 0x1_0000)]),
    // Of an open file: AT_EMPTY_PATH. A name that comes with it gets no more than the file's size and times.
    ("newfstatat", (262, 79), [.hasBit(argument: 3, 0x1000)]),
    // RLIMIT_CPU of this process.
    ("prlimit64", (302, 261), [.equals(argument: 0, 0), .equals(argument: 1, 0)]),
    // PR_SET_NAME: names of threads.
    ("prctl", (157, 167), [.equals(argument: 0, 15)]),
  ]

  private static let clone3: Call = (435, 435)

  /// A machine as linux/audit.h numbers it.
  enum Machine: UInt32, CaseIterable {
    case x86 = 0xC000_003E
    case arm = 0xC000_00B7

    /// Nil on machines that the tables do not know.
    static var own: Machine? {
      #if arch(x86_64)
        return .x86
      #elseif arch(arm64)
        return .arm
      #else
        return nil
      #endif
    }
  }

  static func instructions(for machine: Machine) -> [UInt64] {
    func number(_ call: Call) -> UInt32? { machine == .x86 ? call.x86 : call.generic }
    // Another machine's calls have other numbers.
    var program = [
      load(offset: 4), jumpIfEqual(machine.rawValue, else: 0, then: 1), finish(killProcess),
      load(offset: 0),
    ]
    for (_, call) in allowed {
      guard let number = number(call) else { continue }
      program += [jumpIfEqual(number, else: 1), finish(allow)]
    }
    for (_, call, conditions) in conditional {
      guard let number = number(call) else { continue }
      let checks = self.checks(conditions)
      program += [jumpIfEqual(number, else: UInt8(checks.count))] + checks
    }
    if let number = number(clone3) {
      program += [jumpIfEqual(number, else: 1), finish(fail | noSuchCall)]
    }
    return program + [finish(fail | notPermitted)]
  }

  /// Ends the filter in any case.
  private static func checks(_ conditions: [Condition]) -> [UInt64] {
    var rest = [finish(allow), finish(fail | notPermitted)]
    for condition in conditions.reversed() {
      // Past all that follows except the refusal at its end.
      let toRefusal = UInt8(rest.count - 1)
      switch condition {
      case .equals(let argument, let value):
        rest = [load(argument: argument), jumpIfEqual(value, else: toRefusal)] + rest
      case .hasBit(let argument, let bit):
        rest = [load(argument: argument), jumpIfBit(bit, else: toRefusal)] + rest
      }
    }
    return rest
  }
}

// MARK: - Instructions

extension SystemCallFilter {
  private static let allow: UInt32 = 0x7FFF_0000  // SECCOMP_RET_ALLOW
  private static let fail: UInt32 = 0x0005_0000  // SECCOMP_RET_ERRNO
  private static let killProcess: UInt32 = 0x8000_0000  // SECCOMP_RET_KILL_PROCESS
  private static let notPermitted: UInt32 = 1  // EPERM
  private static let noSuchCall: UInt32 = 38  // ENOSYS

  /// struct sock_filter: the code in 16 bits, the two distances in 8 each, the operand in 32.
  private static func instruction(
    _ code: UInt16, then: UInt8 = 0, else other: UInt8 = 0, _ operand: UInt32
  ) -> UInt64 {
    UInt64(code) | UInt64(then) << 16 | UInt64(other) << 24 | UInt64(operand) << 32
  }

  /// Loads 32 bits: BPF_LD | BPF_W | BPF_ABS.
  private static func load(offset: UInt32) -> UInt64 { instruction(0x20, offset) }

  /// The lower half comes first: the machines that the tables know keep numbers that way.
  private static func load(argument: UInt32) -> UInt64 { load(offset: 16 + 8 * argument) }

  /// Compares what was loaded: BPF_JMP | BPF_JEQ | BPF_K.
  private static func jumpIfEqual(_ value: UInt32, else other: UInt8, then: UInt8 = 0) -> UInt64 {
    instruction(0x15, then: then, else: other, value)
  }

  /// Looks at a bit of what was loaded: BPF_JMP | BPF_JSET | BPF_K.
  private static func jumpIfBit(_ bit: UInt32, else other: UInt8) -> UInt64 {
    instruction(0x45, else: other, bit)
  }

  /// Ends the filter: BPF_RET | BPF_K.
  private static func finish(_ action: UInt32) -> UInt64 { instruction(0x06, action) }
}
