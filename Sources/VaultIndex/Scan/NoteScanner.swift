internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// One thread's part of a scan: reads notes into its shard.
struct NoteScanner {
  var shard = IndexShard()
  var findings: [LocatedFinding] = []
  let matcher: QueryMatcher
  /// The query matches every note.
  private let takesAll: Bool
  /// False if the index needs no titles and tags.
  private let keepsText: Bool
  let zone: TimeZoneRules
  /// Nil if nothing is sealed.
  let today: CalendarDay?
  private let buffer = ScanBuffer(sizeLimit: VaultFolder.readLimit)
  private var plain = PlainFrontMatter()
  var scratch = FoldingScratch()
  /// Sees each note that is added.
  private let observer: AnyNoteVisitor?
  private let observerNeedsBody: Bool
  let pattern: PatternMatcher?
  /// The folder of the last batch; the next batch is often from the same folder.
  private var folder: (object: WalkedFolder, index: Int32)?
  /// The tags of the current note.
  var tags = TagList()
  /// What lists show of the current note's place, if the index keeps texts.
  var place: String?
  /// The aliases of the current note, if the query has conditions on text.
  var aliases = AliasList()

  /// Enough for the front matter and heading of nearly every note; the system reads a whole page anyway.
  private static let headSize = 4096

  init(
    _ matcher: QueryMatcher, keepsText: Bool, zone: TimeZoneRules, sealedOn today: CalendarDay?,
    observer: AnyNoteVisitor? = nil
  ) throws(PatternError) {
    self.matcher = matcher
    self.observer = observer
    observerNeedsBody = observer?.needsBody ?? false
    takesAll = matcher.query.isEmpty
    self.keepsText = keepsText
    self.zone = zone
    self.today = today
    if let pattern = matcher.query.pattern {
      self.pattern = try PatternMatcher(pattern, ignoresCase: matcher.query.folding.ignoresCase)
    } else {
      pattern = nil
    }
  }

  /// Whether the beginning of a long note can be enough.
  private var needsHeadOnly: Bool { matcher.needsHeadOnly && !observerNeedsBody }

  mutating func scan(_ batch: WalkBatch) {
    let index = enter(batch.folder)
    Self.forEachNote(of: batch, index) { scan($0) }
  }

  /// - Parameters:
  ///   - batch: one note.
  ///   - bytes: its whole file.
  mutating func scan(_ batch: WalkBatch, whole bytes: UnsafeBufferPointer<UInt8>) {
    let index = enter(batch.folder)
    Self.forEachNote(of: batch, index) { _ = read(bytes, isWhole: true, of: $0) }
  }

  /// The number of a folder in the shard.
  private mutating func enter(_ object: WalkedFolder) -> Int32 {
    if let folder, folder.object === object { return folder.index }
    let index = shard.addFolder(object.path)
    folder = (object, index)
    return index
  }

  private static func forEachNote(
    of batch: WalkBatch, _ index: Int32, _ body: (ScannedFile) -> Void
  ) {
    batch.forEach { name, kind in
      guard case .note(let hasMediaFolder) = kind else { return }
      body(
        ScannedFile(
          name: name, folder: batch.folder, folderIndex: index, hasMediaFolder: hasMediaFolder))
    }
  }

  /// Forgets the notes that were read, and what was found about them.
  mutating func forgetNotes() {
    (shard, findings, folder) = (IndexShard(), [], nil)
  }

