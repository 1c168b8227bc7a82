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
    var frame = PageFrame(incoming, title: PageWords.doctor, styles: ["maintenance.css"])
    frame.values = DoctorView(incoming: incoming).values(check, done: incoming.site.repairs.lines)
    return try frame.reply("doctor")
  }

  /// Makes the repairs of one kind, if they are those that the page showed (`seen` of the query).
  static func repair(_ incoming: PageRequest) async throws -> Reply {
    guard let kind = incoming.parameters.first.flatMap(RepairKind.init(rawValue:)) else {
      throw PageProblem.noSuchPage
    }
    let vault = try MaintenanceVault(incoming)
    let repairs = try await incoming.site.scans.run {
      vault.source.checker.check(recorded: vault.recordedNote).repairs.filter(kind.covers)
    }
    guard incoming.request.query["seen"] == kind.seen(repairs) else {
      throw PageProblem(
        .conflict, PageWords.changedMeanwhile, PageWords.changedMeanwhileHow,
        next: .init(path: "/doctor", label: PageWords.doctor))
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

  /// Differs for other repairs.
  func seen(_ repairs: [Repair]) -> String {
    let lines = repairs.map { "\($0.place)\n\($0.actionCount)" }
    return String(sha256Hex(lines.joined(separator: "\n").utf8).prefix(16))
  }
}

extension Repair {
  /// The path of the note or folder.
  var place: String {
    switch self {
    case .storeID(let path, _), .takeOutMarkers(let path), .spellCategory(let path, _): path.text
    case .moveMedia(let folder, _): folder.text
    case .putAway(let folder, _): folder?.text ?? "."
    }
  }
}

/// Findings in groups, and what repairs would do: the values of `doctor.mustache`.
struct DoctorView {
  let incoming: PageRequest

  /// The number listed of each kind.
  private static let limit = 50

  func values(_ check: VaultCheck, done: [String]) -> [String: TemplateValue] {
    let problems = check.findings.count { $0.finding.severity != .info }
    let words = PageWords.checked(notes: check.noteCount, problems: problems)
    let isEmpty = check.findings.isEmpty && done.isEmpty
    return [
      "heading": .text(PageWords.doctor), "summary": isEmpty ? .none : .text(words),
      "empty": .empty(words, if: isEmpty),
      "hasDone": .flag(!done.isEmpty), "done": .texts(done),
      "repairs": .list(RepairKind.allCases.compactMap { repair($0, check.repairs) }),
      "groups": .list(groups(check.findings)),
    ]
  }

  // MARK: - Repairs

  private func repair(_ kind: RepairKind, _ all: [Repair]) -> TemplateView? {
    let repairs = all.filter(kind.covers)
    guard !repairs.isEmpty else { return nil }
    var lines = repairs.prefix(Self.limit).map(plan)
    if repairs.count > Self.limit { lines.append(PageWords.more(repairs.count - Self.limit)) }
    let path = "/doctor/\(kind.rawValue)?seen=\(kind.seen(repairs))"
    return [
      "title": .text(PageWords.repairTitle(kind)), "how": .text(PageWords.repairHow(kind)),
      "lines": .texts(lines.map(\.shownLine)), "label": .text(PageWords.repairLabel(kind)),
      "action": incoming.isWritable ? .text(incoming.addresses.address(path)) : .none,
    ]
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

  // MARK: - Findings

  private func groups(_ findings: [LocatedFinding]) -> [TemplateView] {
    let byCode = Dictionary(grouping: findings, by: \.finding.code)
    let sorted = byCode.sorted { a, b in
      let ranks = [a, b].map { group in
        Finding.Severity.allCases.firstIndex { $0 == group.value.first?.finding.severity } ?? 0
      }
      return (ranks[0], a.key.rawValue) < (ranks[1], b.key.rawValue)
    }
    return sorted.map { code, findings in
      let severity = findings.first?.finding.severity ?? .info
      return [
        "title": .text(title(code, severity, findings)),
        "isInfo": .flag(severity == .info), "isProblem": .flag(severity != .info),
        "items": .list(findings.prefix(Self.limit).map(item)),
        "more": findings.count > Self.limit
          ? .text(PageWords.more(findings.count - Self.limit)) : .none,
      ]
    }
  }

  private func title(
    _ code: Finding.Code, _ severity: Finding.Severity, _ findings: [LocatedFinding]
  ) -> String {
    let count = findings.count
    guard severity == .info else {
      return PageWords.findings(severity, count, code.rawValue)
    }
    return code.words(count: count).asSentence
  }

  private func item(_ located: LocatedFinding) -> TemplateView {
    let note = incoming.timeline.names.note(at: located.path)
    let finding = located.finding
    return [
      "place": .text("\(located.path.text.shownLine), \(PageWords.line(finding.line))"),
      "href": .optional(note.map { incoming.addresses.note(incoming.snapshot.index.id($0)) }),
      "text": .text(finding.message.asSentence),
    ]
  }
}

extension PageWords {
  static func repairTitle(_ kind: RepairKind) -> String {
    switch kind {
    case .ids: "Notes without an id of their own"
    case .media: "Media folders without a note"
    case .markers: "Trackers with git’s conflict markers"
    case .categories: "Categories that the settings spell otherwise"
    case .leftovers: "Remains of interrupted writes"
    }
  }

  static func repairHow(_ kind: RepairKind) -> String {
    switch kind {
    case .ids:
      "An id is one line of front matter, by which a note is known when it is moved. This would be done:"
    case .media: "Each moves to the only note that links into it. This would be done:"
    case .markers:
      "Only events stand between the markers: the events of both versions stay, the markers go. In these files:"
    case .categories:
      "They differ only in capitals or in how accents are stored. This would be done:"
    case .leftovers: "They go to the trash. This would be done:"
    }
  }

  static func repairLabel(_ kind: RepairKind) -> String {
    switch kind {
    case .ids: "Store these ids"
    case .media: "Move these folders"
    case .markers: "Take out the markers"
    case .categories: "Spell them as the settings do"
    case .leftovers: "Move them to the trash"
    }
  }
}
