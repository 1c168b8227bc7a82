internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultStore

/// The values of `import.mustache` and `import-plan.mustache`.
struct ImportView {
  let incoming: PageRequest

  /// The notes of a plan that are shown.
  private static let shownNotes = 200
  /// The longest side of smaller copies that is offered, in pixels.
  private static let usualSide = 2048

  func form(_ waiting: [PendingImport], problem: String?) -> [String: TemplateValue] {
    [
      "heading": "Import photos", "problem": .optional(problem),
      "summary": """
      Each photo becomes a note of the time it was taken. You see what will be added before anything is.
      """,
      "action": .text(incoming.addresses.address("/import")), "hasWaiting": .flag(!waiting.isEmpty),
      "waiting": .list(
        waiting.map { pending in
          let files = pending.files
          let bytes = files.reduce(Int64(0)) { $0 + $1.size }
          let address = incoming.addresses.address("/import/\(pending.id)")
          return [
            "href": .text(address),
            "name": .text("\(files.count.counted("file")), \(PageWords.size(bytes))"),
            "discardAction": .text("\(address)/discard"),
          ]
        }),
    ]
  }

  /// - Parameters:
  ///   - unreadable: how many files cannot be read.
  ///   - outcome: of the last attempt.
  func plan(
    _ plan: PhotoImportPlan, _ unreadable: Int, of pending: PendingImport,
    _ options: ImportQueue.Options, after outcome: ImportQueue.Outcome?, at address: String
  ) -> [String: TemplateValue] {
    let more = plan.notes.count - Self.shownNotes
    return [
      "heading": .text(heading(plan)),
      "summary": .text(plan.notes.isEmpty ? "" : Self.kept(plan)),
      "problem": .optional(outcome.flatMap(problem)), "remarks": .texts(remarks(plan, unreadable)),
      "address": .text(address),
      "group": .text(options.grouping.rawValue), "groups": groups(options.grouping),
      "max": .text(options.maximumSide.map { "\($0)" } ?? ""),
      "hasSizes": .flag(incoming.site.settings.mediaProgram != nil),
      "sizes": sizes(options.maximumSide),
      "canImport": .flag(!plan.notes.isEmpty), "discardAction": .text("\(address)/discard"),
      "hasNotes": .flag(!plan.notes.isEmpty),
      "notes": .list(plan.notes.prefix(Self.shownNotes).map(note)),
      "rest": more > 0 ? .text("And \(more.counted("more note", "more notes")).") : .none,
    ]
  }

  /// Such as `34 photos and 2 films in 6 new notes`.
  private func heading(_ plan: PhotoImportPlan) -> String {
    guard !plan.notes.isEmpty else { return "There is nothing to import." }
    let new = plan.notes.count { $0.isNew }
    let notes = plan.notes.count.counted(new == plan.notes.count ? "new note" : "note")
    return "\(Self.files(plan.notes.flatMap(\.media))) in \(notes)"
  }

  private static func files(_ media: [PhotoImportPlan.Media]) -> String {
    let films = media.count {
      let ending = $0.name.utf8.split(separator: UInt8(ascii: ".")).last ?? []
      return MediaKind(fileExtension: ending) == .video
    }
    let kinds = [(media.count - films, "photo"), (films, "film")].filter { $0.0 > 0 }
    return kinds.map { $0.0.counted($0.1) }.joined(separator: " and ")
  }

  private static func kept(_ plan: PhotoImportPlan) -> String {
    let before = plan.makesSmallerCopies ? " before pictures are made smaller" : ""
    return "\(PageWords.size(plan.size))\(before). Once they are synced, they stay for good."
  }

  private func problem(_ outcome: ImportQueue.Outcome) -> String? {
    switch outcome {
    case .done: nil
    case .incomplete(let failures):
      "\(failures.counted("file")) could not be imported, and still wait here."
    case .failed(let text): "\(text) What was added before stays, and the rest waits here."
    case .stopped: "The import was stopped. What was added stays, and the rest waits here."
    case .interrupted: "The import was interrupted. What was added stays, and the rest waits here."
    }
  }

  /// How far an import is.
  func progress(_ run: ImportQueue.Run, at address: String) -> [String: TemplateValue] {
    let (text, done): (String, (Int, of: Int)?) =
      switch run.step {
      case .waiting: ("Another import is carried out before.", nil)
      case .reading(let done, let all):
        ("\(done) of \(all.counted("file")) looked at.", (done, of: all))
      case .writing(let done, let all):
        ("\(done) of \(all.counted("note")) written.", (done, of: all))
      }
    return [
      "heading": "Import photos", "text": .text(text), "againHref": .text(address),
      "isStopping": .flag(run.isStopping), "stopAction": .text("\(address)/stop"),
      "bar": .optional(done.map { ["value": "\($0.0)", "max": "\(max(1, $0.of))"] }),
    ]
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
      let will = plan.makesSmallerCopies ? "may" : "will"
      lines.append("that is more than \(PageWords.size(limit)): a sync \(will) ask")
    }
    return lines.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
  }

  private func groups(_ chosen: PhotoGrouping) -> TemplateValue {
    let words: [PhotoGrouping: String] = [
      .none: "Each photo by itself", .hour: "Photos less than an hour and a kilometre apart",
      .day: "Photos of a day",
    ]
    return .choices(PhotoGrouping.allCases.map { ($0.rawValue, words[$0] ?? "") }) {
      $0 == chosen.rawValue
    }
  }

  private func sizes(_ chosen: Int?) -> TemplateValue {
    let sides = Set([Self.usualSide, chosen].compactMap(\.self)).sorted(by: >)
    return .choices([("", "As they are")] + sides.map { ("\($0)", "At most \($0) px") }) {
      $0 == chosen.map { "\($0)" } ?? ""
    }
  }

  private func note(_ note: PhotoImportPlan.Note) -> TemplateView {
    let time = note.time.time
    let clock = time.precision == .day ? nil : DateWords.clock(time)
    var words = [Self.files(note.media), PageWords.size(note.size)]
    switch note.time.source {
    case .original, .digitized: break
    case .name: words.append("time from the name")
    case .changed: words.append("time of its last change")
    case .file: words.append("no time in the file: when it was sent")
    }
    let smaller = note.media.count { $0.originalID != nil }
    if smaller > 0 { words.append(smaller == 1 ? "1 made smaller" : "\(smaller) made smaller") }
    if !note.isNew { words.append("added to a note that is here") }
    return [
      "name": .text(DateWords.shortDay(time.day) + (clock.map { ", \($0)" } ?? "")),
      "files": .text(
        note.media.prefix(3).map(\.name).joined(separator: ", ")
          + (note.media.count > 3 ? " …" : "")), "words": .text(words.joined(separator: " · ")),
    ]
  }
}
