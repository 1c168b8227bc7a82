import Foundation
import SystemCalls
import Testing

@testable import Media

@Suite("What tl-media can do")
struct WorkerConfinementTests {
  #if os(Linux)
    @Test("it can open no file, make no socket, start no program and touch no process")
    func refusedCalls() throws {
      let worker = try MediaWorker(WorkerFixture.program(), patience: 120_000) { true }
      let results = try worker.probe(patience: 120_000)
      #expect(Set(results.keys) == Set(ConfinementProbe.allCases))
      for (probe, error) in results { #expect(error == EPERM, "\(probe)") }
    }

    @Test("the same attempts succeed without the filter, or fail for another reason")
    func probesCanFail() {
      for probe in [ConfinementProbe.openFile, .listFolder, .makeSocket, .startProgram, .signalParent] {
        #expect(probe.attempt() == 0, "\(probe)")
      }
      #expect(ConfinementProbe.connect.attempt() != EPERM)
    }

    @Test("the kernel reports the filter, no new privileges and the limits")
    func limits() throws {
      let worker = try MediaWorker(WorkerFixture.program(), patience: 120_000) { true }
      let status = try String(contentsOfFile: "/proc/\(worker.pid)/status", encoding: .utf8)
      let lines = status.split(separator: "\n")
      #expect(lines.contains("NoNewPrivs:\t1"))
      #expect(lines.contains("Seccomp:\t2"))
      for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker.pid)/task") {
        let status = try String(
          contentsOfFile: "/proc/\(worker.pid)/task/\(thread)/status", encoding: .utf8)
        #expect(status.contains("\nSeccomp:\t2\n"), "thread \(thread)")
      }
      let limits = try String(contentsOfFile: "/proc/\(worker.pid)/limits", encoding: .utf8)
      func limit(_ name: String) -> [Substring] {
        let line = limits.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return line.dropFirst(name.count).split(separator: " ")
      }
      #expect(limit("Max data size").prefix(2) == ["\(VariantLimits.memory)", "\(VariantLimits.memory)"])
      #expect(limit("Max core file size").prefix(2) == ["0", "0"])
      #expect(limit("Max cpu time").first.flatMap { Int($0) } ?? 1000 <= 60)
      // Its standard streams and its socket: nothing of this process.
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker.pid)/fd")
      #expect(Set(open).isSubset(of: ["0", "1", "2", "3", "4", "5", "6"]))
    }
  #endif

  @Test("the five formats are read by the system's libvips")
  func formats() throws {
    let worker = try MediaWorker(WorkerFixture.program(), patience: 120_000) { true }
    #expect(worker.formats == Set(WorkerMessage.formats))
  }
}
