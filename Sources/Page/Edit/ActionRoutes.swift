internal import HTTPTypes
internal import Rendering
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Changes of one note by one button; each goes through the same edits as the command line.
enum ActionRoutes {
  static func pin(_ incoming: PageRequest) async throws -> Reply {
    let found = try await edit(incoming) { try $0.settingPinned(true) }
    return try reply(incoming, found.path, found.id, say: "Pinned.")
  }

  static func unpin(_ incoming: PageRequest) async throws -> Reply {
    let found = try await edit(incoming) { try $0.settingPinned(false) }
    return try reply(incoming, found.path, found.id, say: "Unpinned.")
  }

  /// Ticks the task of the field `task`, or clears it; does nothing if it is so already.
  static func task(_ incoming: PageRequest) async throws -> Reply {
    let isDone = incoming.form?["done"] == "true"
    guard let text = incoming.form?["task"], let box = TaskBox(reference: text, isDone: !isDone)
    else { throw PageProblem.isStale }
    let found = try await edit(incoming) { document in
      guard let splice = box.splice(settingDone: isDone, in: document) else {
        throw PageProblem(
          .conflict, "Not ticked",
          "The note was changed meanwhile, and this task is no longer there. Load the page again.")
      }
      var bytes = document.bytes
      bytes.replaceSubrange(splice.range, with: splice.bytes)
      return NoteDocument(bytes)
    }
    guard incoming.request.wantsJSON else { return back(incoming, found.id) }
    let document = NoteDocument(try incoming.vault.folder.read(found.path).bytes)
    let html = NoteRoutes.renderer(incoming, folder: found.path.parent).render(document).html
    return .json(.object([("html", .string(html.text))]))
  }

  static func trash(_ incoming: PageRequest) async throws -> Reply {
    let found = try NoteRoutes.find(incoming)
    let number = try await incoming.write { try $0.remove(found.path).entry.number }
    guard incoming.request.wantsJSON else {
      return ReturnAddress(incoming, fallback: "/", without: found.id).reply(
        done: "trash-\(number)")
    }
    return .json(
      .object([
        ("card", .null), ("say", .string("Moved to the trash.")),
        ("undo", .string(incoming.addresses.address("/trash/\(number)/restore"))),
      ]))
  }

  /// Brings entries of the trash back.
  static func restore(_ incoming: PageRequest) async throws -> Reply {
    guard let numbers = incoming.parameters.first.flatMap({ TrashNumbers($0) }) else {
      throw PageProblem.noSuchPage
    }
    let path = try await incoming.write { writer in
      // Those removed last first, so that each finds the names free that were free when it was removed.
      for number in numbers.values.dropFirst().reversed() { _ = try writer.restore(number) }
      return try writer.restore(numbers.first).path
    }
    guard incoming.request.wantsJSON, NoteName.isNote(path.bytes[...]) else {
      return ReturnAddress(incoming, fallback: "/trash", without: nil).reply(done: "restored")
    }
    let note = try incoming.vault.note(at: path, zone: incoming.zone)
    return try reply(
      incoming, path, note.metadata.id ?? ProvisionalID.of(path), say: "Brought back.")
  }

  // MARK: - Parts

  private static func edit(
    _ incoming: PageRequest, _ change: @escaping @Sendable (NoteDocument) throws -> NoteDocument
  ) async throws -> NoteRoutes.Found {
    let found = try NoteRoutes.find(incoming)
    try await incoming.write { writer in
      _ = try writer.edit(found.path, provisionalID: found.id, change)
    }
    return found
  }

  /// The changed card for a script; the page from which the form came for a browser without.
  private static func reply(
    _ incoming: PageRequest, _ path: VaultPath, _ id: NoteID, say: String
  ) throws -> Reply {
    guard incoming.request.wantsJSON else { return back(incoming, id) }
    let html = try card(incoming, path, id)
    return .json(
      .object([("card", .string(html.text)), ("say", .string(say)), ("undo", .null)]))
  }

  /// The card of a note as it is now.
  static func card(_ incoming: PageRequest, _ path: VaultPath, _ id: NoteID) throws -> SafeHTML {
    guard let stamp = CardCache.stamp(of: path, in: incoming.vault.folder),
      let card = incoming.shelf.card(NoteShelf.Entry(path: path, id: id, stamp: stamp))
    else { throw PageProblem.noSuchNote }
    let view = CardView(site: incoming.addresses, isWritable: incoming.isWritable).view(card)
    return try PageFrame(incoming, title: "", kind: "").html("card", view)
  }

  private static func back(_ incoming: PageRequest, _ id: NoteID) -> Reply {
    ReturnAddress(incoming, fallback: "/n/\(NoteAddress.segment(of: id))", without: nil)
      .reply(done: nil)
  }
}
