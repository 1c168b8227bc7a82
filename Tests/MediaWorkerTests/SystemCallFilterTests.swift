import Testing

@testable import MediaWorker

@Suite("The filter of system calls")
struct SystemCallFilterTests {
  private static let (allow, kill): (UInt32, UInt32) = (0x7FFF_0000, 0x8000_0000)
  private static let (refuse, unknown): (UInt32, UInt32) = (0x0005_0001, 0x0005_0026)

  /// Numbers of x86-64 and of the generic table (asm/unistd_64.h, asm-generic/unistd.h).
  private static let calls: [(name: String, x86: UInt32?, arm: UInt32?, [UInt32], UInt32)] = [
    ("read", 0, 63, [], allow), ("futex", 202, 98, [], allow), ("exit_group", 231, 94, [], allow),
    ("recvmsg", 47, 212, [], allow), ("mmap", 9, 222, [], allow),
    ("open", 2, nil, [], refuse), ("openat", 257, 56, [], refuse),
    ("openat2", 437, 437, [], refuse), ("open_by_handle_at", 304, 265, [], refuse),
    ("creat", 85, nil, [], refuse), ("unlinkat", 263, 35, [], refuse),
    ("renameat2", 316, 276, [], refuse), ("socket", 41, 198, [], refuse),
    ("socketpair", 53, 199, [], refuse), ("connect", 42, 203, [], refuse),
    ("bind", 49, 200, [], refuse), ("execve", 59, 221, [], refuse),
    ("execveat", 322, 281, [], refuse), ("fork", 57, nil, [], refuse),
    ("vfork", 58, nil, [], refuse), ("kill", 62, 129, [], refuse), ("tgkill", 234, 131, [], refuse),
    ("ptrace", 101, 117, [], refuse), ("process_vm_writev", 311, 271, [], refuse),
    ("fcntl", 72, 25, [], refuse), ("io_uring_setup", 425, 425, [], refuse),
    ("bpf", 321, 280, [], refuse), ("seccomp", 317, 277, [], refuse),
    ("memfd_create", 319, 279, [], refuse), ("pidfd_getfd", 438, 438, [], refuse),
    // Threads, processes, and what cannot be looked into.
    ("clone", 56, 220, [0x003D_0F00], allow), ("clone", 56, 220, [17], refuse),
    ("clone", 56, 220, [0x4111], refuse), ("clone3", 435, 435, [], unknown),
    ("prlimit64", 302, 261, [0, 0], allow), ("prlimit64", 302, 261, [0, 2], refuse),
    ("prlimit64", 302, 261, [1, 0], refuse), ("prctl", 157, 167, [15], allow),
    ("prctl", 157, 167, [4], refuse), ("newfstatat", 262, 79, [5, 0, 0, 0x1000], allow),
    ("newfstatat", 262, 79, [5, 0, 0, 0], refuse),
    // The numbers of the x32 interface.
    ("read of x32", 0x4000_0000, nil, [], refuse), ("openat of x32", 0x4000_0101, nil, [], refuse),
  ]

  @Test(
    "calls are allowed and refused on both machines", arguments: SystemCallFilter.Machine.allCases)
  func calls(machine: SystemCallFilter.Machine) {
    let program = SystemCallFilter.instructions(for: machine)
    for (name, x86, arm, arguments, action) in Self.calls {
      guard let number = machine == .x86 ? x86 : arm else { continue }
      var data = [number, machine.rawValue, 0, 0]
      // Each in 64 bits.
      for argument in arguments { data += [argument, 0] }
      #expect(run(program, on: data) == action, "\(name) \(arguments)")
    }
  }

  @Test("a call by another machine's numbers ends the process")
  func otherMachine() {
    for machine in SystemCallFilter.Machine.allCases {
      let other: UInt32 = machine == .x86 ? 0x4000_0003 : 0x4000_0028
      #expect(run(SystemCallFilter.instructions(for: machine), on: [0, other]) == Self.kill)
    }
  }

  @Test("every number gets an answer, and no jump leaves the program")
  func allNumbers() {
    for machine in SystemCallFilter.Machine.allCases {
      let program = SystemCallFilter.instructions(for: machine)
      var allowed = 0
      for number in UInt32(0)..<1024 {
        let action = run(program, on: [number, machine.rawValue])
        #expect(action != nil, "\(number)")
        if action == Self.allow { allowed += 1 }
      }
      #expect(allowed > 35 && allowed < 50)
    }
  }

  /// Interprets the program over struct seccomp_data in words of 32 bits, whose missing ones are 0; nil if it is no valid
  /// one.
  private func run(_ program: [UInt64], on data: [UInt32]) -> UInt32? {
    var loaded: UInt32 = 0
    var place = 0
    while program.indices.contains(place) {
      let word = program[place]
      let (then, other) = (Int(word >> 16 & 0xFF), Int(word >> 24 & 0xFF))
      let operand = UInt32(truncatingIfNeeded: word >> 32)
      place += 1
      switch word & 0xFFFF {
      case 0x20:
        guard operand % 4 == 0, operand < 64 else { return nil }
        loaded = data.indices.contains(Int(operand / 4)) ? data[Int(operand / 4)] : 0
      case 0x15: place += loaded == operand ? then : other
      case 0x45: place += loaded & operand != 0 ? then : other
      case 0x06: return operand
      default: return nil
      }
    }
    return nil
  }
}
