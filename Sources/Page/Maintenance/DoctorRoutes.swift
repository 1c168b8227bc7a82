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
internal import Words

/// What `tl doctor` finds, and its repairs.
enum DoctorRoutes {
  static func doctor(_ incoming: PageRequest) async throws -> Reply {
    let vault = try MaintenanceVault(incoming)
    let check = try await incoming.site.scans.run {
      vault.source.checker.check(recorded: vault.recordedNote)
    }
    incoming.site.repairs.remember(check, at: incoming.snapshot.generation)
    var frame = PageFrame(incoming, title: PageWords.findings, styles: ["maintenance.css"])
    frame.parent = .link(incoming.addresses.address("/status"), PageWords.statusTitle)
    frame.values = DoctorView(incoming: incoming).values(check, done: incoming.site.repairs.lines)
    return try frame.reply("doctor")
  }

  /// Makes the repairs of one kind, if they are those that the page showed (`seen` of the query).
  static func repair(_ incoming: PageRequest) async throws -> Reply {
    let kind = try incoming.parameter { RepairKind(rawValue: $0) }
    let vault = try MaintenanceVault(incoming)
    let repairs = try await incoming.site.scans.run {
      vault.source.checker.check(recorded: vault.recordedNote).repairs.filter(kind.covers)
    }
    guard incoming.request.query["seen"] == kind.seen(repairs) else {
      throw PageProblem(
        .conflict, PageWords.changedMeanwhile, PageWords.changedMeanwhileHow,
        next: .init(path: "/doctor", label: PageWords.findings))
    }
    let lines = try await incoming.write { writer in
      repairs.flatMap { make($0, writer, vault) }
    }
    incoming.site.repairs.set(lines)
    return incoming.redirect("/doctor", done: incoming.recorder?.number == nil ? nil : "saved")
  }

  /// What was done, or why it was not; the next repair is made in any case.
  private static func make(
    _ repair: Repair, _ writer: borrowing NoteWriter, _ vault: MaintenanceVault
  ) -> [String] {
    do {
      if let file = try exposed(by: repair, vault) {
        return [PageWords.lessPrivate(file.old.text.shownLine, file.new.text.shownLine)]
      }
      return try writer.repair(repair).map { $0.words(.vault).shownLine }
    } catch {
      return ["\(repair.place): \(Problem(error, .vault).message)".shownLine]
    }
  }

  /// A file that git ignores or encrypts, and would no longer under its new name.
  private static func exposed(by repair: Repair, _ vault: MaintenanceVault) throws -> RenamedFile? {
    guard case .moveMedia(let folder, let target) = repair,
      let files = try? vault.vault.folder.allFiles(in: folder)
    else { return nil }
    return try vault.exposed(RenamedFile.files(files, from: folder, to: target))
  }
}

/// The repairs that one button makes.
enum RepairKind: String, CaseIterable, Sendable {
  case ids, media, markers, categories, leftovers

  func covers(_ repair: Repair) -> Bool {
    switch (self, repair) {
    case (.ids, .storeID), (.media, .moveMedia), (.markers, .takeOutMarkers),
      (.categories, .spellCategory), (.leftovers, .putAway):
      true
    default: false
    }
  }

  /// What a check calls that which is mended.
  var code: Finding.Code {
    switch self {
    case .ids: .idNotStored
    case .media: .mediaWithoutNote
    case .markers: .markersInLog
    case .categories: .categorySpelling
    case .leftovers: .leftover
    }
  }

  /// A note that has the id of another is given one of its own too.
  static func code(of located: LocatedFinding) -> Finding.Code {
    located.finding.code == .duplicateID ? .idNotStored : located.finding.code
  }

  /// Differs for other repairs.
  func seen(_ repairs: [Repair]) -> String {
    let lines = repairs.map { "\($0.place)\n\($0.actionCount)" }
    return String(sha256Hex(lines.joined(separator: "\n").utf8).prefix(16))
  }
}

extension Repair {
  /// The note or folder; nil for the whole vault.
  var path: VaultPath? {
    switch self {
    case .storeID(let path, _), .takeOutMarkers(let path), .spellCategory(let path, _),
      .moveMedia(let path, _):
      path
    case .putAway(let folder, _): folder
    }
  }

  var place: String { path?.text ?? "." }
}

/// What is wrong with which notes, and what would be done about it: the values of `doctor.mustache`.
struct DoctorView {
  let incoming: PageRequest

  /// The number listed of each kind, and of its details.
  private static let (limit, factLimit) = (10, 50)

