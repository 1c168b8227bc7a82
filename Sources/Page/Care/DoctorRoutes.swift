internal import Cryptography
internal import HTTPTypes
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
    let vault = try CareVault(incoming)
    let check = try await incoming.site.scans.run { vault.check() }
    incoming.site.repairs.remember(check, at: incoming.snapshot.generation)
    let view = DoctorView(incoming)
    var frame = PageFrame(incoming, title: PageWords.doctor, kind: "plain")
    frame.styles = ["care.css"]
    frame.values = view.values(check, done: incoming.site.repairs.lines)
    var reply = try frame.reply("doctor")
    reply.headers[.cacheControl] = "private, no-store"
    return reply
  }

  /// Makes the repairs of one kind, if they are those that the page showed (`seen` of the query).
  static func repair(_ incoming: PageRequest) async throws -> Reply {
    guard let kind = incoming.parameters.first.flatMap(RepairKind.init(rawValue:)) else {
      throw PageProblem.noSuchPage
    }
    let vault = try CareVault(incoming)
    let repairs = try await incoming.site.scans.run { vault.check().repairs }.filter {
      kind.covers($0)
    }
    guard incoming.request.query["seen"] == kind.seen(repairs) else {
      throw PageProblem(
        .conflict, PageWords.changedMeanwhile, PageWords.changedMeanwhileHow,
        next: .init(path: "/doctor", label: PageWords.doctor))
    }
    do {
      let lines = try await incoming.write { writer in
        repairs.flatMap { make($0, writer, vault) }
      }
      incoming.site.repairs.set(lines)
    } catch {
      throw PageProblem(ofCare: error)
    }
    let done = incoming.recorder?.number == nil ? "" : "?done=\(incoming.said("saved"))"
    return .redirect(.seeOther, to: incoming.addresses.address("/doctor\(done)"))
  }

  /// What was done, or why it was not; the next repair is made in any case.
  private static func make(
    _ repair: Repair, _ writer: borrowing NoteWriter, _ vault: CareVault
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
  private static func exposed(by repair: Repair, _ vault: CareVault) throws -> RenamedFile? {
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

extension CareVault {
  func check() -> VaultCheck {
    VaultChecker(vault, zone: zone, threads: threads, sealedOn: today).check(
      recorded: recordedNote)
  }
}
