internal import Git
internal import SystemCalls
internal import VaultFormat
internal import VaultSync
internal import Words

/// What differs from the last commit, as text and as JSON.
struct DiffPage {
  private let console: Console
  private let page: ChangePage
  private let pending: PendingChanges
  private var list: ChangeList
  private var media: [PendingChanges.MediaChange]
  private var sealedMedia: Int
  private var skipped: [SkippedPath]

  init(_ pending: PendingChanges, of vault: OpenVault) {
    self.pending = pending
    console = vault.console
    page = ChangePage(
      console: console, showsWords: true, visibility: KeptVisibility(vault),
      content: { try pending.content($0, at: $1) })
    list = pending.list
    media = pending.media
    sealedMedia = pending.sealedMedia
    skipped = pending.skipped
  }

  /// Leaves out what belongs to other notes.
  mutating func keepOnly(_ notes: [VaultPath]) {
    list.notes.removeAll { note in
      !notes.contains(note.path) && !(note.origin.map(notes.contains) ?? false)
    }
    list.others = []
    sealedMedia = 0
    let folders = (notes + list.notes.flatMap { [$0.path, $0.origin].compactMap(\.self) })
      .compactMap { MediaFolder(of: $0)?.path }
    func isMedium(_ path: VaultPath) -> Bool { folders.contains(where: path.isBelow) }
    media.removeAll { !isMedium($0.path) }
    skipped.removeAll { !notes.contains($0.path) && !isMedium($0.path) }
  }

  // MARK: - Text

  func print() throws {
    for note in list.notes { try page.print(note, pending.changes) }
    for file in media {
      try page.print(file.kind, file.path, from: file.origin, Self.size(of: file))
    }
    if sealedMedia > 0 {
      try page.print("media", sealedMedia.counted("file of sealed notes", "files of sealed notes"))
    }
    for path in list.others { try page.print("file", path.shown) }
    for file in skipped { try page.print("skipped", "\(file.path.shown)  \(file.words(.current))") }
    if list.notes.isEmpty, media.isEmpty, sealedMedia == 0, list.others.isEmpty, skipped.isEmpty {
      console.say("nothing differs from the last commit")
    }
    if pending.isUnfinished { console.say("hint: \(SyncStatus.unfinishedWords)") }
  }

  private static func size(of file: PendingChanges.MediaChange) -> String {
    let (old, new) = (file.oldSize.map(ByteCount.init), file.newSize.map(ByteCount.init))
    guard let new else { return old.map(\.description) ?? "" }
    guard let old, file.kind == .changed else { return "\(new)" }
    return "\(new), \(old) before"
  }

  // MARK: - JSON

  var value: JSONValue {
    get throws {
      .object([
        ("notes", .array(try list.notes.map { try page.value($0, pending.changes) })),
        ("media", .array(media.map(Self.value))), ("sealed_media", .int(sealedMedia)),
        ("others", .array(list.others.map { .string($0.text) })),
        ("left_out", .array(skipped.map { StatusPage.file($0.path, $0.words(.current)) })),
        ("unfinished", .bool(pending.isUnfinished)),
      ])
    }
  }

  private static func value(_ file: PendingChanges.MediaChange) -> JSONValue {
    func number(_ size: Int64?) -> JSONValue { size.map { .int(Int($0)) } ?? .null }
    return .object([
      ("path", .string(file.path.text)), ("change", .string(file.kind.rawValue)),
      ("from", .text(file.origin?.text)), ("bytes", number(file.newSize)),
      ("bytes_before", number(file.oldSize)),
    ])
  }
}
