import TestSupport
import Testing

@testable import Git
@testable import VaultFormat
@testable import VaultSync

/// A row of the conflict table: what two devices do, and what both hold whichever syncs first.
///
/// The phone's clock is 100 seconds ahead: what it does is the later change.
struct ConflictCase: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// What both begin with; nil for an empty base.
  let start: [String: String]?
  let laptop: FileEdits
  let phone: FileEdits
  /// All that both devices hold afterwards.
  let files: [String: String]
  /// What the report of the device that merged says was decided, the same on both; nil: that does not matter.
  let told: [String]?
  let sourceLocation: SourceLocation

  /// The phone makes its change that many seconds later than the laptop.
  static let delay: Int64 = 100
  /// Beyond this hour after the start nothing happens.
  static let hour: Int64 = 3600

  init(
    _ name: String, _ start: [String: String]?, laptop: FileEdits, phone: FileEdits,
    ends files: [String: String], told: [String]? = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    testDescription = name
    (self.start, self.laptop, self.phone) = (start, laptop, phone)
    (self.files, self.told, self.sourceLocation) = (files, told, sourceLocation)
  }

  /// Merges trees in memory, in both orders.
  func expectInMemory() throws {
    let merged = try MergeStory(start, left: laptop, right: phone)
      .merge(sourceLocation: sourceLocation)
    #expect(merged.files == files, sourceLocation: sourceLocation)
    #expect(told == nil || merged.told == told, "\(merged.told)", sourceLocation: sourceLocation)
  }

  /// Syncs two devices, in both orders.
  func expectOnDevices() throws {
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
    let devices = try SyncDevices(["laptop", "phone"], start ?? [:])
    devices["laptop"].now = SyncDevices.start + Self.hour
    devices["phone"].now = SyncDevices.start + Self.hour + Self.delay
    devices["laptop"].write(laptop)
    devices["phone"].write(phone)
    try devices[order[0]].sync()
    let planned = try devices[order[1]].open().dryRun(SyncOptions(), SyncCallbacks())
    let report = try devices[order[1]].sync()
    if !planned.plan.movesMedia {
      #expect(
        planned.plan.text == report.plan.text, "a dry run plans what is done",
        sourceLocation: sourceLocation)
      #expect(planned.lists == report.lists, sourceLocation: sourceLocation)
    }
    let last = try devices[order[0]].sync()
    #expect(
      last.events.isEmpty, "what is merged once is not merged again",
      sourceLocation: sourceLocation)
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
