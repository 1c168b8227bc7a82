internal import Cryptography
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// A conflict: the values of one part of `conflicts.mustache`.
struct ConflictView {
  let incoming: PageRequest

  /// The number shown on one page.
  static let limit = 50

  func view(_ number: Int, _ copy: ConflictCopyFile) -> TemplateView {
    let texts = Self.texts(of: copy, incoming)
    let lines = texts.map { note, other in
      // Without the keys that mark it as a copy.
      let version = copy.noteID.flatMap { try? ConflictCopy.original(of: other, note: $0) }
      return LineComparison(from: note.bytes, to: (version ?? other).bytes).lines
    }
    let device = copy.device.map { $0.shownLine } ?? PageWords.otherDevice
    let note = copy.note.map { $0.text.shownLine }
    let file: String? = texts == nil ? PageWords.notCompared : nil
    var versions = [
      version(
        PageWords.here, lines.map(LinesView.old), file: file, choice: .note, copy,
        label: copy.note == nil ? PageWords.toTrash : PageWords.takeThis, path: copy.note)
    ]
    versions.append(
      version(
        PageWords.version(of: device, DateWords.moment(copy.updated)), lines.map(LinesView.new),
        file: file, choice: .copy, copy, label: PageWords.takeThis, path: copy.path))
    return [
      "anchor": "c-\(number + 1)", "name": .text(title(copy)), "href": .optional(noteAddress(copy)),
      "what": .text(note ?? PageWords.noteIsGone(copy.original.text.shownLine)),
      "versions": .list(versions),
      "bothAction": incoming.isWritable && copy.note != nil
        ? .text(action(.both, copy)) : .none,
      "editHref": incoming.isWritable && texts != nil && copy.note != nil
        ? .text(
          incoming.addresses.address("/conflicts/edit/\(Self.segments(of: copy.path))")) : .none,
    ]
  }

  private func version(
    _ label: String, _ lines: [TemplateView]?, file: String?, choice: ConflictResolution,
    _ copy: ConflictCopyFile, label take: String, path: VaultPath?
  ) -> TemplateView {
    let media = path.flatMap {
      FileFinder.file(at: $0, in: incoming.vault.folder) == nil ? nil : $0
    }
    return [
      "label": .text(label), "hasLines": .flag(lines != nil), "lines": .list(lines ?? []),
      "file": .optional(file),
      "fileHref": .optional(
        media.map { incoming.addresses.address(MediaItem.address(of: $0)) }),
      "takeAction": incoming.isWritable ? .text(action(choice, copy)) : .none,
      "takeLabel": .text(take),
    ]
  }

  private func action(_ choice: ConflictResolution, _ copy: ConflictCopyFile) -> String {
    incoming.addresses.address(
      "/conflicts/\(choice.rawValue)/\(Self.segments(of: copy.path))?seen=\(Self.seen(copy, incoming.vault))"
    )
  }

  private func title(_ copy: ConflictCopyFile) -> String {
    let path = copy.note ?? copy.path
    guard MediaFolder(of: path) != nil,
      let note = try? incoming.note(at: path)
    else { return path.text.shownLine }
    return note.title.shownLine
  }

  private func noteAddress(_ copy: ConflictCopyFile) -> String? {
    guard copy.note != nil else { return copy.id.map(incoming.addresses.note) }
    return copy.noteID.map(incoming.addresses.note)
  }

  // MARK: - Parts

  /// Both as texts; nil if one is no text, too large or sealed.
  static func texts(
    of copy: ConflictCopyFile, _ incoming: PageRequest
  ) -> (note: NoteDocument, copy: NoteDocument)? {
    func text(_ path: VaultPath?) -> NoteDocument? {
      guard let path,
        let bytes = try? incoming.vault.folder.read(path, limit: LinesView.byteLimit).bytes,
        !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil
      else { return nil }
      let document = NoteDocument(bytes)
      // That of a medium is known by its path.
      return incoming.answer(forVersion: document, at: path) == .visible ? document : nil
    }
    guard let other = text(copy.path) else { return nil }
    guard copy.note != nil else { return (NoteDocument([]), other) }
    return text(copy.note).map { ($0, other) }
  }

  /// Differs when one of the versions was written since.
  static func seen(_ copy: ConflictCopyFile, _ vault: Vault) -> String {
    let stamps = [copy.note, copy.path].map { path in
      path.flatMap { try? vault.folder.status($0) }.map { CardCache.FileStamp($0).text } ?? ""
    }
    return String(sha256Hex(stamps.joined(separator: "\n").utf8).prefix(16))
  }

  static func segments(of path: VaultPath) -> String {
    path.bytes.split(separator: UInt8(ascii: "/")).map { PercentEncoding.encoded($0) }
      .joined(separator: "/")
  }
}

/// Lines that differ, marked: the values of `lines.mustache`.
enum LinesView {
  /// More lines than this are not shown.
  static let limit = 2_000
  /// Texts of more bytes are not compared.
  static let byteLimit = 4 << 20

  static func view(_ lines: [LineComparison.Line]) -> [TemplateView] {
    var shown = lines.prefix(limit).map(view)
    if lines.count > limit { shown.append(view(.gap(lines.count - limit))) }
    return shown
  }

  /// The lines of the old version alone; those that the new one lacks are marked as added, for both count the same.
  static func old(_ lines: [LineComparison.Line]) -> [TemplateView] {
    view(
      lines.compactMap { line -> LineComparison.Line? in
        switch line {
        case .added: nil
        case .removed(let text): .added(text)
        case .same, .gap: line
        }
      })
  }

  /// The lines of the new version alone.
  static func new(_ lines: [LineComparison.Line]) -> [TemplateView] {
    view(lines.compactMap { if case .removed = $0 { nil } else { $0 } })
  }

  private static func view(_ line: LineComparison.Line) -> TemplateView {
    func values(
      _ text: String, added: Bool = false, removed: Bool = false, gap: Bool = false
    ) -> TemplateView {
      [
        "text": .text(text.shownLine), "isAdded": .flag(added), "isRemoved": .flag(removed),
        "isSame": .flag(!added && !removed && !gap), "isGap": .flag(gap),
      ]
    }
    return switch line {
    case .same(let text): values(text)
    case .added(let text): values(text, added: true)
    case .removed(let text): values(text, removed: true)
    case .gap(let count): values(PageWords.linesLeftOut(count), gap: true)
    }
  }
}
