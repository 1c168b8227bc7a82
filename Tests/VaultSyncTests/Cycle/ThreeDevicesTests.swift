import TestSupport
import Testing

@testable import VaultSync

/// Every row of the conflict table with three devices that each changed something.
@Suite("Conflict table: three devices")
struct ThreeDevicesTests {
  private static let names = ["ada", "bob", "cyd"]

  /// All orders of four syncs in which each device has its turn and none syncs twice in a row.
  ///
  /// The fourth is where merges meet that were made apart.
  private static let orders: [[String]] = {
    var orders = names.map { [$0] }
    for _ in 1..<4 {
      orders = orders.flatMap { order in names.filter { $0 != order.last }.map { order + [$0] } }
    }
    return orders.filter { Set($0).count == 3 }
  }()

  @Test("all end equal and nothing is lost, in whatever order they sync", arguments: orders)
  func everyOrder(_ order: [String]) throws {
    let devices = try SyncDevices(Self.names, ConflictRow.start, hasGit: false)
    // Who acts later is not who is named later.
    for (name, delay) in [("ada", 7200), ("bob", 3600), ("cyd", 5400)] {
      devices[name].now = SyncDevices.start + Int64(delay)
    }
    let words = ConflictRow.change(devices.all)
    for name in order { try devices[name].sync() }
    try devices.settle(rounds: 10)
    let remote = try devices.remoteFiles()
    for device in devices.all {
      #expect(try SyncDevice.files(inTree: "HEAD", of: device.path) == remote)
      #expect(device.paths() == remote.keys.sorted())
      #expect(words.lost(in: device.files().values) == [], "lost on \(device.name)")
      #expect(try device.damage() == [])
    }
  }
}
