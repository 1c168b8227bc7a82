import HTTPTypes
import SystemCalls
import TestSupport
import Testing
import WebServer

@Suite("Parts of files as answers")
struct FileBodyTests {
  /// Longer than several pieces, and different everywhere.
  private static let text = (0..<40_000).map { "\($0)," }.joined()

  private static func site(_ path: String, _ range: Range<Int64>) -> TestSite {
    TestSite { _ in
      do {
        let file = try FileDescriptor(openingFile: path)
        return Reply(.partialContent, "text/plain", body: .file(file, range))
      } catch {
        return .plain(.internalServerError)
      }
    }
  }

  @Test(
    "exactly the bytes of the range are sent",
    arguments: [0..<0, 0..<1, 5..<65_541, 65_536..<131_072, 100_000..<200_001] as [Range<Int64>])
  func ranges(range: Range<Int64>) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write(Self.text, to: "a.txt")
    let bytes = Array(Self.text.utf8)[Int(range.lowerBound)..<Int(range.upperBound)]
    try await RunningSite.run(Self.site(path, range)) { site in
      let answer = try await site.answer("GET", "/a.txt")
      #expect(answer.hasPrefix("HTTP/1.1 206 "))
      #expect(answer.lowercased().contains("content-length: \(range.count)\r\n"))
      #expect(answer.afterHeaders == String(decoding: bytes, as: UTF8.self))
      let head = try await site.answer("HEAD", "/a.txt")
      #expect(head.lowercased().contains("content-length: \(range.count)\r\n"))
      #expect(head.afterHeaders == "")
    }
  }

  @Test("of a file that has become shorter no complete answer is sent, and the server goes on")
  func shortened() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write(Self.text, to: "a.txt")
    let promised = Int64(Self.text.utf8.count)
    try await RunningSite.run(Self.site(path, 0..<promised + 10)) { site in
      let answer = try await site.answer("GET", "/a.txt")
      #expect(answer.lowercased().contains("content-length: \(promised + 10)\r\n"))
      #expect(answer.afterHeaders.utf8.count < promised + 10)
      #expect(try await site.answer("HEAD", "/a.txt").hasPrefix("HTTP/1.1 206 "))
    }
  }

  @Test("a file is closed after its answer, after a client that left, and where no body is sent")
  func closing() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write(Self.text, to: "a.txt")
    let size = Int64(Self.text.utf8.count)
    try await RunningSite.run(Self.site(path, 0..<size)) { site in
      for _ in 0..<4 {
        _ = try await site.answer("GET", "/a.txt")
        _ = try await site.answer("HEAD", "/a.txt")
        let connection = try RawConnection(to: site.port)
        await connection.ask("GET /a.txt HTTP/1.1\r\nHost: x\r\n\r\n", until: "\r\n")
      }
    }
    // The last one is closed by a thread that the end of the server does not wait for.
    while openFiles(named: path) > 0 { try await Task.sleep(for: .milliseconds(5)) }
  }
}
