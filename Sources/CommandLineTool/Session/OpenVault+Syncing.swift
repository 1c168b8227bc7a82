internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync

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
  var noteZone: TimeZoneRules { vault.configuration.namedZone ?? .utc }
}

extension GateQuestion {
  /// The question, to be answered with yes or no.
  fileprivate var words: String {
    switch self {
    case .largeFile(let path, let size, let limit):
      "\(path.shown) has \(ByteCount(size)), more than \(ByteCount(limit)); commit it anyway?"
    case .largeSync(let files, let size, let limit):
      "\(files.count.counted("new file has", "new files have")) \(ByteCount(size)) together, more than \(ByteCount(limit)); commit anyway?"
    case .deletions(let notes, let count):
      "\(notes.count) of \(count.counted("note")) \(notes.count == 1 ? "is" : "are") gone; deleted on purpose?"
    case .mediaDeletions(let files, let count):
      "\(files.count) of \(count.counted("media file")) \(files.count == 1 ? "is" : "are") gone; deleted on purpose?"
    case .noNotesLeft(let notes):
      "\(notes.count == 1 ? "the only note is" : "all \(notes.count) notes are") gone from this folder; deleted on purpose?"
    case .otherFiles(let files):
      files.count == 1
        ? "this file is not a note, media or settings; commit it, and others like it from now on?"
        : "these \(files.count) files are not notes, media or settings; commit them, and others like them from now on?"
    }
  }

  /// The files of the question that it does not name.
  fileprivate var files: [VaultPath] {
    switch self {
    case .largeFile: []
    case .largeSync(let files, _, _), .mediaDeletions(let files, _), .otherFiles(let files): files
    case .deletions(let notes, _), .noNotesLeft(let notes): notes
    }
  }
}

extension Session {
  /// Shows the unsent commits, and asks whether to take the files out that the server may have refused.
  private func confirmDropping(_ unsent: UnsentSummary) -> Bool {
    func list(_ lines: [String], of count: Int) {
      for line in lines { console.prompt("  \(TerminalText.line(line))\n") }
      if count > lines.count { console.prompt("  and \(count - lines.count) more\n") }
    }
    console.prompt("the remote refused the commits that were not sent yet:\n")
    list(unsent.subjects.prefix(10).map { $0 }, of: unsent.subjects.count)
    console.prompt("with:\n")
    list(
      unsent.files.prefix(10).map { "\($0.path.text)  \(ByteCount($0.size))" },
      of: unsent.files.count)
    return confirm(
      unsent.files.count == 1
        ? "take this file out of the commits? it stays in the folder"
        : "take these \(unsent.files.count) files out of the commits? they stay in the folder")
  }

  /// The settings of a sync: this device, its user and the network.
  func syncSettings(for folder: VaultFolder) throws -> SyncSettings {
    settings(
      device: DeviceName.current(
        in: folder, given: environment["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: try DeviceKey.load(environment))
  }

  /// The same for a command that only reads: without a key, nothing can be applied.
  func settingsForReading(_ folder: VaultFolder) -> SyncSettings {
    settings(
      device: DeviceName.known(
        in: folder, given: environment["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: "")
  }

  /// The same for a vault that does not exist yet.
  func settingsForClone() throws -> SyncSettings {
    settings(
      device: DeviceName.fit(environment["TL_DEVICE"] ?? ThisDevice.hostName),
      deviceKey: try DeviceKey.load(environment))
  }

  private func settings(device: String, deviceKey: String) -> SyncSettings {
    SyncSettings(
      network: networkSettings, device: device, deviceKey: deviceKey,
      program: ThisDevice.programPath ?? "tl", userName: ThisDevice.userName,
      threads: ThisDevice.processorCount)
  }

  var networkSettings: NetworkSettings {
    var settings = NetworkSettings(environment: environment.all, isInteractive: isInteractive)
    if let seconds = environment["TL_NETWORK_TIMEOUT"].flatMap({ Int($0) }), seconds > 0 {
      settings.idleTimeout = min(seconds, 86_400) * 1_000
      settings.connectTimeout = settings.idleTimeout
    }
    return settings
  }

  /// Shows the progress of a sync, and asks the user if there is a terminal.
  func syncCallbacks() -> SyncCallbacks {
    let progress = TransferLine(on: console)
    var callbacks = SyncCallbacks(progress: { progress.show($0) })
    callbacks.network = { progress.isRemote = true }
    guard isInteractive else { return callbacks }
    callbacks.answer = { [self] question in
      progress.finish()
      switch question {
      case .join(let ours, let theirs):
        return confirm(
          "the remote is another vault: \(theirs.counted("note")) there, \(ours) here; join both into one?"
        )
      case .drop(let unsent): return confirmDropping(unsent)
      case .gate(let question):
        let files = question.files
        for path in files.prefix(10) { console.prompt("  \(TerminalText.line(path.shown))\n") }
        if files.count > 10 { console.prompt("  and \(files.count - 10) more\n") }
        return confirm(question.words)
      // The command itself asks.
      case .undo: return nil
      }
    }
    return callbacks
  }
}

extension RenamedFile {
  /// A note and its media.
  ///
  /// - Parameter media: by their paths in the media folder.
  static func note(
    _ old: VaultPath, to new: VaultPath, media: [VaultPath]
  ) -> [RenamedFile] {
    let note = [RenamedFile(old, to: new)]
    guard let folder = MediaFolder(of: old)?.path, let target = MediaFolder(of: new)?.path else {
      return note
    }
    return note + files(media, from: folder, to: target)
  }

  /// The files of a folder that gets another name.
  ///
  /// - Parameter names: their paths in the folder.
  static func files(
    _ names: [VaultPath], from folder: VaultPath, to target: VaultPath
  ) -> [RenamedFile] {
    names.map {
      RenamedFile(
        VaultPath(in: folder, named: $0.bytes), to: VaultPath(in: target, named: $0.bytes))
    }
  }
}
