internal import Cryptography
internal import HTTPTypes
internal import Operations
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import VaultSync
internal import WebServer

/// Notes and files that have two versions, and the choice between them.
enum ConflictRoutes {
  static func conflicts(_ incoming: PageRequest) async throws -> Reply {
    let vault = try MaintenanceVault(incoming)
    let (count, conflicts) = try await incoming.site.scans.run {
      let copies = try vault.source.scanner().conflictCopies().copies
      let views = copies.prefix(ConflictView.limit).enumerated()
        .map(ConflictView(incoming: incoming).view)
      return (copies.count, views)
    }
    let heading = count == 0 ? PageWords.conflicts : PageWords.writtenTwice
    var frame = PageFrame(incoming, title: heading, styles: ["maintenance.css"])
    frame.values = [
      "heading": .text(heading),
      "summary": count == 0 ? .none : .text(PageWords.conflictsHow),
      "conflicts": .list(conflicts),
      "further": count > ConflictView.limit
        ? .text(PageWords.furtherConflicts(count - ConflictView.limit)) : .none,
      "empty": .empty(PageWords.noConflicts, if: count == 0),
    ]
    return try frame.reply("conflicts")
  }

  /// Ends a conflict: `{choice}` is `note`, `copy` or `both`, and the path is that of the copy.
  ///
  /// The field `seen` of the query has the versions that the page showed.
  static func resolve(_ incoming: PageRequest) async throws -> Reply {
    let choice = try incoming.parameter { ConflictResolution(rawValue: $0) }
    let vault = try MaintenanceVault(incoming)
    let copy = try await found(incoming, vault)
    try checkSeen(incoming, copy)
    if choice == .both, copy.isFile {
      let path = try incoming.vault.folder.freePath(like: copy.original)
      guard try vault.exposed([RenamedFile(copy.path, to: path)]) == nil else {
        throw PageProblem(
          .conflict, PageWords.failed, PageWords.lessPrivate(copy.path.text, path.text),
          next: .init(path: "/conflicts", label: PageWords.conflicts))
      }
    }
    try await incoming.write { writer in try end(copy, choice, writer) }
    return incoming.redirect("/conflicts", done: choice.rawValue)
  }

  /// As `tl conflict resolve` does it: a copy whose note is gone becomes a note or goes to the trash.
  private static func end(
    _ copy: ConflictCopyFile, _ choice: ConflictResolution, _ writer: borrowing NoteWriter
  ) throws {
    guard let id = copy.noteID else {
      _ = try writer.resolve(copy: copy.path, ofFile: copy.original, keeping: choice)
      return
    }
    guard let note = copy.note else {
      _ = try writer.resolve(
        copy: copy.path, of: copy.path, id: id, keeping: choice == .note ? .note : .both)
      return
    }
    _ = try writer.resolve(copy: copy.path, of: note, id: id, keeping: choice)
  }

  // MARK: - Both in one text

  static func edit(_ incoming: PageRequest) async throws -> Reply {
    guard incoming.isWritable else { throw PageProblem.isReadOnly }
    let vault = try MaintenanceVault(incoming)
    let copy = try await found(incoming, vault)
    let texts = try await incoming.site.scans.run { ConflictView.texts(of: copy, incoming) }
    guard let note = copy.note, let (current, other) = texts else { throw PageProblem.noSuchNote }
    let marked = try NoteConflict.joined(current, with: other, id: copy.noteID, zone: incoming.zone)
    return try form(
      incoming, note, copy, text: parts(of: marked).text.shown, base: current.bytes,
      marked: marked)
  }

