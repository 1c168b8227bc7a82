internal import HTTPTypes
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// Changes of one note by one button; each goes through the same edits as the command line.
enum ActionRoutes {
  static let pin = changing("pinned") { try $0.settingPinned(true) }
  static let unpin = changing("unpinned") { try $0.settingPinned(false) }
  static let favorite = changing("favourite") { try $0.setting(.favorite, to: true) }
  static let unfavorite = changing("unfavourite") { try $0.setting(.favorite, to: false) }
  static let publish = changing("public") { note in
    let published = try note.setting(.publish, to: true)
    return try published.removing(published.name(of: .anonymous))
  }
  static let publishAnonymously = changing("anonymous") {
    try $0.setting(.publish, to: true).setting(.anonymous, to: true)
  }
  static let unpublish = changing("private") { try $0.unpublishing() }

  /// - Parameter done: what the page then says (`Notice`).
  private static func changing(
    _ done: String, _ change: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) -> Route.Handler {
    { try await edit($0, done: done, change) }
  }

  /// Ticks the task of the field `task`, or clears it; does nothing if it is so already.
  static func task(_ incoming: PageRequest) async throws -> Reply {
    let isDone = incoming.form?["done"] == "true"
    guard let text = incoming.form?["task"], let box = TaskBox(reference: text, isDone: !isDone)
    else { throw PageProblem.isStale }
    let (found, outcome) = try await edit(incoming) { document in
      guard let splice = splice(box, settingDone: isDone, in: document) else {
        throw PageProblem(
          .conflict, "Not ticked",
          "The note was changed meanwhile, and this task is no longer there. Load the page again.")
      }
      var bytes = document.bytes
      bytes.replaceSubrange(splice.range, with: splice.bytes)
      return NoteDocument(bytes)
    }
    guard incoming.request.wantsJSON else { return back(incoming, found.id, outcome, "saved") }
    let note = try incoming.note(at: found.path)
    let html = NoteRoutes.renderer(
      incoming, folder: found.path.parent, note: found.path,
      raisesTitle: note.metadata.title == nil
    ).render(note.document).html
    return incoming.reply(outcome, [("html", .string(html.text))])
  }

  static func trash(_ incoming: PageRequest) async throws -> Reply {
    let operation = try incoming.operation()
    let outcome = try await incoming.write(once: operation) { writer, isAgain in
      do {
        let found = try NoteRoutes.find(incoming)
        let removal = try incoming.source.removal(
          of: found.path, id: found.id, in: incoming.snapshot.index)
        let number = try incoming.onNote(at: found.path) {
          try writer.remove(removal).entry.number
        }
        return OperationOutcome(kind: .removed, id: found.id.text, number: number)
      } catch  where (isAgain || incoming.isReplayed) && PageProblem(error) == .noSuchNote {
        // It is gone, as was wanted.
        return OperationOutcome(kind: .removed)
      }
    }
    let undo = outcome.number.map { incoming.addresses.address("/trash/\($0)/restore") }
    let done = outcome.number.map { incoming.signed("trash-\($0)", change: outcome.change) }
    guard incoming.request.wantsJSON else {
      return ReturnAddress(incoming, fallback: "/", without: outcome.id.flatMap { NoteID($0) })
        .reply(done: done)
    }
    return incoming.reply(outcome, say: "Moved to the trash.", undo: undo, done: done)
  }

  /// Brings entries of the trash back.
  static func restore(_ incoming: PageRequest) async throws -> Reply {
    let numbers = try incoming.parameter { TrashNumbers($0) }
    let vault = incoming.vault
    let outcome = try await incoming.write(once: try incoming.operation()) { writer, isAgain in
      let entries = try Trash(vault.folder).entries().reduce(into: [:]) { $0[$1.number] = $1 }
      // What is back already is as was wanted.
      let wanted = numbers.values.filter { !isAgain || entries[$0] != nil }
      let index = incoming.snapshot.index
      var path: VaultPath?
      var companions: Set<Int> = []
      // Those removed last first, so that each finds the names free that were free when it was removed.
      for number in wanted.reversed() where !companions.contains(number) {
        let entry = try entries[number]?.following(in: vault.folder) { id in
          index.notes(withIDs: [id]).first.map(index.path)
        }
        let restored = try writer.restore(number, at: entry?.origin)
        companions.formUnion(restored.companions)
        path = restored.path
      }
      guard let path, NoteName.isNote(path.bytes[...]) else {
        return OperationOutcome(kind: .saved)
      }
      let note = try vault.note(at: path, zone: incoming.zone)
      let id = note.metadata.id ?? ProvisionalID.of(path)
      return OperationOutcome(kind: .saved, id: id.text, path: path.text)
    }
    let done = incoming.said("restored", change: outcome.change)
    guard incoming.request.wantsJSON else {
      return ReturnAddress(incoming, fallback: "/trash").reply(done: done)
    }
    guard let path = outcome.path.flatMap({ VaultPath($0) }),
      let id = outcome.id.flatMap({ NoteID($0) }), (try? vault.folder.exists(path)) == true
    else { return incoming.reply(outcome, say: PageWords.done("restored"), done: done) }
    return try reply(incoming, path, id, outcome, done: "restored")
  }

