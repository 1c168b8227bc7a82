import TestSupport
import Testing

@testable import VaultFormat
@testable import VaultSync

/// One history: devices that change, sync and meet by chance, until nothing moves any more.
struct Simulation {
  private let devices: SyncDevices
  /// Two in some histories, so that devices merge each other's merges: histories cross.
  private var remotes: [String]
  /// Syncs are made by the program, and killed.
  private let kills: Bool
  /// How long a sync by the program takes on this machine, in milliseconds.
  private var life = 0
  private var editor: SimulatedEditor
  /// What happened, for whoever looks for the cause of a failure.
  private(set) var story: [String] = []

  static let names = ["ada", "bob", "cyd", "dan", "eve"]

  init(seed: UInt64) throws {
    kills = seed % 10 == 3
    var editor = SimulatedEditor(SeededGenerator(seed: seed))
    let count = editor.number(2..<6)
    // Libgit2 alone is faster; git's own programs are what most people have.
    let hasGit = editor.number(0..<4) == 0
    devices = try SyncDevices(Array(Self.names.prefix(1)), hasGit: hasGit)
    let first = devices.all[0]
    for _ in 0..<editor.number(0..<6) { editor.add(first) }
    try first.sync(SyncTalk(), Self.allow)
    for name in Self.names[1..<count] { try devices.clone(name, hasGit: hasGit) }
    for device in devices.all { device.now += Int64(editor.number(-86_400..<86_401)) }
    remotes = [devices.remote]
    if editor.number(0..<4) == 0 { remotes.append(try devices.makeRemote("other.git")) }
    if kills { life = try max(first.syncByProgram(), 4) }
    self.editor = editor
  }

  /// Runs the history and checks what must hold at its end.
  mutating func run() throws {
    for _ in 0..<editor.number(kills ? 12..<30 : 4..<16) {
      for device in devices.all { device.now += Int64(editor.number(0..<20)) }
      let device = editor.pick(devices.all)
      if editor.number(0..<3) > 0 {
        edit(device)
      } else {
        try sync(device)
      }
    }
    for device in devices.all {
      device.now += 10
      try device.setRemote(devices.remote)
    }
    try devices.settle(rounds: 2 * devices.all.count + 4) { try $0.sync(SyncTalk(), Self.allow) }
    try check()
  }

  private mutating func edit(_ device: SyncDevice) {
    for _ in 0..<editor.number(1..<4) { editor.change(device) }
    story.append("\(device.name) edits")
  }

  /// Syncs; sometimes another device is faster, and sometimes the person goes on editing.
  private mutating func sync(_ device: SyncDevice) throws {
    try device.setRemote(editor.pick(remotes))
    let others = devices.all.filter { $0 !== device }
    let rival = editor.pick(others)
    if kills, editor.number(0..<4) > 0 {
      let moment = editor.number(life / 4..<life * 5 / 4)
      try device.syncByProgram(killedAfter: moment)
      return story.append("\(device.name) syncs and is killed after \(moment) ms")
    }
    switch editor.number(0..<6) {
    case 0:
      editor.change(rival)
      try syncMeanwhile(device) { _ = try? rival.sync(SyncTalk(), Self.allow) }
    case 1:
      let saved = Box(editor)
      try syncMeanwhile(device) { saved.value.change(device) }
      editor = saved.value
    default:
      try device.sync(SyncTalk(), Self.allow)
    }
    story.append("\(device.name) syncs")
  }

  /// Runs `body` once, while the sync talks to the remote.
  private func syncMeanwhile(_ device: SyncDevice, _ body: @escaping () -> Void) throws {
    let isDone = Box(false)
    let talk = SyncTalk(progress: { _ in
      if !isDone.value {
        isDone.value = true
        body()
      }
      return true
    })
    try device.sync(talk, Self.allow)
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  // MARK: - What must hold

  private func check() throws {
    let remote = try devices.remoteFiles()
    for device in devices.all {
      #expect(try SyncDevice.files(inTree: "HEAD", of: device.path) == remote, "\(device.name)")
      #expect(try device.damage() == [])
      let texts = device.paths().map { device[$0] ?? "" }
      #expect(editor.words.lost(in: texts) == [], "lost on \(device.name)")
      #expect(device.paths() == remote.keys.sorted(), "\(device.name)")
    }
    let fsck = try GitProgram.attempt(["fsck", "--strict", "--no-dangling"], in: devices.remote)
    #expect(fsck.status == 0, "\(fsck.stdoutText)\(fsck.stderrText)")
  }

  private static func allow(_ options: inout SyncOptions) { options.allowsDeletes = true }
}