  private mutating func scan(_ file: ScannedFile) {
    guard let name = file.name.baseAddress else { return }
    let buffer = self.buffer
    do {
      try buffer.read(
        name, in: file.folder.descriptor, first: needsHeadOnly ? Self.headSize : nil
      ) { bytes, isWhole in
        read(bytes, isWhole: isWhole, of: file)
      }
      shard.scannedCount += 1
    } catch let error where error.isMissing {
      // Moved or removed since its folder was listed: not part of the vault.
      return
    } catch {
      findings.append(
        LocatedFinding(
          file.path, Finding(.error, .unreadableFile, message: "the file cannot be read: \(error)"))
      )
    }
  }

  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool, of file: ScannedFile
  ) -> ScanBuffer.Verdict {
    if !isWhole, !needsHeadOnly { return .needsRest }
    var verdict: QueryMatcher.TextVerdict? = takesAll ? .holds : nil
    if isWhole, !takesAll {
      verdict = textVerdict(on: bytes, file)
      if verdict == .missing { return .enough }
    }
    let head = NoteHead(of: bytes, plain: &plain, zone: zone)
    // A closing line at the very end of the bytes may continue after them, and then not be one.
    if !isWhole, head.layout.isUnclosed || head.layout.bodyStart == bytes.count {
      return .needsRest
    }
    if let day = sealing(head.opens) {
      addSealed(until: day, bytes, of: file)
      return .enough
    }
    // The title is skipped if neither the index nor the query needs it. A long file without front matter is read as a
    // whole, which finds out that one is too large to be a note.
    let isEnough = isWhole || matcher.needsHeadOnly && head.layout.frontMatter != nil
    if isEnough, head.isPlain, !keepsText, !matcher.needsTags {
      let start = head.layout.bodyStart
      verdict =
        verdict
        ?? matcher.textVerdict(
          on: bytes, bodyStart: start, name: file.searchedName, scratch: &scratch)
      if verdict == .holds {
        if observerNeedsBody { tags.read(head, plain, of: bytes) } else { tags.clear() }
        add(
          head, title: UnsafeBufferPointer(rebasing: bytes[..<0]), from: bytes, of: file,
          textIsRight: true)
        return .enough
      }
    }
    let bodyTitle = BodyTitle.find(in: bytes, from: head.layout.bodyStart, isWhole: isWhole)
    if !isWhole, head.title == nil, !bodyTitle.isFinal { return .needsRest }
    if head.isPlain {
      add(head, bodyTitle, from: bytes, of: file, textIsRight: verdict == .holds)
    } else {
      if !isWhole, !bodyTitle.isFinal { return .needsRest }
      addThroughDocument(bodyTitle, bytes, of: file, textIsRight: verdict == .holds)
    }
    return .enough
  }

  private mutating func add(
    _ head: NoteHead, _ bodyTitle: BodyTitle.Found, from bytes: UnsafeBufferPointer<UInt8>,
    of file: ScannedFile, textIsRight: Bool
  ) {
    tags.read(head, plain, of: bytes)
    place = keepsText ? head.placeInList(plain, of: bytes) : nil
    if !textIsRight {
      aliases.read(plain, bytes, hasFrontMatter: head.layout.frontMatter != nil)
    }
    let title = (head.title ?? bodyTitle.range(inFileNamed: file.stem)).map {
      UnsafeBufferPointer(rebasing: bytes[$0])
    }
    add(head, title: title ?? file.stem, from: bytes, of: file, textIsRight: textIsRight)
  }

  /// Adds a note whose tags, place and aliases are read.
  private mutating func add(
    _ head: NoteHead, title: UnsafeBufferPointer<UInt8>, from bytes: UnsafeBufferPointer<UInt8>,
    of file: ScannedFile, textIsRight: Bool
  ) {
    var note = file.note(created: head.created, zone: zone)
    note.set(updated: head.updated, date: head.date, isPinned: head.isPinned)
    note.set(kind: head.kind, isEvent: head.isEvent, hasBirthday: head.hasBirthday)
    if head.namesPeople { note.flags.insert(.namesPeople) }
    let parts = NoteParts(
      bytes: bytes, bodyStart: head.layout.bodyStart, title: title, isPlain: true)
    note.isMatch = takesAll || isMatch(note, parts, of: file, textIsRight: textIsRight)
    store(
      &note, parts, storedID: head.id.map { UnsafeBufferPointer(rebasing: bytes[$0]) },
      order: head.order, original: original(head, bytes), of: file)
  }

  private mutating func addThroughDocument(
    _ bodyTitle: BodyTitle.Found, _ bytes: UnsafeBufferPointer<UInt8>, of file: ScannedFile,
    textIsRight: Bool
  ) {
    let document = NoteDocument(Array(bytes))
    let metadata = NoteMetadata(of: document, zone: zone)
    if let day = sealing(metadata.opens) { return addSealed(until: day, bytes, of: file) }
    tags.set(metadata.tags)
    place = keepsText ? document.placeInList : nil
    aliases.set(metadata.aliases)
    var note = file.note(created: metadata.created, zone: zone)
    note.set(
      updated: metadata.updated, date: metadata.date, isPinned: metadata.isPinned)
    note.set(kind: metadata.kind, isEvent: metadata.isEvent, hasBirthday: metadata.hasBirthday)
    if metadata.namesPeople { note.flags.insert(.namesPeople) }
    if document.frontMatter?.problem != nil { note.flags.insert(.isBroken) }
    let ownTitle = metadata.title.map { Array($0.utf8) } ?? []
    let ownID = metadata.id.map { Array($0.text.utf8) } ?? []
    ownTitle.withUnsafeBufferPointer { ownTitle in
      ownID.withUnsafeBufferPointer { ownID in
        let fromBody =
          bodyTitle.range(inFileNamed: file.stem).map { UnsafeBufferPointer(rebasing: bytes[$0]) }
          ?? file.stem
        let parts = NoteParts(
          bytes: bytes, bodyStart: document.layout.bodyStart,
          title: ownTitle.isEmpty ? fromBody : ownTitle, isPlain: false)
        note.isMatch = isMatch(note, parts, of: file, textIsRight: textIsRight)
        store(
          &note, parts, storedID: ownID.isEmpty ? nil : ownID, order: metadata.order,
          original: metadata.conflictOf.flatMap(NoteID.init), of: file)
      }
    }
  }

  private func original(
    _ head: NoteHead, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> NoteID? {
    head.conflictOf.flatMap { NoteID(String(decoding: bytes[$0], as: UTF8.self)) }
  }

  mutating func store(
    _ note: inout IndexedNote, _ parts: NoteParts, storedID: UnsafeBufferPointer<UInt8>?,
    order: Double?, opens: CalendarDay? = nil, original: NoteID?, of file: ScannedFile
  ) {
    // Of a note that does not match only a stored id is needed.
    guard note.isMatch || storedID != nil else { return }
    if note.isMatch { show(note, parts, of: file) }
    if let storedID {
      note.flags.insert(.storesID)
      add(
        note, file, id: storedID, order: order, opens: opens, original: original,
        title: parts.title)
    } else {
      let id = Array(ProvisionalID.of(file.path).text.utf8)
      id.withUnsafeBufferPointer {
        add(note, file, id: $0, order: order, opens: opens, original: original, title: parts.title)
      }
    }
  }

  private mutating func show(_ note: IndexedNote, _ parts: NoteParts, of file: ScannedFile) {
    guard let observer, shard.hasRoom else { return }
    let number = Int32(truncatingIfNeeded: shard.notes.count)
    observer.visit(
      ScannedNote(
        note, number: number, parts, keys: parts.isPlain ? plainKeys(of: parts.bytes) : nil,
        tags: tags.bytes, file: file))
  }

  /// The known keys of the current note's plain front matter; nil if one of them depends on its value:
  /// `location: [48.86, 2.34]` is `coordinates`.
  private func plainKeys(of bytes: UnsafeBufferPointer<UInt8>) -> KnownKeySet? {
    var keys: KnownKeySet = []
    for index in plain.fields.indices {
      guard let known = plain.fields[index].known else { continue }
      if known.key == .place, known.rank > 0 {
        let value = plain.fields[index].value
        guard let first = bytes[value].first, first.isASCIILetter || first > 0x7F else {
          return nil
        }
      }
      keys.insert(known.key)
    }
    return keys
  }

  /// - Parameter title: not kept for a note that does not match, nor are its tags and its place.
  mutating func add(
    _ note: IndexedNote, _ file: ScannedFile, id: UnsafeBufferPointer<UInt8>, order: Double? = nil,
    opens: CalendarDay? = nil, original: NoteID? = nil, title: UnsafeBufferPointer<UInt8>? = nil
  ) {
    guard shard.hasRoom else {
      let message = "the vault holds more titles and paths than an index can"
      findings.append(LocatedFinding(file.path, Finding(.error, .unreadableFile, message: message)))
      return
    }
    var text: IndexShard.Text?
    if keepsText {
      let noTitle = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
      text = note.isMatch ? (title ?? noTitle, tags.bytes, place) : (noTitle, [], nil)
    }
    shard.add(
      note, name: file.name, id: id, order: order, opens: opens, original: original, text: text)
  }
}

/// The parts of a note that a query needs.
///
/// Valid as long as the note's bytes.
struct NoteParts {
  let bytes: UnsafeBufferPointer<UInt8>
  let bodyStart: Int
  let title: UnsafeBufferPointer<UInt8>
  /// Whether the scanner has the fields of the front matter.
  let isPlain: Bool

  var body: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[bodyStart...]) }
}