  // MARK: - Parts

  /// Where the task is not at its place any more, as in an old page, it is the only one with the same line.
  private static func splice(
    _ box: TaskBox, settingDone isDone: Bool, in document: NoteDocument
  ) -> TaskBox.Splice? {
    if let splice = box.splice(settingDone: isDone, in: document) { return splice }
    let same = NoteRenderer().render(document).tasks.filter { $0.fingerprint == box.fingerprint }
    return same.count == 1 ? same.first?.splice(settingDone: isDone, in: document) : nil
  }

  /// - Parameter done: what the page then says (`Notice`).
  static func edit(
    _ incoming: PageRequest, done: String,
    _ change: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) async throws -> Reply {
    let (found, outcome) = try await edit(incoming, change)
    return try reply(incoming, found.path, found.id, outcome, done: done)
  }

  private static func edit(
    _ incoming: PageRequest, _ change: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) async throws -> (NoteRoutes.Found, OperationOutcome) {
    let found = try NoteRoutes.find(incoming)
    let outcome = try await incoming.write(once: try incoming.operation()) { writer, _ in
      try incoming.onNote(at: found.path) {
        _ = try writer.edit(found.path, provisionalID: found.id, change)
      }
      return OperationOutcome(kind: .saved, id: found.id.text)
    }
    return (found, outcome)
  }

  /// The changed card for a script; the page from which the form came for a browser without.
  private static func reply(
    _ incoming: PageRequest, _ path: VaultPath, _ id: NoteID, _ outcome: OperationOutcome,
    done: String
  ) throws -> Reply {
    guard incoming.request.wantsJSON else { return back(incoming, id, outcome, done) }
    return incoming.reply(
      outcome, card: try card(incoming, path, id), say: PageWords.done(done),
      done: incoming.said(done, change: outcome.change))
  }

  /// The card of a note as it is now.
  static func card(_ incoming: PageRequest, _ path: VaultPath, _ id: NoteID) throws -> SafeHTML {
    guard var stamp = CardCache.stamp(of: path, in: incoming.vault.folder),
      let note = try? incoming.vault.note(at: path, zone: incoming.zone)
    else { throw PageProblem.noSuchNote }
    stamp.answer = incoming.answer(for: note.document)
    let entry = CardLoader.Entry(path: path, id: id, stamp: stamp)
    let frame = PageFrame(incoming, title: "", kind: "")
    guard let card = try incoming.cardHTML(entry, .listed, frame) else {
      throw PageProblem.noSuchNote
    }
    return card.html
  }

  private static func back(
    _ incoming: PageRequest, _ id: NoteID, _ outcome: OperationOutcome, _ done: String
  ) -> Reply {
    incoming.back(or: "/n/\(NoteAddress.segment(of: id))", done: done, change: outcome.change)
  }
}

extension PageRequest {
  /// - Parameters:
  ///   - card: as it is now; nil for a note that goes, or that no list has yet.
  ///   - say: what was done.
  fileprivate func reply(
    _ outcome: OperationOutcome, card: SafeHTML? = nil, say: String?, undo: String? = nil,
    done: String?
  ) -> Reply {
    reply(
      outcome,
      [
        ("card", .text(card?.text)), ("say", .text(say)), ("undo", .text(undo)),
        ("done", .text(done)),
      ])
  }

  /// Changes notes one by one, each as a whole or not at all; other writes get their turn in between.
  ///
  /// - Returns: `failed` has also those that were not tried, since nothing more can be written to the disk, and not those
  ///   that needed no change.
  /// - Throws: that error of the disk if no note was changed.
  func edit(
    _ notes: [(path: VaultPath, id: NoteID)],
    _ change: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) async throws -> (changed: Int, failed: Int) {
    var (changed, failed) = (0, 0)
    for start in stride(from: 0, to: notes.count, by: 50) {
      let part = Array(notes[start..<min(start + 50, notes.count)])
      let before = changed
      let result = try await write { writer in
        var (changed, failed, tried, isEnded) = (0, 0, 0, false)
        for note in part {
          tried += 1
          do {
            if try writer.edit(note.path, provisionalID: note.id, change).isChange { changed += 1 }
          } catch {
            failed += 1
            isEnded = (error as? StoreError)?.system?.endsWriting == true
            if isEnded, before + changed == 0 { throw error }
            if isEnded { break }
          }
        }
        return (changed: changed, failed: failed, tried: tried, isEnded: isEnded)
      }
      changed += result.changed
      failed += result.failed
      if result.isEnded { return (changed, failed + notes.count - start - result.tried) }
    }
    return (changed, failed)
  }
}
