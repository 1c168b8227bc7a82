internal import VaultFormat
internal import VaultIndex

/// The changes of a vault as the page is told them.
struct ChangeEvents: Sendable {
  let live: LiveIndex
  let syncs: SyncDesk
  /// Whether the browser may still be told.
  let isOpen: @Sendable () -> Bool

  /// More ids than this are not told: the page looks at itself then.
  private static let limit = 200

  /// Server-sent events (HTML, 9.2): `change` with the ids of notes that came, changed and went; and comments, so that a
  /// proxy keeps the connection.
  ///
  /// `sync` says that a sync started, got further or ended.
  func stream() -> AsyncStream<[UInt8]> {
    // A client that is slow loses the oldest events.
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let task = Task {
        var known = live.snapshot
        continuation.yield(Array("retry: 2000\n: \(known.generation)\n\n".utf8))
        for await change in live.changes() {
          guard isOpen() else { break }
          let snapshot = live.snapshot
          continuation.yield(Self.event(change, from: known.index, to: snapshot.index))
          known = snapshot
        }
        continuation.finish()
      }
      let syncing = Task {
        for await _ in syncs.changes() {
          continuation.yield(Array("event: sync\ndata: \n\n".utf8))
        }
      }
      let pulse = Task {
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(25))
          guard isOpen() else { break }
          continuation.yield(Array(": \n\n".utf8))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in
        task.cancel()
        syncing.cancel()
        pulse.cancel()
      }
    }
  }

  static func event(_ change: LiveChange, from old: VaultIndex, to new: VaultIndex) -> [UInt8] {
    var (added, changed, removed) = ([String](), [String](), [String]())
    let ids = change.ids.flatMap { $0.count <= limit ? $0.sorted() : nil }
    for id in ids ?? [] {
      switch (has(id, old), has(id, new)) {
      case (false, true): added.append(id.text)
      case (true, true): changed.append(id.text)
      case (true, false): removed.append(id.text)
      case (false, false): break
      }
    }
    let value = JSONValue.object([
      ("generation", .int(Int(clamping: change.generation))), ("isWhole", .bool(ids == nil)),
      ("added", .array(added.map(JSONValue.string))),
      ("changed", .array(changed.map(JSONValue.string))),
      ("removed", .array(removed.map(JSONValue.string))),
    ])
    return Array("event: change\nid: \(change.generation)\ndata: \(value.compact)\n\n".utf8)
  }

  private static func has(_ id: NoteID, _ index: VaultIndex) -> Bool {
    index.notes(withID: id.text).contains { index.id($0) == id }
  }
}
