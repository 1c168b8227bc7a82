import Testing

@testable import WebServer

@Suite("Places for connections")
struct SeatPlanTests {
  private final class Name {}
  private let names = (0..<20).map { _ in Name() }

  private func connection(
    _ number: Int, _ network: String?, of user: String? = nil, isBusy: Bool = false
  ) -> ConnectionLimits.Connection {
    ConnectionLimits.Connection(
      id: ObjectIdentifier(names[number]), network: network, user: user, isBusy: isBusy,
      number: number)
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
      [connection(0, "a", of: "me"), connection(2, "b")]
      + [3, 1, 4].map { connection($0, "a") }
    #expect(plan.decision(on: "a", among: connections) == .admittedInPlace(of: id(1)))
    #expect(plan.decision(on: "b", among: connections) == .admitted)
    let accepted = (0..<5).map { connection($0, "a", of: "me") }
    #expect(plan.decision(on: "a", among: accepted) == .admitted)
    #expect(plan.decision(on: "b", among: accepted) == .admitted)
  }

  @Test("where all places are taken, who has most without credentials gives one up")
  func full() {
    let connections =
      [connection(0, "c", of: "me"), connection(1, "b")]
      + (2..<5).map { connection($0, "a") }
      + [connection(5, "d", of: "you")]
    #expect(plan.decision(on: "e", among: connections) == .admittedInPlace(of: id(2)))
    let accepted = (0..<6).map { connection($0, "\($0)", of: "\($0)") }
    #expect(plan.decision(on: "e", among: accepted) == .refused)
  }

  @Test("where all have credentials, the user with most gives up the oldest one without a request")
  func users() {
    var connections =
      [connection(0, "a", of: "me")] + (1..<6).map { connection($0, "b", of: "program x") }
    connections[1].isBusy = true
    #expect(plan.decision(on: "c", among: connections) == .admittedInPlace(of: id(2)))
    let busy = connections.map { connection(of: $0, isBusy: true) }
    #expect(plan.decision(on: "c", among: busy) == .refused)
    // The next one comes in place of that one.
    connections[2] = connection(6, "c")
    #expect(plan.decision(on: "d", among: connections) == .admittedInPlace(of: id(6)))
  }

  @Test("beyond its share a user gives up the oldest connection without a request, or the oldest")
  func surplus() {
    let fresh = connection(9, "a", of: "me")
    let others = [4, 2, 3].map { connection($0, "a", of: "me", isBusy: $0 == 2) }
    let strangers = [connection(0, "a"), connection(1, "a", of: "you")]
    #expect(plan.surplus(for: fresh, among: strangers + others.prefix(2) + [fresh]) == nil)
    #expect(plan.surplus(for: fresh, among: strangers + others + [fresh]) == id(3))
    let busy = others.map { connection(of: $0, isBusy: true) }
    #expect(plan.surplus(for: fresh, among: strangers + busy + [fresh]) == id(2))
  }

  private func connection(
    of connection: ConnectionLimits.Connection, isBusy: Bool
  ) -> ConnectionLimits.Connection {
    var connection = connection
    connection.isBusy = isBusy
    return connection
  }

  @Test("a proxy's connections without a request are nobody's")
  func proxy() {
    let connections = (0..<5).map { connection($0, nil) }
    #expect(plan.decision(on: nil, among: connections) == .admitted)
    #expect(plan.decision(on: "a", among: connections) == .admitted)
  }
}
