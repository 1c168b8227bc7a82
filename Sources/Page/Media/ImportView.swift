internal import Media
internal import Rendering
internal import VaultFormat
internal import VaultIndex
internal import VaultStore

/// The values of `import.mustache` and `import-plan.mustache`.
struct ImportView {
  let incoming: PageRequest

  /// The notes of a plan that are shown, and the photos of each.
  private static let (shownNotes, shownPhotos) = (200, 12)
  /// The longest side of smaller copies that is offered, in pixels.
  private static let usualSide = 2048

  func form(_ waiting: [PendingImport], problem: String?) -> [String: TemplateValue] {
    [
      "heading": "Import photos", "problem": .optional(problem),
      "summary": "Photos become notes, on the days you took them.",
      "action": .text(incoming.addresses.address("/import")), "hasWaiting": .flag(!waiting.isEmpty),
      "waiting": .list(
        waiting.map { pending in
          let files = pending.files
          let bytes = files.reduce(Int64(0)) { $0 + $1.size }
          let address = incoming.addresses.address("/import/\(pending.id)")
          return [
            "href": .text(address), "name": .text(Self.name(files)),
            "about": .text("\(PageWords.size(bytes)), sent earlier"), "sign": "photos",
            "discardAction": .text("\(address)/discard"),
          ]
        }),
    ]
  }

  /// `IMG_4711.jpg and 2 more`.
  private static func name(_ files: [PhotoCollection.File]) -> String {
    let first = files.first.flatMap { $0.path.split(separator: "/").last } ?? ""
    return files.count < 2 ? String(first) : "\(first) and \(files.count - 1) more"
  }

  /// - Parameters:
  ///   - unreadable: how many files cannot be read.
  ///   - outcome: of the last attempt.
  func plan(
    _ plan: PhotoImportPlan, _ unreadable: Int, of pending: PendingImport,
    _ options: ImportQueue.Options, after outcome: ImportQueue.Outcome?, at address: String
  ) -> [String: TemplateValue] {
    let more = plan.notes.count - Self.shownNotes
    let known = plan.doubles.filter(\.isInVault)
    let (notes, isNew) = (Set(known.map(\.twin)), plan.notes.allSatisfy(\.isNew))
    func photo(_ path: String, in note: String?) -> TemplateView {
      let names = path.dropFirst(pending.folder.count + 1).split(separator: "/")
      let place = note.flatMap { VaultPath($0) }.flatMap { incoming.timeline.names.note(at: $0) }
      return [
        "src": .text(names.reduce(address) { "\($0)/\(PercentEncoding.encoded($1.utf8))" }),
        "day": .optional(place.map { DateWords.shortDay(incoming.snapshot.index[$0].date.day) }),
        "name": .text(String(names.last ?? "")), "isFilm": .flag(Self.isFilm(path)),
        "href": .optional(place.map { incoming.addresses.note(incoming.snapshot.index.id($0)) }),
      ]
    }
    func item(_ note: PhotoImportPlan.Note) -> TemplateView {
      let count = note.media.count - Self.shownPhotos
      return [
        "photos": .list(note.media.prefix(Self.shownPhotos).map { photo($0.source, in: nil) }),
        "words": .text(words(note)), "more": count > 0 ? "+\(count)" : .none,
      ]
    }
    let shown = known.prefix(Self.shownPhotos).map { photo($0.path, in: $0.twin) }
    return [
      "heading": .text(heading(plan, isNew)),
      "problem": .optional(outcome.flatMap(problem)), "remarks": .texts(remarks(plan, unreadable)),
      "also": known.isEmpty
        ? .none : .text("\(known.count) more \(known.count == 1 ? "is" : "are") already here"),
      "address": .text(address), "group": .text(options.grouping.rawValue),
      "max": .text(options.maximumSide.map { "\($0)" } ?? ""),
      "groups": .list(
        [(.none, "Photo"), (.hour, "Moment"), (.day, "Day")].map { group, label in
          link(address, group, options.maximumSide, label, options)
        }),
      "hasSizes": .flag(incoming.site.settings.mediaProgram != nil),
      "sizes": .list(
        [(nil, "Original"), (options.maximumSide ?? Self.usualSide, "Smaller")].map {
          link(address, options.grouping, $0, $1, options)
        }),
      "canImport": .flag(!plan.notes.isEmpty), "discardAction": .text("\(address)/discard"),
      "button": .text(
        "Add \(Self.files(plan.notes.flatMap(\.media).map(\.name))) \(isNew ? "as" : "to") "
          + plan.notes.count.counted("note")),
      "days": .list(
        Array(plan.notes.prefix(Self.shownNotes)).inRuns { $0.time.time.day }.map { day, notes in
          ["label": .text(DateWords.shortDay(day)), "items": .list(notes.map(item))]
        }),
      "known": .list(shown),
      "knownDay": notes.count == 1 ? shown.first?["day"] ?? .none : .none,
      "knownHref": notes.count > 1
        ? .text(incoming.addresses.address("/photos")) : shown.first?["href"] ?? .none,
      "knownLabel": notes.count > 1 ? "See in Photos" : "Open the note",
      "rest": more > 0 ? .text("And \(more.counted("more note", "more notes")).") : .none,
    ]
  }

