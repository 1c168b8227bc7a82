import HTTPTypes
import Synchronization
import TestSupport
import Testing
import WebServer

@Suite("Streams as answers")
struct StreamBodyTests {
  /// A stream of events and its end.
  private final class Events: Sendable {
    /// Only until a request takes it: a client can be gone before its stream is iterated, which then ends because nothing
    /// holds it any more.
    private let stream: Mutex<AsyncStream<[UInt8]>?>
    let continuation: AsyncStream<[UInt8]>.Continuation
    /// Ends when nobody listens to the stream any more.
    private let ended: AsyncStream<Void>

    init() {
      let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      let (ended, ending) = AsyncStream.makeStream(of: Void.self)
      self.stream = Mutex(stream)
      self.continuation = continuation
      self.ended = ended
      continuation.onTermination = { _ in ending.finish() }
    }

    func send(_ text: String) { continuation.yield(Array(text.utf8)) }
    func untilEnded() async { for await _ in ended {} }

    var site: TestSite {
      TestSite { request in
        let stream = request.path == "/events" ? self.stream.withLock { $0.take() } : nil
        return stream.map { Reply(.ok, "text/event-stream", body: .stream($0)) }
          ?? .plain(.notFound)
      }
    }
  }

  private static let question = "GET /events HTTP/1.1\r\nHost: x\r\n\r\n"

  @Test("headers and pieces are sent as they come, and the connection is closed after the last")
  func pieces() async throws {
    let events = Events()
    try await RunningSite.run(events.site) { site in
      let connection = try RawConnection(to: site.port)
      let headers = await connection.ask(Self.question, until: "\r\n\r\n")
      #expect(headers.hasPrefix("HTTP/1.1 200 "))
      #expect(headers.lowercased().contains("connection: close\r\n"))
      events.send("data: 1\n\n")
      #expect(await connection.receive(until: "data: 1\n\n\r\n").hasSuffix("data: 1\n\n\r\n"))
      events.send("")
      events.send("data: 2\n\n")
      #expect(await connection.receive(until: "data: 2\n\n\r\n").hasSuffix("data: 2\n\n\r\n"))
      events.continuation.finish()
      #expect(await connection.receive().hasSuffix("0\r\n\r\n"))
      #expect(connection.hasEnded)
    }
  }

  @Test("a client that goes away ends the stream, though no piece is sent")
  func goneClient() async throws {
    let events = Events()
    try await RunningSite.run(events.site) { site in
      do {
        let connection = try RawConnection(to: site.port)
        await connection.ask(Self.question, until: "\r\n\r\n")
      }
      await events.untilEnded()
      #expect(try await site.answer("GET", "/").hasPrefix("HTTP/1.1 404 "))
    }
  }

  @Test(
    "a shutdown ends a stream, and the client gets the end of the answer", .timeLimit(.minutes(60)))
  func shutdown() async throws {
    let events = Events()
    let connections = Mutex<RawConnection?>(nil)
    try await RunningSite.run(events.site) { site in
      let connection = try RawConnection(to: site.port)
      await connection.ask(Self.question, until: "\r\n\r\n")
      connections.withLock { $0 = connection }
    }
    await events.untilEnded()
    let connection = try #require(connections.withLock { $0 })
    #expect(await connection.receive().hasSuffix("0\r\n\r\n"))
    #expect(connection.hasEnded)
  }

  @Test("a HEAD request gets the headers and no event, and the connection ends")
  func head() async throws {
    let events = Events()
    try await RunningSite.run(events.site) { site in
      let connection = try RawConnection(to: site.port)
      let answer = await connection.ask("HEAD /events HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 200 "))
      #expect(answer.lowercased().contains("connection: close"))
      #expect(!answer.contains("data:"))
      #expect(connection.hasEnded)
    }
  }
}
