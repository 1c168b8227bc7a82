import Foundation
import TestSupport
import Testing
import VaultFormat

@testable import Notesync

/// `tl notesync push` and `tl notesync serve` as programs of their own, ended by SIGKILL at any moment.
///
/// `TL_NOTESYNC_PUSHES` is how many pushes there are: 40 unless given, 200 for a soak.
@Suite("Programs that are killed")
struct KilledProgramsTests {
  @Test("whichever is killed whenever, everything is there exactly once at the end")
  func pushes() throws {
    let asked = ProcessInfo.processInfo.environment["TL_NOTESYNC_PUSHES"].flatMap { Int($0) }
    try withSeed { generator, _ in
      let pair = try ProgramPair()
      defer { pair.end() }
      try pair.start()
      try pair.signIn()
      let duration = try pair.pushDuration(&generator)
      for round in 1...(asked ?? 40) {
        try pair.work(round, &generator)
        let push = try pair.push()
        usleep(.random(in: 0...duration, using: &generator))
        let victim = Int.random(in: 0..<4, using: &generator)
        if victim < 2 { push.kill() }
        if victim == 1 || victim == 2 {
          pair.killServer()
          push.wait()
          try pair.start()
        }
        push.wait()
      }
      let last = try pair.push()
      last.wait()
      #expect(last.status == 0, "\(last.output)")
      #expect(try pair.contents(of: "server") == pair.contents(of: "client"))
      // A write that is killed leaves its temporary file, which only a person may give up: nothing else may be left.
      for vault in ["client", "server"] { try pair.putLeftoversAway(in: vault) }
      let left = pair.folder.contents().filter { $0.contains(".tl-tmp-") }
      #expect(left == [])
      let again = try pair.push()
      again.wait()
      #expect(again.output.contains("nothing to send"), "\(again.output)")
    }
  }

  @Test("a file too large for a request waits and says what lets it through")
  func largeFile() throws {
    let pair = try ProgramPair()
    defer { pair.end() }
    try pair.start()
    try pair.signIn()
    try pair.folder.write("---\nid: a\n---\n\ntext\n", to: "client/a.md")
    let picture = [UInt8](repeating: 7, count: 9_000_000)
    try pair.folder.write(picture, to: "client/a.media/x.jpg")
    func push() throws -> Program {
      let push = try pair.push()
      push.wait()
      return push
    }
    let first = try push()
    #expect(first.status == 2)
    #expect(first.output.contains("notesync_request: 50 MiB"), "\(first.output)")
    let settings = "home/.config/tl/config.yaml"
    try pair.folder.write("notesync_request: 90 MiB\n", to: settings)
    let refused = try push()
    #expect(refused.status == 64 && refused.output.contains("from 1 MiB to 50 MiB"))
    try pair.folder.write("notesync_request: 50 MiB\n", to: settings)
    #expect(try push().status == 0)
    let arrived = pair.folder.contents().filter { $0.hasPrefix("server/") && $0.hasSuffix(".jpg") }
    #expect(try arrived.map { try pair.folder.read($0) } == [picture])
  }
}
