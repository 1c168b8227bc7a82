#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The computer on which figures were taken, without its name.
package struct Machine: Sendable {
  /// The processor's name as the system gives it, else its architecture.
  package let processor: String
  /// Processors that can be used.
  package let cores: Int
  /// Of the machine, in bytes.
  package let memory: Int
  /// Name and version of the kernel, without what its builder added to it.
  package let kernel: String

  package static var current: Machine {
    let release = nameOfSystem { $0.release }.prefix { $0 != "-" }
    let pages = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    return Machine(
      processor: processorName() ?? architecture(), cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      memory: pages, kernel: "\(nameOfSystem { $0.sysname }) \(release)")
  }

  /// For a folder's name: `amd-epyc-7763-2-cores`.
  package var slug: String {
    let noise: Set<String> = ["r", "tm", "cpu", "processor", "core"]
    let name = processor.lowercased().prefix { $0 != "@" }
    let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    let kept = words.filter { !noise.contains($0) }.prefix(4)
    return (kept + ["\(cores)", "cores"]).joined(separator: "-")
  }

  package init(processor: String, cores: Int, memory: Int, kernel: String) {
    self.processor = processor
    self.cores = cores
    self.memory = memory
    self.kernel = kernel
  }

  private static func processorName() -> String? {
    #if canImport(Darwin)
      var bytes = [CChar](repeating: 0, count: 256)
      var size = bytes.count
      guard sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0) == 0 else {
        return nil
      }
      return bytes.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    #else
      let lines = (try? fileText("/proc/cpuinfo"))?.split(separator: "\n") ?? []
      return lines.first { $0.hasPrefix("model name") }?
        .split(separator: ":", maxSplits: 1).last
        .map { $0.split(separator: " ").joined(separator: " ") }
    #endif
  }

  private static func architecture() -> String { nameOfSystem { $0.machine } }

  private static func nameOfSystem<Name>(_ field: (utsname) -> Name) -> String {
    var names = utsname()
    uname(&names)
    return withUnsafeBytes(of: field(names)) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
