import Dispatch
import Foundation
import TestSupport
import Testing

@testable import NotesyncServer

@Suite("Places for connections")
struct SeatPlanTests {
  private final class Name {}
  private let names = (0..<20).map { _ in Name() }

  private func connection(
    _ number: Int, _ network: String?, isAccepted: Bool = false
  ) -> ConnectionLimits.Connection {
    ConnectionLimits.Connection(
      id: ObjectIdentifier(names[number]), network: network, isAccepted: isAccepted, number: number)
  }

  private func id(_ number: Int) -> ObjectIdentifier { ObjectIdentifier(names[number]) }

  private let plan = ConnectionLimits(limit: 6, share: 3)

  @Test("while there is room everybody is accepted")
  func room() {
    #expect(plan.decision(on: "a", among: []) == .admitted)
    #expect(
      plan.decision(on: "a", among: [connection(0, "a"), connection(1, "a"), connection(2, "b")])
        == .admitted)
  }

  @Test("beyond its share an address gives up its oldest connection without credentials")
  func share() {
    let connections =
      [connection(0, "a", isAccepted: true), connection(2, "b")]
      + [3, 1, 4].map { connection($0, "a") }
    #expect(plan.decision(on: "a", among: connections) == .admittedInPlace(of: id(1)))
    #expect(plan.decision(on: "b", among: connections) == .admitted)
    let accepted = (0..<5).map { connection($0, "a", isAccepted: true) }
    #expect(plan.decision(on: "a", among: accepted) == .admitted)
    #expect(plan.decision(on: "b", among: accepted) == .admitted)
  }

  @Test("where all places are taken, who has most without credentials gives one up")
  func full() {
    let connections =
      [connection(0, "c", isAccepted: true), connection(1, "b")]
      + (2..<5).map { connection($0, "a") }
      + [connection(5, "d", isAccepted: true)]
    #expect(plan.decision(on: "e", among: connections) == .admittedInPlace(of: id(2)))
    let accepted = (0..<6).map { connection($0, "\($0)", isAccepted: true) }
    #expect(plan.decision(on: "e", among: accepted) == .refused)
  }

  @Test("a proxy's connections without a request are nobody's")
  func proxy() {
    let connections = (0..<5).map { connection($0, nil) }
    #expect(plan.decision(on: nil, among: connections) == .admitted)
    #expect(plan.decision(on: "a", among: connections) == .admitted)
  }
}

/// What one address can do to others.
@Suite("One address and many connections")
struct CrowdTests {
  private static let question = "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

  @Test(
    "silent connections of an address are closed for new ones, and those that signed in are not")
  func crowd() async throws {
    try await TestServer.run(change: { $0.addressLimit = 3 }) { server in
      let token = try await server.logIn().access
      let signedIn = try RawConnection(to: server.port)
      let list =
        "GET /api/notes HTTP/1.1\r\nHost: x\r\nX-API-Key: \(server.apiKey)\r\n"
        + "Authorization: Bearer \(token)\r\n\r\n"
      await signedIn.send(list)
      let first = await signedIn.receive(until: #""media":[]}"#)
      #expect(first.hasPrefix("HTTP/1.1 200 "))
      var silent: [RawConnection] = []
      for _ in 0..<10 { silent.append(try RawConnection(to: server.port)) }
      // In which order the server takes them up is up to its threads.
      #expect(await Self.ended(of: silent, atLeast: 7) == 7)
      let late = try RawConnection(to: server.port)
      await late.send(Self.question)
      let answer = await late.receive()
      #expect(answer.hasPrefix("HTTP/1.1 404 "))
      await signedIn.send(list)
      let second = await signedIn.receive(until: #""media":[]}"#)
      #expect(second.hasPrefix("HTTP/1.1 200 "))
    }
  }

  /// How many connections the server has ended, once there are so many, or after a minute.
  private static func ended(of connections: [RawConnection], atLeast count: Int) async -> Int {
    var ended = 0
    for _ in 0..<1200 {
      ended = connections.count(where: \.isEndedNow)
      if ended >= count { break }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return ended
  }

  @Test("a head that trickles in on a connection that was answered before ends it")
  func trickle() async throws {
    try await TestServer.run(change: { $0.headTime = 1 }) { server in
      let connection = try RawConnection(to: server.port, patience: 30)
      await connection.send("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = await connection.receive(until: "</html>")
      await connection.send("GET /nowhere HTTP/1.1\r\nHost: ")
      let answer = await connection.receive()
      #expect(answer == "" && connection.hasEnded)
    }
  }

  @Test("behind a proxy an address has a share of the requests under way, whatever the connection")
  func forwarded() async throws {
    try await TestServer.run(change: {
      $0.allowsInsecureProxy = true
      $0.addressLimit = 2
      $0.smallBodyTime = 30
    }) { server in
      func login(from address: String) async throws -> RawConnection {
        let connection = try RawConnection(to: server.port, patience: 30)
        await connection.send(
          "POST /auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(address)\r\n"
            + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        return connection
      }
      var slow: [RawConnection] = []
      for _ in 0..<3 { slow.append(try await login(from: "203.0.113.5")) }
      let other = try await login(from: "203.0.113.6")
      // One of the three had to go; which is the oldest is up to the server's threads.
      #expect(await Self.ended(of: slow, atLeast: 1) == 1)
      await other.send(String(repeating: " ", count: 98) + "}")
      let answer = await other.receive(until: "}")
      #expect(answer.hasPrefix("HTTP/1.1 401 "))
    }
  }
}

@Suite("Passwords that wait")
struct PasswordQueueTests {
  @Test("who comes from a known place goes first, and of the others only so many wait")
  func order() async throws {
    let queue = PasswordQueue(limit: 2)
    let order = Lines()
    let gate = Gate()
    let first = Task {
      try await queue.run(isFamiliar: false) {
        gate.enter()
        order.add("first")
      }
    }
    await gate.untilEntered()
    let second = await Self.wait(queue, isFamiliar: false) { order.add("second") }
    let third = await Self.wait(queue, isFamiliar: false) { order.add("third") }
    let owner = await Self.wait(queue, isFamiliar: true) { order.add("owner") }
    let refused: Void? = try await queue.run(isFamiliar: false) { order.add("no") }
    #expect(refused == nil)
    gate.open()
    for task in [first, second, third, owner] { _ = try await task.value }
    #expect(order.all == ["first", "owner", "second", "third"])
  }

  /// Returns once the work is in the queue.
  private static func wait(
    _ queue: PasswordQueue, isFamiliar: Bool, _ work: @escaping @Sendable () -> Void
  ) async -> Task<Void?, any Error> {
    let count = queue.waitingCount
    let task = Task { try await queue.run(isFamiliar: isFamiliar, work) }
    while queue.waitingCount == count { await Task.yield() }
    return task
  }

  /// Holds a thread until it is opened.
  private final class Gate: Sendable {
    private let entered = AsyncStream.makeStream(of: Void.self)
    private let semaphore = DispatchSemaphore(value: 0)

    func enter() {
      entered.continuation.finish()
      semaphore.wait()
    }

    func untilEntered() async { for await _ in entered.stream {} }
    func open() { semaphore.signal() }
  }

  @Test("a password that nobody looked at does not count as a wrong one")
  func withdrawn() {
    let throttle = LoginThrottle { 1_000 }
    for _ in 1...20 {
      guard case .attempt(let attempt) = throttle.begin(name: "a", address: "b", isFamiliar: false)
      else {
        Issue.record("has to wait")
        return
      }
      throttle.withdraw(attempt)
    }
  }
}