  /// The field `base` has the note's bytes, `marked` the text of the form, and `copy` the hash of the copy.
  static func save(_ incoming: PageRequest) async throws -> Reply {
    let vault = try MaintenanceVault(incoming)
    let copy = try await found(incoming, vault)
    guard let note = copy.note, let fields = incoming.form, let text = fields["text"],
      let base = fields["base"].flatMap({ Base64.urlDecoded($0) }),
      let marked = fields["marked"].flatMap({ Base64.urlDecoded($0) })
    else { throw PageProblem.isStale }
    let parts = parts(of: marked)
    let edited = parts.head + parts.text.replaced(by: text)
    func again(_ problem: String) throws -> Reply {
      try form(
        incoming, note, copy, text: text, base: base, marked: marked, seen: fields["copy"],
        problem: problem)
    }
    guard try fields["copy"] == hash(of: copy.path, incoming.vault) else {
      return try again(PageWords.copyChanged)
    }
    do {
      try await incoming.write { writer in
        _ = try writer.save(
          EditedText(NoteDocument(edited), base: NoteDocument(base)), at: note,
          provisionalID: copy.noteID ?? ProvisionalID.of(note))
        if copy.isFile, MediaFolder(of: copy.path) == nil {
          _ = try writer.resolve(copy: copy.path, ofFile: note, keeping: .note)
        } else {
          _ = try writer.remove(copy.path)
        }
      }
    } catch is NoteConflict.Undecided {
      return try again(PageWords.markersStay)
    } catch is NoteConflict {
      return try again(PageWords.noteChanged)
    }
    return incoming.redirect("/conflicts", done: "joined")
  }

  /// What is above the text of a note is in the form only if the versions differ in it.
  private static func parts(of marked: [UInt8]) -> (head: [UInt8], text: FormText) {
    let head = marked[..<NoteDocument(marked).layout.bodyStart]
    let isWhole = String(decoding: head, as: UTF8.self).contains("<<<<<<<")
    return isWhole ? ([], FormText(marked)) : (Array(head), FormText(marked[head.endIndex...]))
  }

  private static func form(
    _ incoming: PageRequest, _ note: VaultPath, _ copy: ConflictCopyFile, text: String,
    base: [UInt8],
    marked: [UInt8], seen: String? = nil, problem: String? = nil
  ) throws -> Reply {
    var frame = PageFrame(incoming, title: PageWords.joinVersions, styles: ["maintenance.css"])
    frame.values = [
      "heading": .text(PageWords.joinVersions),
      "name": .text(ConflictView(incoming: incoming).title(copy)),
      "paths": .texts([note.text.shownLine, copy.path.text.shownLine]),
      "how": .text(PageWords.joinHow), "problem": .optional(problem), "text": .text(text),
      "action": .text(
        incoming.addresses.address("/conflicts/edit/\(ConflictView.segments(of: copy.path))")),
      "base": .text(Base64.urlEncoded(base)), "marked": .text(Base64.urlEncoded(marked)),
      "copy": .text(try seen ?? hash(of: copy.path, incoming.vault)),
      "cancelHref": .text(incoming.addresses.address("/conflicts")),
    ]
    return try frame.reply("merge", problem == nil ? .ok : .unprocessableContent)
  }

  // MARK: - Parts

  /// The copy that the address names, if it still is one.
  private static func found(_ incoming: PageRequest, _ vault: MaintenanceVault) async throws
    -> ConflictCopyFile
  {
    let path = incoming.parameters.last.flatMap { VaultPath($0) }
    let copies = try await incoming.site.scans.run {
      try vault.source.scanner().conflictCopies().copies
    }
    guard let copy = copies.first(where: { $0.path == path }) else {
      throw PageProblem(
        .conflict, PageWords.alreadyResolved, PageWords.alreadyResolvedHow,
        next: .init(path: "/conflicts", label: PageWords.conflicts))
    }
    return copy
  }

  private static func checkSeen(_ incoming: PageRequest, _ copy: ConflictCopyFile) throws {
    guard incoming.request.query["seen"] == ConflictView.seen(copy, incoming.vault) else {
      throw PageProblem(
        .conflict, PageWords.changedMeanwhile, PageWords.changedMeanwhileHow,
        next: .init(path: "/conflicts", label: PageWords.conflicts))
    }
  }

  private static func hash(of path: VaultPath, _ vault: Vault) throws -> String {
    sha256Hex(try vault.folder.read(path, limit: VersionLines.byteLimit).bytes)
  }
}

extension ConflictCopyFile {
  /// The file that the copy is named after.
  var original: VaultPath { note ?? ConflictCopyName(path)?.original ?? path }
}
