package import Git
package import SystemCalls
package import VaultFormat
internal import VaultIndex
package import VaultStore
package import VaultSync
internal import Words

extension OpenVault {
  /// The vault with its git repository.
  ///
  /// - Throws: `SyncError` if there is none, or one that must not be touched.
  func synced() throws -> SyncedVault {
    try synced(
      session.environment.syncSettings(
        for: vault.folder, isInteractive: session.isInteractive))
  }

  /// The same for a command that only reads: nothing is stored, not even this device's name.
  func syncedForReading() throws -> SyncedVault {
    try synced(
      session.environment.syncSettingsForReading(
        vault.folder, isInteractive: session.isInteractive))
  }

  private func synced(
    _ settings: @autoclosure () throws -> SyncSettings
  ) throws -> SyncedVault {
    try vault.checkInitialized()
    return try SyncedVault(
      vault, settings: settings(), surroundings: surroundings, noteZone: noteZone)
  }

  /// Files that git would keep less private under their new names; none in a vault without git.
  func exposed(_ files: [RenamedFile]) throws -> [RenamedFile] {
    let renamed = files.filter { $0.old != $0.new }
    guard !renamed.isEmpty, let synced = try? syncedForReading() else { return [] }
    return try synced.exposed(renamed)
  }

  /// - Parameters:
  ///   - files: restored under another name, because their own is taken.
  ///   - hint: what to do about it.
  /// - Throws: if one of them would be less private.
  func checkPrivacy(of files: [RenamedFile], hint: String) throws {
    guard let file = try exposed(files).first else { return }
    throw Problem(
      "git would not keep \(file.new.shown) as private as \(file.old.shown), whose place is taken",
      hint: hint)
  }

  /// Finds in the history which of several files with one id is the note.
  var recordedNote: RecordedNote {
    { id, paths in
      guard let history = try? syncedForReading().history() else { return nil }
      return try? history.owner(of: id, among: paths)
    }
  }

  /// The zone for times without an offset that all devices have to read alike: that of the vault's settings, else UTC.
  package var noteZone: TimeZoneRules { vault.configuration.namedZone ?? .utc }
}

extension Session {
  /// The settings of a sync, for a vault that does not exist yet.
  func settingsForClone() throws -> SyncSettings {
    environment.syncSettings(
      device: DeviceName.fit(environment["TL_DEVICE"] ?? ThisDevice.hostName),
      deviceKey: try DeviceKey.load(environment), isInteractive: isInteractive)
  }

  /// Shows the progress of a sync, and asks the user if there is a terminal.
  func syncCallbacks() -> SyncCallbacks {
    let progress = TransferLine(on: console)
    var callbacks = SyncCallbacks(progress: { progress.show($0) })
    callbacks.network = { progress.isRemote = true }
    guard isInteractive else { return callbacks }
    callbacks.answer = { [self] question in
      progress.finish()
      // The command itself asks.
      if case .undo = question { return nil }
      return confirm(SyncQuestionText(question, .current))
    }
    return callbacks
  }

  /// Shows what a question is about, and asks it.
  func confirm(_ text: SyncQuestionText) -> Bool {
    for line in text.lines { console.prompt(TerminalText.line(line) + "\n") }
    return confirm(text.question)
  }
}

extension Environment {
  /// The settings of a sync: this device, its user and the network.
  ///
  /// Stores the device's name and key, if they are new.
  ///
  /// - Parameter isInteractive: whether git, ssh and helpers may ask at the terminal.
  /// - Throws: a `Problem` if the key cannot be stored.
  package func syncSettings(
    for folder: VaultFolder, isInteractive: Bool
  ) throws -> SyncSettings {
    syncSettings(
      device: DeviceName.current(
        in: folder, given: self["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: try DeviceKey.load(self), isInteractive: isInteractive)
  }

  /// The same for reading: stores nothing.
  package func syncSettingsForReading(
    _ folder: VaultFolder, isInteractive: Bool
  ) -> SyncSettings {
    syncSettings(
      device: DeviceName.known(
        in: folder, given: self["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: DeviceKey.known(self), isInteractive: isInteractive)
  }

  func syncSettings(device: String, deviceKey: String, isInteractive: Bool) -> SyncSettings {
    SyncSettings(
      network: networkSettings(isInteractive: isInteractive), device: device,
      deviceKey: deviceKey, program: NetworkProgram.toolPath ?? "tl",
      userName: ThisDevice.userName, threads: ThisDevice.processorCount)
  }

  package func networkSettings(isInteractive: Bool) -> NetworkSettings {
    var settings = NetworkSettings(environment: all, isInteractive: isInteractive)
    if let seconds = self["TL_NETWORK_TIMEOUT"].flatMap({ Int($0) }), seconds > 0 {
      settings.idleTimeout = min(seconds, 86_400) * 1_000
      settings.connectTimeout = settings.idleTimeout
    }
    return settings
  }
}

/// A secret of this device and account that marks the journals of its own syncs.
///
/// Kept outside of every vault, because a vault from someone else may contain a journal. It needs no further
/// protection: a reader of it can change the vault's files anyway.
enum DeviceKey {
  /// 32 hexadecimal digits; made at the first call.
  ///
  /// - Throws: a `Problem` if it cannot be stored.
  static func load(_ environment: Environment) throws(Problem) -> String {
    guard let folder = environment.stateFolder else {
      throw Problem(
        "tl has no folder to store this device's key in: HOME is not set",
        hint: "set HOME to your home folder (in a crontab: a line HOME=FOLDER)")
    }
    let path = folder + "/device-key"
    if let key = read(path) { return key }
    do {
      try SystemPath.makeFolders(folder)
    } catch {
      throw Problem("\(path): \(error)")
    }
    // If another process was faster, its key counts.
    let key = (0..<32).map { _ in String(UInt8.random(in: 0..<16), radix: 16) }.joined()
    let isCreated = SystemFile.create(path, Array((key + "\n").utf8))
    if let kept = read(path) { return kept }
    throw Problem(
      isCreated ? "\(path) cannot be read" : "\(path) cannot be written",
      hint: "it holds this device's key; check who owns it and its folder (ls -ld)")
  }

  /// The stored key; empty if there is none yet, which is that of no journal.
  static func known(_ environment: Environment) -> String {
    environment.stateFolder.flatMap { read($0 + "/device-key") } ?? ""
  }

  private static func read(_ path: String) -> String? {
    guard let bytes = SystemFile.read(path) else { return nil }
    let key = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return key.utf8.count == 32 ? key : nil
  }
}
