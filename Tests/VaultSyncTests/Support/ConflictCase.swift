import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// A row of the conflict table: what two devices do, and what both hold whichever syncs first.
///
/// The phone's clock is 100 seconds ahead: what it does is the later change.
struct ConflictCase {
  /// What both begin with.
  var start: [String: String]
  var laptop: (SyncDevice) throws -> Void
  var phone: (SyncDevice) throws -> Void
  /// The phone makes its change that many seconds later than the laptop.
  var delay: Int64 = 100
  /// Beyond this hour after the start nothing happens.
  static let hour: Int64 = 3600

  init(
    _ start: [String: String], laptop: @escaping (SyncDevice) throws -> Void,
    phone: @escaping (SyncDevice) throws -> Void
  ) {
    self.start = start
    self.laptop = laptop
    self.phone = phone
  }

  /// Runs the story in both orders.
  ///
  /// - Parameters:
  ///   - files: all that both devices hold afterwards.
  ///   - told: what the report of the device that merged says was decided, the same on both.
  func ends(
    _ files: [String: String], told: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for order in [["laptop", "phone"], ["phone", "laptop"]] {
      let (devices, report) = try run(order)
      for device in devices.all {
        #expect(
          device.files() == files, "\(device.name), \(order[0]) first",
          sourceLocation: sourceLocation)
        #expect(try device.damage() == [], sourceLocation: sourceLocation)
      }
      #expect(report.told == told, "\(order[0]) first", sourceLocation: sourceLocation)
      let commits = try devices.all.map { try $0.commit() } + [devices.remoteCommit()]
      #expect(Set(commits).count == 1, sourceLocation: sourceLocation)
    }
  }

  /// - Returns: the report of the device that merged.
  private func run(_ order: [String]) throws -> (SyncDevices, SyncReport) {
    let devices = try SyncDevices(["laptop", "phone"], start)
    devices["laptop"].now = SyncDevices.start + Self.hour
    devices["phone"].now = SyncDevices.start + Self.hour + delay
    try laptop(devices["laptop"])
    try phone(devices["phone"])
    try devices[order[0]].sync()
    let planned = try devices[order[1]].open().dryRun(SyncOptions(), SyncCallbacks())
    let report = try devices[order[1]].sync()
    if !planned.plan.movesMedia {
      #expect(planned.plan.text == report.plan.text, "a dry run plans what is done")
      #expect(planned.lists == report.lists)
    }
    let last = try devices[order[0]].sync()
    #expect(last.events.isEmpty, "what is merged once is not merged again")
    return (devices, report)
  }

  /// The name of the copy in which the change of a device is kept.
  static func copy(_ stem: String, of device: String = "laptop", ending: String = ".md") -> String {
    let time = device == "laptop" ? "20330518T043320Z" : "20330518T043500Z"
    return "\(stem).conflict-\(device)-\(time)\(ending)"
  }

  /// The text of the copy that keeps `text`, a version of the note with the id.
  static func kept(_ text: String, of id: String, device: String = "laptop") -> String {
    let bytes = Array(text.utf8)
    let copy = ConflictCopy.document(
      of: NoteDocument(bytes), note: NoteID(nonEmpty: id), blob: Repository.idOfBlob(bytes).hex,
      device: device)
    return String(decoding: copy.bytes, as: UTF8.self)
  }
}

extension SyncReport {
  /// What was decided, as text: `path: kind`.
  var told: [String] { events.map { "\($0.path.text): \($0.kind.told)" } }

  /// What is told of files.
  var lists: [ChangeList] { [committed, arrived, undone, sent] }
}
