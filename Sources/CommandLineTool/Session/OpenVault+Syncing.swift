internal import VaultFormat
internal import VaultStore
internal import VaultSync

extension OpenVault {
  /// The vault with its git repository.
  ///
  /// - Throws: `SyncError` where there is none, or one that is not to be touched.
  func synced() throws -> SyncedVault {
    guard vault.isInitialized else {
      throw Vault.WriteRefusal.notInitialized(path: vault.folder.path)
    }
    return try SyncedVault(
      vault, session.syncSettings(for: vault.folder), session.surroundings, noteZone: noteZone)
  }

  /// The same for a command that only looks: nothing is kept, not even this device's name.
  func syncedForReading() throws -> SyncedVault {
    guard vault.isInitialized else {
      throw Vault.WriteRefusal.notInitialized(path: vault.folder.path)
    }
    return try SyncedVault(
      vault, session.settingsForReading(vault.folder), session.surroundings, noteZone: noteZone)
  }

  /// For times in notes without an offset where all devices have to agree: the zone of the vault's settings,
  /// else UTC.
  var noteZone: TimeZoneRules {
    vault.configuration.timeZone.flatMap { LocalTime.zone(named: $0) } ?? .utc
  }
}

extension GateQuestion {
  /// As a question that is answered with yes or no.
  fileprivate var words: String {
    switch self {
    case .largeFile(let path, let size, let limit):
      "\(path.text) has \(ByteCount(size)), more than \(ByteCount(limit)); record it all the same?"
    case .largeSync(let files, let size, let limit):
      "\(files.count) new files have \(ByteCount(size)) together, more than \(ByteCount(limit)); record them all the same?"
    case .deletions(let notes, let count):
      "\(notes.count) of \(count) notes are gone; were they deleted on purpose?"
    case .noNotesLeft(let notes):
      "none of the \(notes.count) notes is left in this folder; were they deleted on purpose?"
    case .otherFiles(let files):
      files.count == 1
        ? "this file is no note, media or settings; record it, and others like it from now on?"
        : "these \(files.count) files are no notes, media or settings; record them, and others like them from now on?"
    }
  }

  /// The files that it is about, where the question does not name them.
  fileprivate var files: [VaultPath] {
    switch self {
    case .largeFile: []
    case .largeSync(let files, _, _), .otherFiles(let files): files
    case .deletions(let notes, _), .noNotesLeft(let notes): notes
    }
  }
}

extension Session {
  /// What a sync is to know of this device, its user and the network.
  func syncSettings(for folder: VaultFolder) throws -> SyncSettings {
    SyncSettings(
      network: networkSettings,
      device: DeviceName.current(
        in: folder, given: environment["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: try DeviceKey.load(environment), program: ThisDevice.programPath ?? "tl",
      userName: ThisDevice.userName, threads: processorCount())
  }

  /// The same for a command that only looks: there is no key, so nothing can be applied with it.
  func settingsForReading(_ folder: VaultFolder) -> SyncSettings {
    SyncSettings(
      network: networkSettings,
      device: DeviceName.known(
        in: folder, given: environment["TL_DEVICE"], host: ThisDevice.hostName),
      deviceKey: "", program: ThisDevice.programPath ?? "tl", userName: ThisDevice.userName,
      threads: processorCount())
  }

  /// The same for a vault that is yet to be.
  func settingsForClone() throws -> SyncSettings {
    SyncSettings(
      network: networkSettings,
      device: DeviceName.fit(environment["TL_DEVICE"] ?? ThisDevice.hostName),
      deviceKey: try DeviceKey.load(environment), program: ThisDevice.programPath ?? "tl",
      userName: ThisDevice.userName, threads: processorCount())
  }

  var networkSettings: NetworkSettings {
    var settings = NetworkSettings(environment: environment.all, isInteractive: isInteractive)
    if let seconds = environment["TL_NETWORK_TIMEOUT"].flatMap({ Int($0) }), seconds > 0 {
      settings.idleLimit = min(seconds, 86_400) * 1_000
      settings.connectLimit = settings.idleLimit
    }
    return settings
  }

  /// Whom a sync tells how far it is, and whom it asks: the person at the terminal, if there is one.
  func syncTalk() -> SyncTalk {
    let progress = TransferLine(on: console)
    var talk = SyncTalk(progress: { progress.show($0) })
    talk.network = { progress.isRemote = true }
    guard isInteractive else { return talk }
    talk.joins = { [self] ours, theirs in
      progress.finish()
      return confirm(
        "the remote is another vault: \(theirs) notes there, \(ours) here; make one vault of both?"
      )
    }
    talk.gate = { [self] question in
      progress.finish()
      let files = question.files
      for path in files.prefix(10) { console.prompt("  \(TerminalText.line(path.text))\n") }
      if files.count > 10 { console.prompt("  and \(files.count - 10) more\n") }
      return confirm(question.words)
    }
    return talk
  }
}
