import TestSupport

@testable import Git
@testable import VaultSync

/// One history: devices that change, sync and meet by chance, until nothing moves any more.
///
/// What a person does to files is in `SimulatedEditor`, what must not get lost in `SavedWords`, and what else
/// happens in a `Disturbance`, of which a history has a few.
struct Simulation: SeededHistory {
  private let devices: SyncDevices
  /// Two in some histories, so that devices merge each other's merges: histories cross.
  private var remotes: [String]
  private var disturbances: [any Disturbance] = []
  /// Syncs are made by the program, and killed.
  private let kills: Bool
  /// Git's own commits and pulls come between.
  private let pulls: Bool
  /// The vault is a folder of a repository that holds other things too.
  private let isPart: Bool
  /// How long a sync by the program takes on this machine, in milliseconds.
  private var life = 0
  private var editor: SimulatedEditor
  private(set) var story: [String] = []
  /// What syncs did that a dry run just before them had not planned.
  private var surprises: [String] = []

  static let names = ["ada", "bob", "cyd", "dan", "eve"]

  init(seed: UInt64) throws {
    kills = seed % 10 == 3
    pulls = seed % 10 == 7
    isPart = seed % 10 == 5
    var editor = SimulatedEditor(SeededGenerator(seed: seed))
    let count = editor.number(2..<6)
    let kinds = kills || pulls ? [] : Self.kinds(&editor)
    // Libgit2 alone is faster; git's own programs are what most people have.
    let hasGit = editor.number(0..<4) == 0 || pulls || kinds.contains { $0.needsGit }
    devices = try SyncDevices(
      Array(Self.names.prefix(1)), hasGit: hasGit, part: isPart ? "content" : nil)
    for name in Self.names[1..<count] { try devices.clone(name, hasGit: hasGit) }
    self.editor = editor
    remotes = [devices.remote]
    disturbances = kinds.map { $0.init() }
    try begin()
  }

  /// None in most histories, else one to three kinds.
  private static func kinds(_ editor: inout SimulatedEditor) -> [any Disturbance.Type] {
    guard wanted != nil || editor.number(0..<5) > 1 else { return [] }
    let kinds = disturbances.shuffled(using: &editor.generator).prefix(editor.number(1..<4))
    // Git LFS needs the hook of a push for itself.
    let hasHooks = kinds.contains { $0 is FailingPrograms.Type }
    return kinds.filter { !hasHooks || !($0 is LargeFiles.Type) }
  }

  /// The first device writes notes, and all get them.
  private mutating func begin() throws {
    for disturbance in disturbances { try disturbance.begin(devices) }
    if pulls, let program = CommandRunner.executable {
      // Git's merges of notes are made by the program too.
      for device in devices.all { device.settings.program = program }
    }
    for _ in 0..<editor.number(0..<6) { editor.add(devices.all[0]) }
    for device in devices.all {
      try device.sync(SyncCallbacks(), Self.allow)
      device.now += Int64(editor.number(-86_400..<86_401))
    }
    // A branch has another name at one remote only, and Git LFS takes what one remote has for sent.
    let needsOne = disturbances.contains {
      $0 is RenamedBranch || $0 is LargeFiles || $0 is TakenBackPushes
    }
    if !needsOne, editor.number(0..<4) == 0 { remotes.append(try devices.makeRemote("other.git")) }
    if kills { life = try max(devices.all[0].syncByProgram(), 4) }
  }

  /// Runs the history.
  mutating func run() throws -> [String] {
    story.append("with \(disturbances.map { "\(type(of: $0))" })")
    let isLong = kills || !disturbances.isEmpty
    for _ in 0..<editor.number(isLong ? 12..<30 : 4..<16) {
      for device in devices.all { device.now += Int64(editor.number(0..<20)) }
      let device = editor.pick(devices.all)
      if !disturbances.isEmpty, editor.number(0..<3) == 0 {
        try disturb(device)
      } else if editor.number(0..<3) > 0 {
        edit(device)
      } else {
        try sync(device)
      }
    }
    for device in devices.all {
      device.now += 10
      // Twice: a file that one of them brings back may be held by another.
      for isFirst in [true, false] {
        for number in disturbances.indices {
          do {
            try disturbances[number].end(device, &editor)
          } catch  where isFirst && isExcused(error) {
            // Another one has still to end.
          }
        }
      }
      if remotes.count > 1 { try device.setRemote(devices.remote) }
    }
    try devices.settle(rounds: 2 * devices.all.count + 4) {
      try $0.sync(SyncCallbacks(), Self.allow)
    }
    return try problems()
  }

