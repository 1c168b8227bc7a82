import Synchronization
import TestSupport
import Testing
import WebServer

/// A site whose answers a test gives.
struct TestSite: Site {
  var trusts = false
  var answer: @Sendable (WebRequest) async -> Reply

  func reply(to request: WebRequest) async -> Reply {
    var reply = await answer(request)
    (reply.logName, reply.isTrusted) = (request.path, trusts)
    return reply
  }
}

/// A server of a site on a free port of this machine.
struct RunningSite: Sendable {
  let port: Int
  let lines: Lines

  /// Runs `body` while the server runs, then shuts it down and waits for its end.
  static func run(
    _ site: TestSite, change: (inout WebServerSettings) -> Void = { _ in },
    _ body: @Sendable @escaping (RunningSite) async throws -> Void
  ) async throws {
    let lines = Lines()
    var settings = WebServerSettings(port: 0)
    // A stream that a shutdown does not end is never ended.
    settings.graceTime = 86_400
    change(&settings)
    let server = try WebServer(settings, site: site) { lines.add($0) }
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { continuation.finish() }
        try await server.run { continuation.yield($0) }
      }
      let port = try #require(await ports.first { _ in true })
      do {
        try await body(RunningSite(port: port, lines: lines))
      } catch {
        group.cancelAll()
        throw error
      }
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// All that comes in answer to a request on a connection of its own, headers included.
  func answer(_ method: String, _ path: String) async throws -> String {
    let connection = try RawConnection(to: port)
    await connection.send("\(method) \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    return await connection.receive()
  }
}

extension String {
  /// What stands after the headers of an answer.
  var afterHeaders: String {
    firstRange(of: "\r\n\r\n").map { String(self[$0.upperBound...]) } ?? ""
  }
}
