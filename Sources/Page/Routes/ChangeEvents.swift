internal import HTTPTypes
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import WebServer

/// The changes of a vault as the page is told them.
struct ChangeEvents: Sendable {
  let site: PageSite
  /// Whether the browser may still be told.
  let isOpen: @Sendable () -> Bool

  /// More ids than this are not told: the page looks at itself then.
  private static let limit = 200

  /// Server-sent events (HTML, 9.2): `hello` at once, by which a client knows that no proxy holds them back; `change` with
  /// the ids of notes that came, changed and went; and comments, so that a proxy keeps the connection.
  ///
  /// `sync` says that a sync started, got further or ended.
  ///
  /// - Parameters:
  ///   - version: what the client has; where that is not the newest, the first event says that all can be other.
  ///   - isWhole: the stream ends after these, for a proxy that passes on only what has ended.
  func stream(since version: String?, isWhole: Bool) -> AsyncStream<[UInt8]> {
    // A client that is slow loses the oldest events.
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let start: @Sendable (LiveSnapshot) -> Void = { snapshot in
        continuation.yield(Array("retry: 2000\nevent: hello\ndata: \n\n".utf8))
        if let version, version != site.version(of: snapshot) {
          continuation.yield(event(nil, from: snapshot.index, to: snapshot))
        }
      }
      guard !isWhole else {
        start(site.live.snapshot)
        return continuation.finish()
      }
      let task = Task {
        let changes = site.live.changes()
        var known = site.live.snapshot
        start(known)
        for await change in changes where change.generation > known.generation {
          guard isOpen() else { break }
          let snapshot = site.live.snapshot
          continuation.yield(event(change.ids, from: known.index, to: snapshot))
          // A snapshot can hold the next change too, whose notes are compared with what was before.
          if change.generation == snapshot.generation { known = snapshot }
        }
        continuation.finish()
      }
      let syncing = Task {
        for await _ in site.syncs.changes() {
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
      continuation.onTermination = { _ in for each in [task, syncing, pulse] { each.cancel() } }
    }
  }

  private func event(
    _ ids: Set<NoteID>?, from old: VaultIndex, to snapshot: LiveSnapshot
  ) -> [UInt8] {
    let new = snapshot.index
    var (added, changed, removed) = ([String](), [String](), [String]())
    let ids = ids.flatMap { $0.count <= Self.limit ? $0.sorted() : nil }
    for id in ids ?? [] {
      switch (Self.has(id, old), Self.has(id, new)) {
      case (false, true): added.append(id.text)
      case (true, true): changed.append(id.text)
      case (true, false): removed.append(id.text)
      case (false, false): break
      }
    }
    let value: JSONValue = [
      "isWhole": .bool(ids == nil), "added": .array(added.map(JSONValue.string)),
      "changed": .array(changed.map(JSONValue.string)),
      "removed": .array(removed.map(JSONValue.string)),
    ]
    return Array(
      "event: change\nid: \(site.version(of: snapshot))\ndata: \(value.compact)\n\n".utf8)
  }

  private static func has(_ id: NoteID, _ index: VaultIndex) -> Bool {
    index.notes(withID: id.text).contains { index.id($0) == id }
  }

  /// `GET /events`: what changes while a page is open.
  static func events(_ incoming: PageRequest) async throws -> Reply {
    let (site, session) = (incoming.site, incoming.session)
    let events = ChangeEvents(site: site) { session.map(site.isOpen) ?? false }
    return Reply(
      .ok, "text/event-stream",
      body: .stream(
        events.stream(
          since: incoming.request.query["since"], isWhole: incoming.request.query["whole"] != nil))
    ).with(.unbuffered)
  }
}