  private mutating func disturb(_ device: SyncDevice) throws {
    let number = editor.number(disturbances.indices)
    do {
      story.append("\(device.name) \(try disturbances[number].disturb(device, &editor))")
    } catch  where isExcused(error) {
      story.append("\(device.name) stops: \(error)")
    }
  }

  private mutating func edit(_ device: SyncDevice) {
    for _ in 0..<editor.number(1..<4) {
      story.append("\(device.name) \(editor.change(device))")
    }
  }

  private func isExcused(_ error: any Error) -> Bool {
    disturbances.contains { $0.excuses(error) }
  }
}

// MARK: - Syncing

extension Simulation {
  private static func allow(_ options: inout SyncOptions) { options.allowsDeletes = true }

  /// Syncs; sometimes another device is faster, and sometimes the person goes on editing.
  private mutating func sync(_ device: SyncDevice) throws {
    if remotes.count > 1 { try device.setRemote(editor.pick(remotes)) }
    let others = devices.all.filter { $0 !== device }
    let rival = editor.pick(others)
    if pulls, editor.number(0..<2) == 0 {
      try device.pullByGit()
      return story.append("\(device.name) commits and pulls with git")
    }
    if kills, editor.number(0..<4) > 0 {
      let moment = editor.number(life / 4..<life * 5 / 4)
      try device.syncByProgram(killedAfter: moment)
      if device.settings.network.git == nil {
        for remote in remotes { try SyncDevices.removeAbandonedLocks(in: remote) }
      }
      return story.append("\(device.name) syncs and is killed after \(moment) ms")
    }
    story.append("\(device.name) syncs")
    let allows = editor.number(0..<3) == 0
    let choose = { (options: inout SyncOptions) in options.allowsDeletes = allows }
    let choice = editor.number(0..<6)
    let (typist, edits) = (Box(editor), Box<[String]>([]))
    var callbacks = SyncCallbacks()
    switch choice {
    case 0:
      story.append("meanwhile \(rival.name) syncs: \(typist.value.change(rival))")
      callbacks = Self.once { _ = try? rival.sync(SyncCallbacks(), choose) }
    case 1:
      callbacks = Self.once { edits.value.append("meanwhile: \(typist.value.change(device))") }
    default: break
    }
    let planned = choice > 3 && disturbances.isEmpty ? try plan(of: device, choose) : nil
    do {
      let report = try device.sync(callbacks, choose)
      if let planned, planned != report.plan.text, report.network.told == "done" {
        surprises.append("\(device.name) planned \(planned) and did \(report.plan.text)")
      }
    } catch  where isExcused(error) {
      story.append("stops: \(error)")
    }
    editor = typist.value
    story += edits.value
  }

  /// Nil where a dry run cannot know it: a media folder moves, or what a killed sync put in place will be taken back.
  private func plan(
    of device: SyncDevice, _ change: (inout SyncOptions) -> Void
  ) throws -> String? {
    var options = SyncOptions()
    change(&options)
    let report = try device.open().dryRun(options, SyncCallbacks())
    let isUnknown = report.plan.movesMedia || report.remarks.contains(.unfinished)
    return isUnknown ? nil : report.plan.text
  }

  /// Does something once, while the sync talks to the remote.
  private static func once(_ body: @escaping () -> Void) -> SyncCallbacks {
    let isDone = Box(false)
    return SyncCallbacks(progress: { _ in
      if !isDone.value {
        isDone.value = true
        body()
      }
      return true
    })
  }
}

// MARK: - What must hold

extension Simulation {
  private func problems() throws -> [String] {
    var found = surprises
    let remote = try devices.remoteFiles()
    for device in devices.all {
      if try SyncDevice.files(inTree: "HEAD", of: device.path) != remote {
        found.append("\(device.name) has another tree than the remote")
      }
      if device.paths() != remote.keys.sorted() {
        let held = try device.sync(SyncCallbacks(), Self.allow).heldBack
        found.append("\(device.name) has other files than the remote, and holds back \(held)")
      }
      let lost = editor.words.lost(in: device.paths().map { device[$0] ?? "" })
      if !lost.isEmpty { found.append("lost on \(device.name): \(lost)") }
      found += try device.damage()
    }
    if isPart, try devices.all[0].git("log", "--format=%s", "--", "../site.txt") != "a site" {
      found.append("what is no part of the vault was changed")
    }
    return try found + GitProgram.damage(of: devices.remote, name: "the remote")
  }
}