  private func link(
    _ address: String, _ group: PhotoGrouping, _ side: Int?, _ label: String,
    _ chosen: ImportQueue.Options
  ) -> TemplateView {
    .link(
      "\(address)?group=\(group.rawValue)&max=\(side.map { "\($0)" } ?? "")", label,
      isCurrent: group == chosen.grouping && side == chosen.maximumSide)
  }

  /// Such as `34 photos and 2 films in 6 new notes`, or `All 3 photos are already here`.
  private func heading(_ plan: PhotoImportPlan, _ isNew: Bool) -> String {
    guard plan.notes.isEmpty else {
      let notes = plan.notes.count.counted(isNew ? "new note" : "note")
      return "\(Self.files(plan.notes.flatMap(\.media).map(\.name))) in \(notes)"
    }
    let known = plan.doubles.filter(\.isInVault).map(\.path)
    return switch known.count {
    case 0: "There is nothing to import"
    case 1: "\(Self.files(known)) is already here"
    default: "All \(Self.files(known)) are already here"
    }
  }

  private static func files(_ names: [String]) -> String {
    let films = names.count(where: isFilm)
    let kinds = [(names.count - films, "photo"), (films, "film")].filter { $0.0 > 0 }
    return kinds.map { $0.0.counted($0.1) }.joined(separator: " and ")
  }

  private static func isFilm(_ name: String) -> Bool {
    MediaKind(fileExtension: name.utf8.split(separator: UInt8(ascii: ".")).last ?? []) == .video
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
      "heading": "Adding your photos", "text": .text(text),
      "isStopping": .flag(run.isStopping), "stopAction": .text("\(address)/stop"),
      "bar": .optional(done.map { ["value": "\($0.0)", "max": "\(max(1, $0.of))"] }),
    ]
  }

  private func remarks(_ plan: PhotoImportPlan, _ unreadable: Int) -> [String] {
    let isKnown = plan.doubles.contains(where: \.isInVault)
    var lines = Array(plan.omissions.dropFirst(isKnown ? 1 : 0))
    if isKnown, plan.notes.isEmpty { lines.insert("nothing was added", at: 0) }
    let (bursts, livePhotos) = plan.combined
    if bursts > 0 { lines.append("\(bursts.counted("burst is", "bursts are")) shown as one photo") }
    if livePhotos > 0 {
      lines.append(
        livePhotos.counted("Live Photo stays with its film", "Live Photos stay with their films"))
    }
    if unreadable > 0 { lines.append("\(unreadable.counted("file")) cannot be read") }
    if !plan.notes.isEmpty {
      let size = PageWords.size(plan.size)
      lines.append("\(size); what is synced takes this room for good, even if you remove it")
    }
    let limit = incoming.vault.configuration.maximumMediaPerSync
    if plan.size > limit {
      let will = plan.makesSmallerCopies ? "may" : "will"
      lines.append("that is more than \(PageWords.size(limit)): a sync \(will) ask")
    }
    return lines.map { $0.capitalizedFirst + "." }
  }

  /// When its first photo was taken, and what is unusual about it.
  private func words(_ note: PhotoImportPlan.Note) -> String {
    let time = note.time.time
    let isDated = note.time.source != .changed && note.time.source != .file
    let smaller = note.media.count { $0.originalID != nil }
    return [
      time.precision == .day ? nil : DateWords.clock(time), isDated ? nil : "No date in the photo",
      smaller > 0 ? "\(smaller) made smaller" : nil, note.isNew ? nil : "Added to its note",
    ].compactMap(\.self).joined(separator: " · ")
  }
}
