import Foundation
import SystemCalls
import TestSupport
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
      for probe in [
        ConfinementProbe.openFile, .listFolder, .makeSocket, .startProgram, .signalParent,
      ] {
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
      for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(worker.pid)/task")
      {
        let status = try String(
          contentsOfFile: "/proc/\(worker.pid)/task/\(thread)/status", encoding: .utf8)
        #expect(status.contains("\nSeccomp:\t2\n"), "thread \(thread)")
      }
      let limits = try String(contentsOfFile: "/proc/\(worker.pid)/limits", encoding: .utf8)
      func limit(_ name: String) -> [Substring] {
        let line = limits.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return line.dropFirst(name.count).split(separator: " ")
      }
      #expect(
        limit("Max data size").prefix(2) == ["\(VariantLimits.memory)", "\(VariantLimits.memory)"])
      #expect(limit("Max core file size").prefix(2) == ["0", "0"])
      #expect(limit("Max cpu time").first.flatMap { Int($0) } ?? 1000 <= 60)
    }

    @Test("it has nothing open that this process has, but its socket")
    func descriptors() throws {
      // A file that is not closed on exec.
      let inherited = try #require(fopen(RepositoryRoot.path("Package.swift"), "r"))
      defer { fclose(inherited) }
      _ = fcntl(fileno(inherited), F_SETFD, 0)
      let worker = try MediaWorker(WorkerFixture.program(), patience: 120_000) { true }
      let folder = "/proc/\(worker.pid)/fd"
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        let isOwn = target == "/dev/null" || target.hasPrefix("anon_inode:")
        #expect(isOwn || name == "3" && target.hasPrefix("socket:"), "\(name): \(target)")
      }
    }
  #endif

  @Test("the five formats are read by the system's libvips")
  func formats() throws {
    let worker = try MediaWorker(WorkerFixture.program(), patience: 120_000) { true }
    #expect(worker.formats == Set(WorkerMessage.formats))
  }
}
