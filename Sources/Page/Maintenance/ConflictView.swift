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
      return VersionLines(from: note, to: version ?? other, title: title(copy))
    }
    let here = copy.note.flatMap { try? incoming.note(at: $0).updated }
    let isGone = copy.note == nil
    let position = copy.note.flatMap(incoming.timeline.names.note(at:))
    var view: TemplateView =
      position.map { incoming.rows(of: [$0], in: incoming.timeline)[0] } ?? [:]
    view["anchor"] = .text("c-\(number + 1)")
    view["name"] = .text(title(copy))
    view["href"] = .optional(noteAddress(copy))
    view["gone"] = .optional(isGone ? PageWords.noteIsGone : nil)
    view["paths"] = .texts([copy.note, copy.path].compactMap { $0?.text.shownLine })
    let device = copy.device.map { $0.shownLine } ?? PageWords.otherDevice
    view["versions"] = .list([
      version(
        PageWords.here, isGone || MediaFolder(of: copy.original) == nil ? nil : here, lines?.old,
        .note, copy, take: isGone ? PageWords.toTrash : PageWords.takeThis, path: copy.note),
      version(
        PageWords.version(of: device), copy.updated, lines?.new, .copy, copy,
        take: PageWords.takeThis, path: copy.path),
    ])
    if incoming.isWritable, !isGone {
      view["bothAction"] = .text(action(.both, copy))
      if texts != nil {
        view["editHref"] = .text(
          incoming.addresses.address("/conflicts/edit/\(Self.segments(of: copy.path))"))
      }
    }
    return view
  }

  private func version(
    _ label: String, _ time: NoteTime?, _ lines: [TemplateView]?, _ choice: ConflictResolution,
    _ copy: ConflictCopyFile, take: String, path: VaultPath?
  ) -> TemplateView {
    let media = path.flatMap {
      FileFinder.file(at: $0, in: incoming.vault.folder) == nil ? nil : $0
    }
    return [
      "label": .text(label), "lines": .list(lines ?? []),
      "ago": .optional(time.map { PageWords.changed(DateWords.ago($0, now: incoming.now)) }),
      "exact": .optional(time.map(DateWords.moment)),
      "file": lines == nil ? .text(PageWords.notCompared) : .none,
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

  func title(_ copy: ConflictCopyFile) -> String {
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

extension NoteDocument {
  /// The front matter with its lines of dashes, and the text.
  var parts: (keys: [UInt8], body: [UInt8]) {
    (Array(bytes[..<layout.bodyStart]), Array(body))
  }
}

/// Two versions of a text beside each other, with marks where they differ.
struct VersionLines {
  private(set) var old: [TemplateView] = []
  private(set) var new: [TemplateView] = []

  /// A larger part that differs is marked as a whole.
  private static let wordLimit = 64 << 10

  /// - Parameter title: shown above both.
  init(from old: NoteDocument, to new: NoteDocument, title: String) {
    let (first, second) = (old.parts, new.parts)
    for line in LineComparison(from: first.keys, to: second.keys, context: 0).lines {
      switch line {
      case .removed(let text) where Self.isTold(text): self.old.append(Self.key(text))
      case .added(let text) where Self.isTold(text): self.new.append(Self.key(text))
      default: break
      }
    }
    var (removed, added): ([String], [String]) = ([], [])
    for line in LineComparison(from: first.body, to: second.body).lines.prefix(LinesView.limit) {
      switch line {
      case .removed(let text): removed.append(text)
      case .added(let text): added.append(text)
      case .same(let text):
        add(&removed, &added)
        guard !text.isEmpty else { continue }
        let isHeading = text.hasPrefix("#")
        let shown = isHeading ? String(text.drop { $0 == "#" || $0 == " " }) : text
        if isHeading, shown == title { continue }
        addBoth([
          "pieces": .list([["text": .text(shown.shownLine), "isMarked": false]]),
          "isHeading": .flag(isHeading), "hasText": true,
        ])
      case .gap(let count):
        add(&removed, &added)
        addBoth(["gap": .text(PageWords.linesLeftOut(count))])
      }
    }
    add(&removed, &added)
  }

  /// Of the keys of a note, which differ in any case where both were changed.
  private static func isTold(_ line: String) -> Bool {
    !["---", "updated:", "conflict_", "id:"].contains { line.hasPrefix($0) }
  }

  private static func key(_ text: String) -> TemplateView {
    ["key": .text(text.shownLine)]
  }

  private mutating func addBoth(_ line: TemplateView) {
    old.append(line)
    new.append(line)
  }

  /// Lines in the place of others, compared by words.
  private mutating func add(_ removed: inout [String], _ added: inout [String]) {
    defer { (removed, added) = ([], []) }
    let size = (removed + added).reduce(0) { $0 + $1.utf8.count }
    func words(_ lines: [String]) -> [UInt8] {
      lines.flatMap { line in
        (size > Self.wordLimit ? [line[...]] : line.split(separator: " "))
          .flatMap { Array($0.utf8) + [0x0A] } + [0x0A]
      }
    }
    let found = LineComparison(from: words(removed), to: words(added), context: nil).lines
    old += Self.lines(of: found, isNew: false)
    new += Self.lines(of: found, isNew: true)
  }

  /// - Parameter words: one in each line, with an empty one at the end of each line of the text.
  private static func lines(of words: [LineComparison.Line], isNew: Bool) -> [TemplateView] {
    var lines: [[(text: String, isMarked: Bool)]] = [[]]
    for word in words {
      let piece: (text: String, isMarked: Bool)
      switch word {
      case .same(let text): piece = (text, false)
      case .removed(let text) where !isNew: piece = (text, true)
      case .added(let text) where isNew: piece = (text, true)
      default: continue
      }
      let line = lines.count - 1
      if piece.text.isEmpty {
        lines.append([])
      } else if let last = lines[line].last, last.isMarked == piece.isMarked {
        lines[line][lines[line].count - 1].text += " \(piece.text)"
      } else {
        lines[line].append(piece)
      }
    }
    return lines.filter { !$0.isEmpty }.map { line in
      [
        "pieces": .list(
          line.map { ["text": .text($0.text.shownLine), "isMarked": .flag($0.isMarked)] }),
        "hasText": true,
      ]
    }
  }
}
