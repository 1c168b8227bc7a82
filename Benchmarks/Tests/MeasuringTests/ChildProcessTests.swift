import Foundation
import Measuring
import Testing

@Suite struct ChildProcessTests {
  @Test("exit codes and signals are told apart")
  func ends() throws {
    #expect(try shell("exit 3").run().exitCode == 3)
    #expect(try shell("exit 0").run().exitCode == 0)
    #expect(try shell("kill -KILL $$").run().exitCode == 137)
  }

  @Test("a program that is not there is an error")
  func missing() {
    let process = ChildProcess(program: "/nowhere/tl", arguments: [], environment: [])
    #expect(throws: SystemError.self) { try process.run() }
  }

  @Test("output, errors, arguments and environment reach their places")
  func streams() throws {
    let folder = try TemporaryFolder()
    var process = shell("echo \"$GREETING $1\"; echo oops >&2")
    process.arguments += ["name", "東京"]
    process.environment = ["GREETING=hello"]
    _ = try process.run(output: "\(folder.path)/out", errors: "\(folder.path)/err")
    #expect(try fileText("\(folder.path)/out") == "hello 東京\n")
    #expect(try fileText("\(folder.path)/err") == "oops\n")
    #expect(try count(of: UInt8(ascii: "o"), in: "\(folder.path)/err") == 2)
  }

  @Test("processor time and memory are those of the program")
  func cost() throws {
    let idle = try shell(":").run()
    let busy = try shell("i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done").run()
    #expect(busy.user > idle.user)
    #expect(busy.wall >= 0.5 * (busy.user + busy.system))
    #expect(idle.peakMemory > 100_000)
  }

  private func shell(_ script: String) -> ChildProcess {
    ChildProcess(program: "/bin/sh", arguments: ["-c", script], environment: [])
  }
}
