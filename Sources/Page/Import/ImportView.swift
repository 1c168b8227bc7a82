internal import Media
internal import Rendering
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// The values of `import.mustache` and `import-plan.mustache`.
struct ImportView {
  private let incoming: PageRequest

  /// The notes of a plan that are shown.
  private static let shownNotes = 200

  init(_ incoming: PageRequest) {
    self.incoming = incoming
  }

  func form(_ waiting: [PendingImport], problem: String?) -> [String: TemplateValue] {
    [
      "heading": "Import photos", "problem": .optional(problem),
      "summary": """
      Each photo becomes a note of the time when it was taken. First you see what would be added; nothing is \
      written before.
      """,
      "action": .text(incoming.addresses.address("/import")), "hasWaiting": .flag(!waiting.isEmpty),
      "waiting": .list(
        waiting.map { pending in
          let files = pending.files
          let bytes = files.reduce(Int64(0)) { $0 + $1.size }
          let address = incoming.addresses.address("/import/\(pending.id)")
          return [
            "href": .text(address),
            "name": .text("\(files.count.counted("file")), \(ByteCount(bytes))"),
            "discardAction": .text("\(address)/discard"),
          ]
        }),
    ]
  }

  /// - Parameter unreadable: how many files cannot be read.
  func plan(
    _ plan: PhotoImportPlan, _ unreadable: Int, of pending: PendingImport,
    _ grouping: PhotoGrouping, at address: String
  ) -> [String: TemplateValue] {
    let more = plan.notes.count - Self.shownNotes
    return [
      "heading": "Import photos", "summary": .text(summary(plan)),
      "remarks": .texts(remarks(plan, unreadable)), "address": .text(address),
      "group": .text(grouping.rawValue), "groups": .list(groups(grouping)),
      "canImport": .flag(!plan.notes.isEmpty), "discardAction": .text("\(address)/discard"),
      "hasNotes": .flag(!plan.notes.isEmpty),
      "notes": .list(plan.notes.prefix(Self.shownNotes).map(note)),
      "rest": more > 0 ? .text("And \(more.counted("more note", "more notes")).") : .none,
    ]
  }

  private func summary(_ plan: PhotoImportPlan) -> String {
    guard !plan.notes.isEmpty else { return "There is nothing to import." }
    let new = plan.notes.count { $0.isNew }
    let notes = new > 0 ? "\(new.counted("new note")) with " : ""
    return "\(notes)\(plan.amount). Once they are synced, git keeps them for good."
  }

  private func remarks(_ plan: PhotoImportPlan, _ unreadable: Int) -> [String] {
    var lines = plan.omissions
    let (bursts, livePhotos) = plan.combined
    if bursts > 0 { lines.append("\(bursts.counted("burst is", "bursts are")) shown as one photo") }
    if livePhotos > 0 {
      lines.append(
        livePhotos.counted("Live Photo stays with its film", "Live Photos stay with their films"))
    }
    if unreadable > 0 { lines.append("\(unreadable.counted("file")) cannot be read") }
    let limit = incoming.vault.configuration.maximumMediaPerSync
    if plan.size > limit {
      lines.append("that is more than \(ByteCount(limit)) (media.max_sync): a sync will ask")
    }
    return lines.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  private func groups(_ chosen: PhotoGrouping) -> [TemplateView] {
    let words: [PhotoGrouping: String] = [
      .none: "Each photo by itself", .hour: "Photos less than an hour and a kilometre apart",
      .day: "Photos of a day",
    ]
    return PhotoGrouping.allCases.map { grouping in
      [
        "value": .text(grouping.rawValue), "label": .text(words[grouping] ?? ""),
        "isChosen": .flag(grouping == chosen),
      ]
    }
  }

  private func note(_ note: PhotoImportPlan.Note) -> TemplateView {
    let time = note.time.time
    let clock = time.precision == .day ? nil : DateWords.clock(time)
    var words = [note.media.count.counted("file"), "\(ByteCount(note.size))"]
    switch note.time.source {
    case .original, .digitized: break
    case .name: words.append("time from the name")
    case .file: words.append("no time in the file: when it was sent")
    }
    if !note.isNew { words.append("added to a note that is here") }
    return [
      "name": .text(DateWords.shortDay(time.day) + (clock.map { ", \($0)" } ?? "")),
      "files": .text(
        note.media.prefix(3).map(\.name).joined(separator: ", ")
          + (note.media.count > 3 ? " …" : "")), "words": .text(words.joined(separator: " · ")),
    ]
  }
}
