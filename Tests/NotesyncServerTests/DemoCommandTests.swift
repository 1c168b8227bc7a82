import Foundation
import TestSupport
import Testing

/// `tl demo` as a program.
@Suite("tl demo")
struct DemoCommandTests {
  private let folder: TemporaryFolder
  private let program: String

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    program = try #require(builtProgram("tl-net"))
    for name in ["home", "tmp"] { try folder.makeFolder(name) }
  }

  private var environment: [String: String] {
    [
      "HOME": folder.path("home"), "PATH": "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8",
      "TMPDIR": folder.path("tmp"), "TL_NOW": "2026-11-20T18:03:11+01:00",
      // What the user has set for a vault of their own.
      "TL_VAULT": folder.path("home"), "XDG_STATE_HOME": folder.path("home/state"),
    ]
  }

  private func run(_ arguments: [String]) throws -> CommandOutput {
    try runProgram(program, arguments, in: folder.path, environment: environment)
  }

  /// Starts the page, and waits for its address.
  private func started() throws -> Program {
    let demo = try Program(program, ["demo"], log: folder.path("log"), environment)
    for _ in 0..<6_000 {
      if demo.output.contains("login?code=") { return demo }
      usleep(10_000)
    }
    throw CommandFailure(description: "no page: \(demo.output)")
  }

  @Test("a signal ends it, and nothing is left of it", arguments: [SIGINT, SIGTERM, SIGHUP])
  func ends(signal: Int32) throws {
    let demo = try started()
    #expect(try folder.names(in: "tmp").count == 1)
    demo.signal(signal)
    demo.wait()
    #expect(demo.status == 0, "\(demo.output)")
    #expect(try folder.names(in: "tmp") == [])
    #expect(try folder.names(in: "home") == [])
  }

  @Test("what a killed one has left goes with the next; that of one that runs stays")
  func leftovers() throws {
    let killed = try started()
    killed.kill()
    killed.wait()
    let left = try folder.names(in: "tmp")
    #expect(left.count == 1)
    try folder.write("", to: "tmp/tl-demo-of-the-user/.keep")
    var kept: Set = ["tl-demo-of-the-user"]
    if getuid() == 0 {
      // In a folder of all users, with what makes it look like one that was left.
      try folder.write("", to: "tmp/tl-demo-of-another/.lock")
      #expect(chown(folder.path("tmp/tl-demo-of-another"), 12_345, 12_345) == 0)
      kept.insert("tl-demo-of-another")
    }
    let first = try started()
    let second = try started()
    var names = Set(try folder.names(in: "tmp"))
    #expect(names.count == 2 + kept.count && names.isDisjoint(with: left))
    for demo in [first, second] {
      demo.signal(SIGINT)
      demo.wait()
    }
    names = Set(try folder.names(in: "tmp"))
    #expect(names == kept)
  }

  @Test("the vault alone is made in a new folder, and doctor finds nothing in it")
  func into() throws {
    let made = try run(["demo", "--into", "family"])
    #expect(made.status == 0 && made.stdoutText == "family\n", "\(made.stderrText)")
    let checked = try run(["--vault", "family", "doctor"])
    #expect(checked.status == 0, "\(checked.stdoutText)")
    #expect(checked.stdoutText == "")
    let photos = folder.contents().count { $0.hasSuffix(".jpg") }
    #expect(photos == 600)
    #expect(try run(["demo", "--into", "family"]).status != 0)
    #expect(try folder.names(in: "tmp") == [])
  }

  @Test(
    "no folder and no port, and a file that is there, are refused before anything is drawn",
    arguments: [
      ["--into", ""], ["--into", "file"], ["--into", "new", "--port", "4000"], ["--port", "0"],
    ])
  func refused(arguments: [String]) throws {
    try folder.write("theirs", to: "file")
    let result = try run(["demo"] + arguments)
    #expect(result.status != 0 && result.stdoutText == "")
    #expect(!result.stderrText.contains("drawing"))
    #expect(try folder.names(in: ".").sorted() == ["file", "home", "tmp"])
    #expect(try folder.names(in: "tmp") == [])
  }
}
