import TestSupport

@testable import VaultFormat
@testable import VaultSync

/// One history: a person, git and tl change one repository in turn, and sometimes another device sends something.
///
/// After each operation tl has to read the index as git does. After each sync git has to agree with what tl wrote:
///
/// - where nothing arrived and nothing waits for a mark, index and commit are those that `git add -A` and
///   `git commit` would have made;
/// - index and commit are equal, `git status` names nothing but what the report holds back, `git fsck` is content;
/// - the marks that a person gave to git are as they were;
/// - what was staged or in the folder is in the history, the index, the folder or the trash.
///
/// A sync that refuses changes nothing at all.
struct IndexHistory: SeededHistory {
  private let devices: SyncDevices
  private let device: SyncDevice
  private let rival: SyncDevice
  private var person: IndexPerson
  private(set) var story: [String] = []

  init(seed: UInt64) throws {
    devices = try SyncDevices(["ada", "bob"], ["a.md": "0001\n", "in/b.md": "0002\n"])
    (device, rival) = (devices["ada"], devices["bob"])
    person = IndexPerson(SeededGenerator(seed: seed))
  }

  mutating func run() throws -> [String] {
    for _ in 0..<person.number(10..<30) {
      for device in devices.all { device.now += 1 }
      let problems = try step()
      let misread = try IndexView.misread(of: device)
      // What came first is the cause.
      if !(problems + misread).isEmpty { return problems + misread }
    }
    return []
  }

  /// - Returns: what does not hold after it.
  private mutating func step() throws -> [String] {
    switch person.number(0..<20) {
    case 0..<6: story.append(person.edit(device))
    case 6..<13: story.append(try person.useGit(on: device))
    case 13:
      story.append("the other device: " + person.edit(rival))
      try rival.sync { $0.allowsDeletes = true }
    case 14: return try keep(person.useProgram(on: device))
    case 15: return try synced("undo") { try $0.undoLastSync() }
    default: return try synced("sync") { try $0.sync { $0.allowsDeletes = true } }
    }
    return []
  }

  /// What a command does that is no sync: git's index stays as it is.
  private mutating func keep(_ arguments: [String]) throws -> [String] {
    let before = try IndexView(device)
    let output = try device.runProgram(arguments)
    story.append("tl \(arguments.joined(separator: " ")): \(output.status)")
    let after = try IndexView(device)
    return (after.indexBytes == before.indexBytes ? [] : ["tl changed the index"])
      + (try after.lost(since: before, on: device))
  }

  private mutating func synced(
    _ name: String, _ sync: (SyncDevice) throws -> SyncReport?
  ) throws -> [String] {
    let before = try IndexView(device)
    let report: SyncReport?
    do {
      report = try sync(device)
    } catch let error as SyncError where error.isRefusal {
      story.append("tl \(name): \(error)")
      let after = try IndexView(device)
      return after == before ? [] : ["a sync that refused changed something: \(before) \(after)"]
    }
    story.append("tl \(name): \(report?.held ?? ["nothing"])")
    let after = try IndexView(device)
    var problems = try after.lost(since: before, on: device) + after.changedMarks(since: before)
    guard let report else { return problems }
    problems += try after.disagreement(with: device, report)
    if report.arrived.isEmpty, report.undone.isEmpty, report.events.isEmpty,
      !after.hasMarkInTheWay(report)
    {
      problems += try before.differenceToGit(after, on: device)
    }
    return problems
  }
}

extension SyncError {
  /// What a person can bring about with git, and has to end with git.
  fileprivate var isRefusal: Bool {
    switch self {
    case .refused(.stagedOnly), .refused(.operationInProgress): true
    default: false
    }
  }
}

extension SyncDevice {
  /// As `tl sync --undo`; nil where there is nothing to take back.
  func undoLastSync() throws -> SyncReport? {
    var options = SyncOptions()
    options.allowsDeletes = true
    do {
      return try open().undo(options, .undoing())
    } catch SyncError.nothingToUndo {
      return nil
    }
  }
}
