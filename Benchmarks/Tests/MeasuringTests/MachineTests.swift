import Measuring
import Testing

@Suite struct MachineTests {
  @Test(
    "the folder is named for the processor",
    arguments: [
      ("Intel(R) Core(TM) i7-8565U CPU @ 1.80GHz", "intel-i7-8565u-2-cores"),
      ("AMD EPYC 7763 64-Core Processor", "amd-epyc-7763-64-2-cores"),
      ("Apple M2 Pro", "apple-m2-pro-2-cores"), ("aarch64", "aarch64-2-cores"),
    ])
  func slug(processor: String, expected: String) {
    let machine = Machine(processor: processor, cores: 2, memory: 0, kernel: "")
    #expect(machine.slug == expected)
  }

  @Test("this machine has a processor, cores, memory and a kernel")
  func current() {
    let machine = Machine.current
    #expect(!machine.processor.isEmpty)
    #expect(machine.cores >= 1)
    #expect(machine.memory > 1_000_000)
    #expect(machine.kernel.contains(" "))
  }
}
