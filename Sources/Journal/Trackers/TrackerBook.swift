internal import SystemCalls
package import VaultFormat
package import VaultIndex
package import VaultStore

/// The trackers of a vault with their events, as they are on the disk now.
package struct TrackerBook: Sendable {
  /// Sorted by path.
  package private(set) var logs: [TrackerLog]

  /// Reads the files that the index has marked as pages or as events.
  ///
  /// A file that is gone since the scan, or that the scan has reported as unreadable, is left out.
  ///
  /// - Parameters:
  ///   - index: of all notes, with titles and tags.
  ///   - scanner: of the vault; reads notes only for queries of trackers (`from`) that need more than the index.
  package init(
    of vault: Vault, _ index: VaultIndex, _ scanner: VaultScanner, now: NoteTime,
    zone: TimeZoneRules
  ) throws(PatternError) {
    let reader = PageReader(vault: vault, index: index, zone: zone, today: now.day)
    logs = reader.documents { $0.kind == .tracker }.compactMap { position, document in
      Tracker(
        document, at: index.path(position), id: index.id(position),
        created: index[position].created,
        zone: zone
      ).map { TrackerLog($0, in: document, zone: zone) }
    }
    logs.sort { $0.tracker.path < $1.tracker.path }
    let events = try EventNotes(reader, now: now).events(of: trackers, scanner)
    for (index, events) in events.enumerated() { logs[index].notes = events ?? [] }
  }

  package var trackers: [Tracker] { logs.map(\.tracker) }

  /// Where each tracker stands, in the same order; counts on all processors.
  ///
  /// - Parameter now: in the vault's zone.
  package func statuses(at now: NoteTime) -> [TrackerStatus] {
    ThreadTeam.map(logs, threads: ThisDevice.processorCount) { $0.status(at: now) }
  }
}
