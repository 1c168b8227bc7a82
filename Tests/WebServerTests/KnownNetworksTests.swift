import TestSupport
import Testing

@testable import WebServer

@Suite("Known networks")
struct KnownNetworksTests {
  @Test("the networks of an account are remembered up to a number, the last ones first")
  func limit() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let networks = KnownNetworks(folder.path("networks.json"))
    for number in 1...KnownNetworks.limit { try networks.add("net \(number)", of: "a") }
    try networks.add("net 1", of: "a")
    try networks.add("net 2", of: "b")
    try networks.add("new", of: "a")
    for (network, account, isKnown) in [
      ("net 1", "a", true), ("net 2", "a", false), ("net 3", "a", true), ("new", "a", true),
      ("net 2", "b", true), ("net 1", "b", false), ("net 1", "c", false),
    ] {
      #expect(networks.contains(network, of: account) == isKnown, "\(network) of \(account)")
    }
    // What is written counts, whoever wrote it.
    #expect(KnownNetworks(folder.path("networks.json")).contains("new", of: "a"))
  }

  @Test("an unreadable file knows no network, and is replaced")
  func unreadable() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let path = try folder.write("{\"a\": 1}", to: "networks.json")
    let networks = KnownNetworks(path)
    #expect(!networks.contains("net", of: "a"))
    try networks.add("net", of: "a")
    #expect(networks.contains("net", of: "a"))
  }
}
