import HTTPTypes
import TestSupport
import Testing
import WebServer

@Suite("Clients that go away")
struct GoneClientTests {
  /// Waits until its task is cancelled.
  private static func waitForCancellation() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      continuation.finish()
    }
  }

  @Test("work for a request is cancelled when its client closes the connection")
  func cancelled() async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (ended, ending) = AsyncStream.makeStream(of: Bool.self)
    let site = TestSite { request in
      guard request.path == "/slow" else { return .plain(.notFound) }
      _ = try? await request.whileConnected {
        beginning.finish()
        await Self.waitForCancellation()
        ending.yield(Task.isCancelled)
        ending.finish()
      }
      return .plain(.ok)
    }
    try await RunningSite.run(site) { running in
      do {
        let connection = try RawConnection(to: running.port)
        await connection.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
        for await _ in begun {}
      }
      #expect(await ended.first { _ in true } == true)
      #expect(try await running.answer("GET", "/").hasPrefix("HTTP/1.1 404 "))
    }
  }

  @Test("work that ends first is answered, and the connection goes on")
  func answered() async throws {
    let site = TestSite { request in
      let text = try? await request.whileConnected { "done \(request.path)" }
      return Reply(.ok, "text/plain", body: .bytes(Array((text ?? "failed").utf8)))
    }
    try await RunningSite.run(site) { running in
      let connection = try RawConnection(to: running.port)
      for path in ["/a", "/b"] {
        await connection.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await connection.receive(until: "done \(path)").hasSuffix("done \(path)"))
      }
    }
  }
}