  func values(_ check: VaultCheck, done: [String]) -> [String: TemplateValue] {
    let kinds = RepairKind.allCases.filter { kind in check.repairs.contains(where: kind.covers) }
    let mended = Set(
      kinds.flatMap { kind in
        check.repairs.filter(kind.covers).map { [$0.place, kind.code.rawValue] }
      })
    let others = check.findings.filter {
      !mended.contains([$0.path.text, RepairKind.code(of: $0).rawValue])
    }
    // Notes without a mark are no fault of anybody.
    let faults = (kinds.filter { $0 != .ids }, others.filter { $0.finding.severity != .info })
    let infos =
      kinds.filter { $0 == .ids }.map { repair($0, check) }
      + cards(others.filter { $0.finding.severity == .info })
    let problems = cards(faults.1) + faults.0.map { repair($0, check) }
    let repairs = faults.0.flatMap { check.repairs.filter($0.covers) }
    let words = PageWords.checked(
      notes: check.noteCount, problems: repairs.count + faults.1.count)
    let isEmpty = check.findings.isEmpty && done.isEmpty
    return [
      "heading": .text(PageWords.findings), "summary": isEmpty ? .none : .text(words),
      "empty": .empty(words, if: isEmpty),
      "hasDone": .flag(!done.isEmpty), "done": .texts(done),
      "problems": .list(problems), "hasInfos": .flag(!infos.isEmpty), "infos": .list(infos),
    ]
  }

  private func repair(_ kind: RepairKind, _ check: VaultCheck) -> TemplateView {
    let repairs = check.repairs.filter(kind.covers)
    let places = Set(repairs.map(\.place))
    let said = check.findings.filter {
      RepairKind.code(of: $0) == kind.code && places.contains($0.path.text)
    }
    let path = "/doctor/\(kind.rawValue)?seen=\(kind.seen(repairs))"
    var view = card(
      kind.code, repairs.count, repairs.compactMap(\.path),
      facts: repairs.map(plan) + said.map(fact))
    view["label"] = .text(PageWords.repairLabel(kind))
    if kind == .categories { view["items"] = .list(repairs.prefix(Self.limit).map(spelled)) }
    if incoming.isWritable { view["action"] = .text(incoming.addresses.address(path)) }
    return view
  }

  /// A note with its category, and as what it will be spelled.
  private func spelled(_ repair: Repair) -> TemplateView {
    guard case .spellCategory(let path, let spelling) = repair else { return [:] }
    let old = (try? incoming.note(at: path))?.document.names(of: .category).first ?? ""
    var view = row(path)
    view["day"] = .text("\(old) → \(spelling)")
    return view
  }

  private func plan(_ repair: Repair) -> String {
    switch repair {
    case .storeID(let path, let new): PageWords.getsID(path.text, new.id.text)
    case .moveMedia(let folder, let target): PageWords.movesTo(folder.text, target.text)
    case .takeOutMarkers(let path): path.text
    case .spellCategory(let path, let spelling): PageWords.getsCategory(path.text, spelling)
    case .putAway(let folder, let count): PageWords.leftovers(count, in: folder?.text)
    }
  }

  /// One for each kind, errors before warnings.
  private func cards(_ findings: [LocatedFinding]) -> [TemplateView] {
    let severities = Finding.Severity.allCases
    let sorted = Dictionary(grouping: findings, by: \.finding.code).sorted { a, b in
      let ranks = [a, b].map { severities.firstIndex(of: $0.value[0].finding.severity) ?? 0 }
      return (ranks[0], a.key.rawValue) < (ranks[1], b.key.rawValue)
    }
    return sorted.map { code, findings in
      card(code, findings.count, findings.map(\.path), facts: findings.map(fact))
    }
  }

  private func card(
    _ code: Finding.Code, _ count: Int, _ rows: [VaultPath], facts: [String]
  ) -> TemplateView {
    let words = PageWords.finding(code, count: count)
    let further = facts.count - Self.factLimit
    return [
      "anchor": .text(code.rawValue), "what": .text(words.title), "how": .optional(words.how),
      "items": .list(rows.prefix(Self.limit).map(row)),
      "further": rows.count > Self.limit ? .text(PageWords.more(rows.count - Self.limit)) : .none,
      "facts": .texts(
        facts.prefix(Self.factLimit).map(\.shownLine)
          + (further > 0 ? [PageWords.more(further)] : [])),
      "action": .none,
    ]
  }

  private func fact(_ located: LocatedFinding) -> String {
    let finding = located.finding
    return "\(located.path.text), \(PageWords.line(finding.line)): \(finding.message.asSentence)"
  }

  /// A note with the way to change it, or else a file by the day or the name that it has.
  private func row(_ path: VaultPath) -> TemplateView {
    let timeline = incoming.timeline
    if let note = timeline.names.note(at: path) {
      var view = incoming.rows(of: [note], in: timeline)[0]
      if timeline.index.title(note).utf8.elementsEqual(path.stem) {
        view["title"] = .text(PageWords.withoutTitle)
      }
      if incoming.isWritable {
        view["editHref"] = .text(incoming.addresses.note(timeline.index.id(note)) + "/edit")
      }
      return view
    }
    let day = FileNameDate.time(inStem: path.stem, zone: incoming.zone)?.day
    let name = String(decoding: path.name, as: UTF8.self).shownLine
    return [
      "title": .text(day.map { PageWords.filesOf(DateWords.date($0)) } ?? name),
      "sign": "photos",
    ]
  }
}

extension PageWords {
  static func repairLabel(_ kind: RepairKind) -> String {
    switch kind {
    case .ids: "Mark them"
    case .media: "Move to their note"
    case .markers: "Keep the events of both"
    case .categories: "Spell them alike"
    case .leftovers: "Move to the trash"
    }
  }
}
