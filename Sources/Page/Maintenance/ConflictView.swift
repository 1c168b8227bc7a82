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
      let lines = VersionLines(from: note, to: version ?? other)
      return [false, true].map { lines.version(isNew: $0, title: title(copy)) }
    }
    let isGone = copy.note == nil
    let here =
      isGone || MediaFolder(of: copy.original) == nil
      ? nil : copy.note.flatMap { try? incoming.note(at: $0).updated }
    let lead = here.map { $0.seconds - copy.updated.seconds } ?? 0
    let isTold = here.map(DateWords.moment) != DateWords.moment(copy.updated)
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
        PageWords.here, isTold ? here : nil, lines?[0], .note, copy,
        take: isGone ? PageWords.toTrash : PageWords.takeThis, path: copy.note,
        isNewer: lead > 0),
      version(
        PageWords.version(of: device), isTold ? copy.updated : nil, lines?[1], .copy, copy,
        take: PageWords.takeThis, path: copy.path, isNewer: lead < 0),
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
    _ copy: ConflictCopyFile, take: String, path: VaultPath?, isNewer: Bool
  ) -> TemplateView {
    let media = path.flatMap {
      FileFinder.file(at: $0, in: incoming.vault.folder) == nil ? nil : $0
    }
    return [
      "label": .text(label), "lines": .list(lines ?? []),
      "when": .optional(time.map { PageWords.changed(DateWords.moment($0)) }),
      "isNewer": .flag(isNewer),
      "file": path == nil
        ? .text(PageWords.removedHere) : lines == nil ? .text(PageWords.notCompared) : .none,
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
        let bytes = try? incoming.vault.folder.read(path, limit: VersionLines.byteLimit).bytes,
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

extension NoteDocument {
  /// The front matter with its lines of dashes, and the text.
  var parts: (keys: [UInt8], body: [UInt8]) { (Array(bytes[..<layout.bodyStart]), Array(body)) }
}

/// A text as it reads, with the words that were removed from it and added to it.
struct VersionLines {
  /// Of a line: the line itself, or some of its words.
  struct Piece {
    var text: String
    var isOld = false
    var isNew = false

    /// - Parameter context: the number of equal lines around each change; nil for all.
    static func all(from old: [UInt8], to new: [UInt8], context: Int? = 0) -> [Piece] {
      LineComparison(from: old, to: new, context: context).lines.compactMap { line in
        switch line {
        case .same(let text): Piece(text: text)
        case .removed(let text): Piece(text: text, isOld: true)
        case .added(let text): Piece(text: text, isNew: true)
        case .gap: nil
        }
      }
    }
  }

  private var lines: [[Piece]] = []
  private var keys: [Piece]
  /// Both read the same.
  private(set) var isSame = true

  /// Texts of more bytes are not compared.
  static let byteLimit = 4 << 20
  /// More lines than this are not shown.
  private static let limit = 2_000
  /// A larger part that differs is marked as a whole.
  private static let wordLimit = 64 << 10

  init(from old: NoteDocument, to new: NoteDocument) {
    let (first, second) = (old.parts, new.parts)
    // Of a note that is gone the text counts.
    keys = old.bytes.isEmpty ? [] : Piece.all(from: first.keys, to: second.keys)
    var changed: [Piece] = []
    let (before, after) = (Self.plain(first.body), Self.plain(second.body))
    for piece in Piece.all(from: before, to: after, context: nil) {
      if piece.isOld || piece.isNew {
        changed.append(piece)
      } else {
        add(changed)
        changed = []
        lines.append([piece])
      }
    }
    add(changed)
    // Signs alone may differ.
    if isSame { keys = Piece.all(from: old.bytes, to: new.bytes) }
  }

  func has(_ isMarked: (Piece) -> Bool) -> Bool { lines.joined().contains(where: isMarked) }

  /// Both in one.
  var together: [TemplateView] { lines.map(Self.view) }

  /// What is not in the text as it reads.
  var hidden: [TemplateView] { keys.prefix(Self.limit).map { Self.view([$0]) } }

  /// What one of them says.
  ///
  /// - Parameter title: shown above it.
  func version(isNew: Bool, title: String) -> [TemplateView] {
    var shown: [TemplateView] = []
    var leftOut = 0
    let differs = lines.map { $0.contains { $0.isOld || $0.isNew } }
    for (index, line) in lines.enumerated() where line[0].text != "# \(title)" {
      let own = line.filter { isNew ? !$0.isOld : !$0.isNew }
      let isNear = differs[max(index - 1, 0)..<min(index + 2, lines.count)].contains(true)
      if !isNear { leftOut += 1 }
      if leftOut > 0, isNear || index == lines.count - 1 {
        shown.append(["gap": .text(PageWords.linesLeftOut(leftOut))])
        leftOut = 0
      }
      if isNear, !own.isEmpty { shown.append(Self.view(own)) }
    }
    // Below the text, which so begins at one height in both.
    return shown
      + keys.filter { $0.isNew == isNew }.compactMap { Self.told($0.text) }
      .map { ["key": .text($0.shownLine)] }
  }

  /// A key of a note in words; nil for those that differ in any case where both were changed.
  private static func told(_ line: String) -> String? {
    let isOwn = ["---", "updated:", "conflict_", "id:"].contains { line.hasPrefix($0) }
    let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
    guard !isOwn, let key = parts.first else { return nil }
    let value = parts.dropFirst().joined().filter { !"[]\"".contains($0) }.trimmingBlanks
    return key.capitalizedFirst + (["true", ""].contains(value) ? "" : ": \(value)")
  }

  /// Without marks, but for a sign before a heading and an item.
  private static func plain(_ body: [UInt8]) -> [UInt8] {
    body.split(separator: 0x0A, maxSplits: limit).prefix(limit).flatMap { bytes -> [UInt8] in
      let line = String(decoding: bytes, as: UTF8.self).shownLine.drop { $0 == " " }
      var (sign, rest) = (line.prefix { $0 != " " }, line.drop { $0 != " " }.dropFirst())
      if !sign.isEmpty, sign.allSatisfy({ $0 == "#" }) {
        sign = "#"
      } else if ["-", "*", "+"].contains(sign) {
        sign = "•"
        for (box, shown) in [("[ ] ", "☐"), ("[x] ", "☑")] where rest.hasPrefix(box) {
          (sign, rest) = (shown[...], rest.dropFirst(box.count))
        }
      } else {
        (sign, rest) = ("", line)
      }
      let excerpt = NoteExcerpt(of: Array(rest.utf8), length: 10_000)
      var text = excerpt.hasMore ? String(rest) : excerpt.text
      if text.isEmpty, rest.contains("![") { text = "Photo" }
      return text.isEmpty ? [] : Array((sign.isEmpty ? text : "\(sign) \(text)").utf8) + [0x0A]
    }
  }

  /// Lines in the place of others, compared by words, with an empty one at the end of each line.
  private mutating func add(_ changed: [Piece]) {
    if changed.isEmpty { return }
    isSame = false
    let size = changed.reduce(0) { $0 + $1.text.utf8.count }
    func words(_ lines: [Piece]) -> [UInt8] {
      lines.flatMap { line in
        (size > Self.wordLimit ? [line.text[...]] : line.text.split(separator: " "))
          .flatMap { Array($0.utf8) + [0x0A] } + [0x0A]
      }
    }
    var line: [Piece] = []
    var (removed, added, same) = ([String](), [String](), [String]())
    func end() {
      line += [
        Piece(text: removed.joined(separator: " "), isOld: true),
        Piece(text: added.joined(separator: " "), isNew: true),
        Piece(text: same.joined(separator: " ")),
      ].filter { !$0.text.isEmpty }
      (removed, added, same) = ([], [], [])
    }
    let (old, new) = (words(changed.filter(\.isOld)), words(changed.filter(\.isNew)))
    for word in Piece.all(from: old, to: new, context: nil) {
      if word.text.isEmpty {
        end()
        lines.append(line)
        line = []
      } else if !word.isOld, !word.isNew {
        same.append(word.text)
      } else {
        // One or two words between others that differ are the same by chance.
        if same.count > 2 || removed.isEmpty && added.isEmpty { end() }
        removed += same + (word.isOld ? [word.text] : [])
        added += same + (word.isNew ? [word.text] : [])
        same = []
      }
    }
    end()
    lines = (lines + [line]).filter { !$0.isEmpty }
  }

  private static func view(_ line: [Piece]) -> TemplateView {
    let sign = line[0].text.prefix { $0 != " " }
    let start = sign == "#" ? 2 : 0
    return [
      "pieces": .list(
        line.enumerated().map { index, piece in
          [
            "text": .text(String(piece.text.dropFirst(index == 0 ? start : 0)).shownLine),
            "isMarked": .flag(piece.isOld || piece.isNew),
            "isRemoved": .flag(piece.isOld), "isAdded": .flag(piece.isNew),
          ]
        }),
      "hasText": true, "isHeading": .flag(sign == "#"),
      "isItem": .flag(["•", "☐", "☑"].contains(sign)),
    ]
  }
}
