import Testing

@testable import WebServer

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
