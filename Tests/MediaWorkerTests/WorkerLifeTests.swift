import Foundation
import SystemCalls
import TestSupport
import Testing

@testable import Media

@Suite("The life of workers")
struct WorkerLifeTests {
  /// Starts a worker by a first picture, and stops it, so that it is in the middle of the next one for certain.
  private func stoppedWorker(_ fixture: WorkerFixture) async throws -> Int32 {
    #expect(try await fixture.failure(Fixture.bytes("little.png"), number: 1) == nil)
    let pid = try #require(fixture.variants.work.processes.first)
    #expect(kill(pid, SIGSTOP) == 0)
    return pid
  }

  @Test("a worker killed in the middle costs the one picture, and the next gets a new worker")
  func killed() async throws {
    let fixture = try WorkerFixture()
    let pid = try await stoppedWorker(fixture)
    let open = try fixture.picture(Fixture.bytes("gps.jpg"))
    let answer = Task {
      try await fixture.variants.variant(.small, of: WorkerFixture.hash(2), open: open)
    }
    while fixture.variants.work.pictureCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(kill(pid, SIGKILL) == 0)
    await #expect(throws: VariantFailure.crashed) { _ = try await answer.value }
    #expect(try await fixture.failure(Fixture.bytes("gps.png"), number: 3) == nil)
    let processes = fixture.variants.work.processes
    #expect(processes.count == 1 && !processes.contains(pid))
    // The same content again: no other worker is risked.
    #expect(
      try await fixture.failure(Fixture.bytes("gps.jpg"), number: 2) == .crashed)
  }

  @Test("a worker that takes too long is given up")
  func timeout() throws {
    let fixture = try WorkerFixture()
    let worker = try MediaWorker(WorkerFixture.program(), patience: 120_000) { true }
    #expect(kill(worker.pid, SIGSTOP) == 0)
    let open = try fixture.picture(Fixture.bytes("gps.jpg"))
    #expect(throws: VariantFailure.timeout) {
      try worker.make(open(), patience: 50) { _, _ in }
    }
    #expect(VariantFailure.timeout.isOfPicture)
  }

  @Test("a cancelled request ends at once; its picture is not begun")
  func cancelled() async throws {
    let fixture = try WorkerFixture()
    let pid = try await stoppedWorker(fixture)
    let first = try fixture.picture(Fixture.bytes("gps.jpg"))
    let second = try fixture.picture(Fixture.bytes("gps.png"))
    let running = Task {
      try await fixture.variants.variant(.small, of: WorkerFixture.hash(2), open: first)
    }
    while fixture.variants.work.pictureCount < 1 { try await Task.sleep(for: .milliseconds(1)) }
    let opened = Monitor(false)
    let waiting = Task {
      try await fixture.variants.variant(.small, of: WorkerFixture.hash(3)) {
        opened.change { $0 = true }
        return try second()
      }
    }
    while fixture.variants.work.pictureCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
    waiting.cancel()
    await #expect(throws: VariantFailure.cancelled) { _ = try await waiting.value }
    #expect(fixture.variants.work.pictureCount == 1)
    kill(pid, SIGCONT)
    #expect(try await running.value.size.height == 320)
    #expect(opened.change { $0 } == false)
  }

  @Test("those who want one picture share one decoding, whichever edge they want")
  func shared() async throws {
    let fixture = try WorkerFixture()
    let pid = try await stoppedWorker(fixture)
    let open = try fixture.picture(Fixture.bytes("thousand.jpg"))
    let opened = Monitor(0)
    let tasks = (0..<30).map { number in
      Task {
        let edge = VariantEdge.allCases[number % 3]
        return try await fixture.variants.variant(edge, of: WorkerFixture.hash(2)) {
          opened.change { $0 += 1 }
          return try open()
        }
      }
    }
    kill(pid, SIGCONT)
    var widths: Set<Int> = []
    for task in tasks { widths.insert(try await task.value.size.width) }
    #expect(widths == [320, 800, 1000])
    #expect(opened.change { $0 } == 1)
  }

  @Test("closing answers everything with a cancellation, and ends the workers")
  func closing() async throws {
    let fixture = try WorkerFixture()
    let pid = try await stoppedWorker(fixture)
    let open = try fixture.picture(Fixture.bytes("gps.jpg"))
    let tasks = (2..<6).map { number in
      Task {
        try await fixture.variants.variant(.small, of: WorkerFixture.hash(number), open: open)
      }
    }
    while fixture.variants.work.pictureCount < 4 { try await Task.sleep(for: .milliseconds(1)) }
    fixture.variants.close()
    for task in tasks {
      await #expect(throws: VariantFailure.cancelled) { _ = try await task.value }
    }
    while kill(pid, 0) == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(
      try await fixture.failure(Fixture.bytes("gps.png"), number: 7) == .cancelled)
  }

  @Test("without tl-media there are only originals")
  func noWorker() async throws {
    let fixture = try WorkerFixture()
    let picture = try Fixture.bytes("gps.jpg")
    let none = PictureVariants(fixture.cache, .init(program: nil))
    #expect(try await fixture.failure(picture, number: 1, of: none) == .noWorker)
    let missing = try WorkerFixture.variants(
      fixture.cache, program: fixture.folder.path("tl-media"))
    #expect(try await fixture.failure(picture, number: 1, of: missing) == .noWorker)
    // Programs that are something else.
    for program in ["/bin/true", "/bin/cat"] {
      let wrong = try WorkerFixture.variants(fixture.cache, patience: 1000, program: program)
      #expect(try await fixture.failure(picture, number: 1, of: wrong) == .noWorker, "\(program)")
    }
    // What is in the cache is still shown.
    #expect(try await fixture.failure(picture, number: 1) == nil)
    #expect(try await fixture.failure(picture, number: 1, of: none) == nil)
  }

  @Test("a person who starts tl-media is told what it is for")
  func byHand() throws {
    let output = try runProgram(WorkerFixture.program(), [], in: "/", environment: [:])
    #expect(output.status == 0 && output.stdoutText.contains("tl-media makes small copies"))
  }
}
