#if os(Linux)
  import TestSupport

  @testable import VaultSync

  /// Two devices that did everything of which the conflict table tells; one of them has synced, the other is about
  /// to.
  struct FaultStage {
    let hasGit: Bool
    private let devices: SyncDevices
    private let words: SavedWords
    /// The remote's files after a sync without a fault.
    private let expected: [String: String]

    private static let arguments = ["--no-input", "sync"]

    init(hasGit: Bool) throws {
      self.hasGit = hasGit
      devices = try SyncDevices(["ada", "bob"], ConflictRow.start, hasGit: hasGit)
      for device in devices.all { device.now += 3600 }
      words = ConflictRow.change(devices.all)
      try devices["bob"].sync()
      let copy = try SyncDevices(copying: devices, hasGit: hasGit)
      try copy.settle()
      expected = try copy.remoteFiles()
    }

    /// The calls by which the program changes something when it syncs.
    func points() throws -> [SystemCallTrace.Point] {
      let copy = try SyncDevices(copying: devices, hasGit: hasGit)
      let device = copy["ada"]
      return try SystemCallTrace.points(
        of: device.executable(), Self.arguments, in: device.path,
        environment: device.programEnvironment)
    }

    /// Has a sync go wrong, and others make it good.
    ///
    /// - Returns: what does not hold in the end and must.
    func problems(after fault: Fault) throws -> [String] {
      let copy = try SyncDevices(copying: devices, hasGit: hasGit)
      let device = copy["ada"]
      let output = try SystemCallTrace.run(
        device.executable(), Self.arguments, in: device.path,
        environment: device.programEnvironment, with: fault.injection, at: fault.point)
      var found: [String] = []
      do {
        try copy.settle()
        let remote = try copy.remoteFiles()
        // A file that could not be read waits, and others may be first.
        if remote != expected, !output.stderrText.contains("cannot be read") {
          found.append("not as without a fault: \(difference(remote))")
        }
        for device in copy.all {
          if device.paths() != remote.keys.sorted() {
            found.append("\(device.name) has other files")
          }
          let lost = words.lost(in: device.files().values)
          if !lost.isEmpty { found.append("lost on \(device.name): \(lost)") }
          found += try device.damage().filter { !fault.excuses($0) }
        }
      } catch {
        found.append("\(error)")
      }
      let told = "the sync ended with \(output.status): \(output.stdoutText)\(output.stderrText)"
      return found.isEmpty ? [] : found + [told]
    }

    private func difference(_ files: [String: String]) -> [String] {
      Set(files.keys).union(expected.keys).filter { files[$0] != expected[$0] }.sorted()
    }
  }
#endif
