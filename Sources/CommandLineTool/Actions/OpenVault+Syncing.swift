internal import Git
internal import SystemCalls
package import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import Words

extension OpenVault {
  /// The vault with its git repository.
  ///
  /// - Throws: `SyncError` if there is none, or one that must not be touched.
  func synced() throws -> SyncedVault { try synced(session.syncSettings(for: vault.folder)) }

  /// The same for a command that only reads: nothing is stored, not even this device's name.
  func syncedForReading() throws -> SyncedVault {
    try synced(session.settingsForReading(vault.folder))
  }

  private func synced(
    _ settings: @autoclosure () throws -> SyncSettings
  ) throws -> SyncedVault {
    guard vault.isInitialized else {
      throw Vault.WriteRefusal.notInitialized(path: vault.folder.path)
    }
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
    throw CommandError(
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
  /// The settings of a sync: this device, its user and the network.
  func syncSettings(for folder: VaultFolder) throws -> SyncSettings {
    try environment.syncSettings(for: folder, isInteractive: isInteractive)
  }

  /// The same for a command that only reads: without a key, nothing can be applied.
  func settingsForReading(_ folder: VaultFolder) -> SyncSettings {
    environment.syncSettingsForReading(folder, isInteractive: isInteractive)
  }

  /// The same for a vault that does not exist yet.
  func settingsForClone() throws -> SyncSettings {
    environment.syncSettings(
      device: DeviceName.fit(environment["TL_DEVICE"] ?? ThisDevice.hostName),
      deviceKey: try DeviceKey.load(environment), isInteractive: isInteractive)
  }

  var networkSettings: NetworkSettings { environment.networkSettings(isInteractive: isInteractive) }

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
