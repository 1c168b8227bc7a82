import Foundation
import TestSupport
import Testing

@testable import SystemCalls

@Suite("Child processes")
struct ChildProcessTests {
  private let timeouts = SocketTimeouts(idle: 60_000)

  private func shell(_ script: String, hasOwnGroup: Bool = true) -> ChildCommand {
    ChildCommand(
      program: "/bin/sh", arguments: ["-c", script],
      environment: ["PATH": "/usr/bin:/bin", "ONLY": "this"], hasOwnGroup: hasOwnGroup)
  }

  @Test("input, output, words for people and the end come through")
  func run() throws {
    let output = try ChildProcess.run(
      shell("read x; echo \"$x $ONLY ${HOME-none}\"; echo words >&2; exit 3"),
      input: Array("hello\n".utf8), timeouts: timeouts)
    #expect(String(decoding: output.bytes, as: UTF8.self) == "hello this none\n")
    #expect(output.errorOutput == "words" && output.status == 3)
  }

  @Test("a program that reads nothing and one that says too much are no trouble")
  func extremes() throws {
    let input = [UInt8](repeating: 0x61, count: 1 << 20)
    let deaf = try ChildProcess.run(shell("echo done"), input: input, timeouts: timeouts)
    #expect(deaf.bytes == Array("done\n".utf8))
    let loud = try ChildProcess.run(
      shell("cat; cat >&2 </etc/passwd; head -c 1000000 /dev/zero >&2"), input: input, limit: 10,
      timeouts: timeouts)
    #expect(loud.bytes.count == 10 && loud.errorOutput.utf8.count <= TextTail.limit)
  }

  @Test("two sides that both write first do not block each other")
  func bothWrite() throws {
    let child = try ChildProcess(shell("head -c 3000000 /dev/zero; cat"), timeouts: timeouts)
    let mine = [UInt8](repeating: 0x62, count: 2_000_000)
    try child.channel.write(mine)
    child.channel.endOutput()
    var count = 0
    var last: UInt8 = 0
    while true {
      let more = try child.channel.read()
      guard let byte = more.last else { break }
      count += more.count
      last = byte
    }
    #expect(count == 5_000_000 && last == 0x62)
    #expect(child.finish() == 0)
  }

  @Test("a silent program comes to a limit, one that talks to people does not")
  func limit() throws {
    let short = SocketTimeouts(idle: 300)
    #expect(throws: SocketFailure.timeout) {
      try ChildProcess.run(shell("exec sleep 1000"), input: [], timeouts: short)
    }
  }

  @Test("none is left behind when nobody holds it any more")
  func released() throws {
    let folder = try TemporaryFolder()
    do {
      let child = try ChildProcess(
        shell("echo $$ > \(folder.path)/pid; echo; exec sleep 1000"), timeouts: timeouts)
      #expect(try child.channel.read() == [0x0A])
    }
    let pid = try #require(Int32(try folder.readText("pid").dropLast()))
    #expect(kill(pid, 0) == -1 && errno == ESRCH)
  }

  @Test("what is not there is an error")
  func missing() {
    let command = ChildCommand(
      program: "/nonexistent", arguments: [], environment: [:], hasOwnGroup: true)
    #expect(throws: SystemError.missing(.start)) { try ChildProcess(command, timeouts: timeouts) }
    #expect(findProgram("sh", path: "relative:/nonexistent:/bin") == "/bin/sh")
    #expect(findProgram("sh", path: "bin:.") == nil && findProgram("sh", path: nil) == nil)
  }

  @Test("no descriptor of ours reaches a program", arguments: [true, false])
  func descriptors(hasOwnGroup: Bool) throws {
    let other = try ChildProcess(shell("cat"), timeouts: timeouts)
    let output = try ChildProcess.run(
      shell("ls /dev/fd | sort -n | head -n 3; echo x >&5", hasOwnGroup: hasOwnGroup), input: [],
      timeouts: timeouts)
    #expect(output.status != 0)
    #expect(other.finish() == 0)
  }
}
