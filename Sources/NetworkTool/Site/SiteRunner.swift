internal import Backup
internal import CommandLineTool
internal import Git
internal import Journal
internal import Media
internal import Operations
internal import Publishing
internal import Rendering
internal import Sharing
private import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer
internal import Words

/// Runs the commands of `tl site`, and `tl circle build`.
struct SiteRunner {
  let session: Session

  func answer(_ request: SiteRequest) throws {
    do {
      switch request {
      case .build(let out, let replaces, let isDryRun):
        try build(out, replacesEdited: replaces, isDryRun: isDryRun)
      case .check(let out, let json): try check(out, json: json)
      case .preview(let out, let port, let opensBrowser):
        try preview(out, port: port, opensBrowser: opensBrowser)
      case .push(let out, let isDryRun):
        let folder = try openedFolder(out, session.openVault().vault)
        try SitePush(session: session, folder: folder).run(isDryRun: isDryRun)
      case .circle(let settings): try CircleBuild(session: session, settings: settings).run()
      }
    } catch let refusal as SiteRefusal {
      throw Problem(refusal)
    } catch let error as TransportError {
      throw Problem(ofSite: error)
    } catch let error as BackupError {
      throw Problem("\(error)", hint: error.hint)
    } catch let problem as TemplateLibrary.Problem {
      throw Problem("\(problem)", hint: "your own templates are in ~/.config/tl/site")
    } catch let problem as WebServerProblem {
      throw Problem(problem)
    }
  }

  // MARK: - Building

  private func build(_ out: String?, replacesEdited: Bool, isDryRun: Bool) throws {
    let vault = try session.openVault()
    let folder = try folder(out, vault.vault)
    let index = try vault.scan()
    let digests = SiteRecord.digests(in: vault.vault)
    let view = try AudienceView(
      of: vault.source, index, for: .everybody, media: KnownMedia(digests))
    let edition = SiteEdition(
      view, JournalSettings(vault.vault.configuration).site, title: name(of: vault.vault))
    let made = SiteMaking(
      session: session, vault: vault, edition: edition, replacesEdited: replacesEdited,
      digests: digests)
    try made.run(in: folder, audience: "everybody", isPublic: true, isDryRun: isDryRun)
    if edition.address == nil {
      session.console.say("tl config set site.address https://… adds feeds and a map of the site")
    }
    let held = view.noteDecisions.count { !$0.isShown }
    if held > 0 {
      session.console.say(
        "\(held.counted("note")) that \(held == 1 ? "asks" : "ask") to be public \(held == 1 ? "is" : "are") held back; "
          + "tl site check says why")
    }
  }

  // MARK: - Checking

  private func check(_ out: String?, json: Bool) throws {
    let vault = try session.openVault()
    let folder = try? folder(out, vault.vault)
    let index = try vault.scan()
    let media = KnownMedia(SiteRecord.digests(in: vault.vault))
    let view = try AudienceView(of: vault.source, index, for: .everybody, media: media)
    let edition = SiteEdition(
      view, JournalSettings(vault.vault.configuration).site, title: name(of: vault.vault))
    let earlier = try folder.map { folder in
      SystemPath.isFolder(folder)
        ? try SiteFolder(opening: folder, besides: vault.vault.folder.path).manifest()
        : SiteManifest()
    }
    let plan = try SiteMaking(session: session, vault: vault, edition: edition)
      .plan(after: earlier ?? SiteManifest())
    let check = try SiteCheck(plan, after: earlier ?? SiteManifest(), of: vault.source, index)
    let console = session.console
    if json {
      try console.print(check.json)
    } else {
      for line in check.lines { try console.line(TerminalText.line(line)) }
      if check.notes.isEmpty { console.say("no note is public; tl publish NOTE makes one public") }
    }
    if !check.findings.isEmpty { try console.end(with: .nothingFound) }
  }

  // MARK: - Looking

  private func preview(_ out: String?, port: Int, opensBrowser: Bool) throws {
    let vault = try session.openVault().vault
    let path = try openedFolder(out, vault)
    let folder = try SiteFolder(opening: path, besides: vault.folder.path)
    let root = JournalSettings(vault.configuration).site.root
    let withdrawn = Set(SiteRecord.of(path, in: vault)?.withdrawn ?? [])
    let manifest = PresentManifest(folder)
    let site = FileSite(
      answer: { Self.answer($0, below: root, in: manifest.value, withdrawn) },
      open: { folder.open($0) })
    Interruption.listen()
    let server = try WebServer(WebServerSettings(port: port), site: site) { _ in }
    let console = SharedConsole(session.console)
    let opener = opensBrowser ? SystemOpener(session.environment) : nil
    try waiting {
      try await untilInterrupted {
        try await server.run { port in
          let address = "http://127.0.0.1:\(port)\(root)"
          _ = opener?.open(address)
          console.use { console in
            try? console.line(address)
            try? console.finish()
            console.say("this is the site in \(path), for this machine alone; Ctrl-C ends it")
          }
        }
      }
    }
  }

  /// - Parameters:
  ///   - root: the path of the site's address.
  ///   - withdrawn: pages that are there no more.
  static func answer(
    _ path: String, below root: String, in manifest: SiteManifest, _ withdrawn: Set<String>
  ) -> FileSite.Answer {
    let missing = manifest.files["404.html"] == nil ? nil : "404.html"
    guard path.hasPrefix(root) else { return .missing(page: missing) }
    let rest = String(path.dropFirst(root.count))
    let name = rest.isEmpty ? "index.html" : rest
    if manifest.files[name] != nil { return .file(name: name) }
    return withdrawn.contains(name) ? .gone(page: missing) : .missing(page: missing)
  }

  // MARK: - Places

  private func name(of vault: Vault) -> String {
    vault.plainPath.split(separator: "/").last.map(String.init) ?? "tl"
  }

  /// The folder that is named, or that of the last build; absolute.
  private func folder(_ out: String?, _ vault: Vault) throws -> String {
    if let out { return SystemPath.absolute(out) }
    guard let record = SiteRecord.last(in: vault) else {
      throw Problem(
        usage: "which folder? no site of this vault was built here yet",
        hint: "such as tl site build ~/site")
    }
    return record.folder
  }

  /// The same for a folder that is there.
  private func openedFolder(_ out: String?, _ vault: Vault) throws -> String {
    let path = try folder(out, vault)
    guard SystemPath.isFolder(path) else {
      throw Problem("\(path) is not there", hint: "tl site build makes it")
    }
    return path
  }
}

/// The manifest of a site that may be built again meanwhile; read when it has changed.
private final class PresentManifest: Sendable {
  private let folder: SiteFolder
  private let known = Mutex<(status: FileStatus, manifest: SiteManifest)?>(nil)

  init(_ folder: SiteFolder) { self.folder = folder }

  /// Empty while there is none that can be read.
  var value: SiteManifest {
    let status = folder.status(of: SiteManifest.name)
    return known.withLock { known in
      guard let status else { return SiteManifest() }
      if let known, known.status == status { return known.manifest }
      let manifest = (try? folder.manifest().shown) ?? SiteManifest()
      known = (status, manifest)
      return manifest
    }
  }
}

/// One build of an edition: the plan, and carrying it out.
struct SiteMaking {
  let session: Session
  let vault: OpenVault
  let edition: SiteEdition
  /// As in `SiteBuild.run`.
  var replacesEdited = false
  /// Those that are stored when it is built.
  var digests: MediaDigests?

  /// Templates and the style sheet of the user, in `~/.config/tl/site`.
  func look() throws -> SiteLook {
    guard let folder = session.environment.configurationFolder else { return try SiteLook() }
    var own: [String: [UInt8]] = [:]
    for name in PublishedFiles.all.keys.sorted() {
      own[name] = SystemFile.read("\(folder)/site/\(name)")
    }
    return try SiteLook(own: own)
  }

  /// - Parameter originals: the names of pictures of which there is no smaller copy.
  func plan(
    after earlier: SiteManifest, besides originals: Set<String> = []
  ) throws -> SitePlan {
    let pictures = SitePictures(
      of: edition.notes, after: earlier, hasWorker: worker != nil, besides: originals,
      threads: vault.source.threads)
    return SitePlan(
      edition, look: try look(), pictures: pictures, earlier: earlier, program: Version.text,
      now: NoteTime(instant: vault.source.now.seconds, zone: .utc), threads: vault.source.threads)
  }

  /// The path of tl-media.
  private var worker: String? { ThisDevice.programPath.flatMap { WorkerProgram.path(besides: $0) } }

  /// - Parameter folder: absolute.
  func run(in folder: String, audience: String, isPublic: Bool, isDryRun: Bool) throws {
    let root = vault.vault.folder.path
    let console = session.console
    if isDryRun {
      try SiteFolder.check(folder, besides: root)
      let earlier =
        SystemPath.isFolder(folder)
        ? try SiteFolder(opening: folder, besides: root).manifest() : SiteManifest()
      let known = SiteRecord.of(folder, in: vault.vault)
      try check(earlier, known, in: folder, audience: audience)
      for line in try plan(after: earlier).lines { try console.line(TerminalText.line(line)) }
      return
    }
    let opened = try SiteFolder(making: folder, besides: root)
    let before = try opened.manifest()
    let known = SiteRecord.of(folder, in: vault.vault)
    try check(before, known, in: folder, audience: audience)
    let (plan, report) = try build(in: opened, after: before)
    try remember(plan, report, in: folder, audience: audience, isPublic: isPublic, after: known)
    let gone = Set(plan.removals)
    tell(of: report.edited.filter { !gone.contains($0) }, "edited since tl wrote")
    tell(of: report.edited.filter(gone.contains), "not due any more, but edited since tl wrote")
    console.say(
      "\(edition.notes.count.counted("note")) in \(folder): \(report.written.count.counted("file")) written, "
        + "\(report.kept) unchanged, \(report.removed.count) removed")
  }

  /// Says which files stay as somebody has changed them.
  private func tell(of edited: [String], _ words: String) {
    guard !edited.isEmpty else { return }
    let isOne = edited.count == 1
    session.fail(
      Problem(
        "\(Problem.list(edited)): \(words) \(isOne ? "it" : "them"), so \(isOne ? "it stays" : "they stay")",
        hint: "--force writes anew what is due, and removes what is not"))
  }

  /// Writes the site as one zip file, with all of it in a folder of that name; it is in `.tl/local` meanwhile.
  func write(to file: borrowing FileDescriptor, below name: String) throws {
    let work = try WorkFolder(in: vault.vault.folder)
    let folder = try SiteFolder(making: "\(work.path)/site", besides: nil)
    let (_, report) = try build(in: folder, after: SiteManifest())
    try folder.write(report.manifest, to: file, below: name)
    withExtendedLifetime(work) {}
  }

  /// Builds it, and again if there is no smaller copy of a picture; tells which files could not be copied.
  private func build(
    in folder: SiteFolder, after before: SiteManifest
  ) throws -> (SitePlan, SiteBuild.Report) {
    var plan = try plan(after: before)
    var report = try build(plan, after: before, in: folder)
    if !report.unmade.isEmpty {
      let earlier = report.manifest
      plan = try self.plan(after: earlier, besides: report.unmade)
      report = try build(plan, after: earlier, in: folder)
    }
    for (path, error) in report.failed {
      let source = plan.files.first { $0.path == path }?.note?.source
      session.fail(Problem("a file of \(source?.text ?? path) is not in the site: \(error)"))
    }
    return (plan, report)
  }

  /// What is there for some must not become what is there for others: its address may be known to them.
  private func check(
    _ earlier: SiteManifest, _ known: SiteRecord?, in folder: String, audience: String
  ) throws {
    let isOthers = known.map { $0.audience != audience } ?? false
    if earlier.hasBook || !earlier.files.isEmpty && isOthers {
      throw SiteRefusal.another(folder)
    }
  }

  private func build(
    _ plan: SitePlan, after earlier: SiteManifest, in folder: SiteFolder
  ) throws -> SiteBuild.Report {
    let maker = try worker.map { try PictureMaker($0, vault.vault) }
    defer { maker?.close() }
    return try SiteBuild(
      plan, after: earlier, of: vault.vault, threads: vault.source.threads
    ) { medium in
      guard let maker else { throw VariantFailure.noWorker }
      return try waiting { try await maker.copy(of: medium) }
    }.run(in: folder, replacesEdited: replacesEdited)
  }

  /// For the owner alone; a site is whole without it.
  private func remember(
    _ plan: SitePlan, _ report: SiteBuild.Report, in folder: String, audience: String,
    isPublic: Bool, after known: SiteRecord?
  ) throws {
    guard vault.vault.isInitialized else { return }
    let record = SiteRecord(
      of: plan, report.manifest, in: folder, audience: audience,
      after: known)
    do {
      try record.save(in: vault.vault, isPublic: isPublic)
      if let digests { try SiteRecord.save(digests, in: vault.vault) }
    } catch {
      session.console.warn("which notes the site is made of cannot be stored: \(error)")
    }
  }
}

extension SystemPath {
  /// A path in the current folder as one that means the same everywhere; links in it stay.
  static func absolute(_ path: String) -> String {
    if let known = resolved(path) { return known }
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let last = parts.last, last != "." && last != ".." else { return path }
    if path.hasPrefix("/") {
      return (resolved(parent(of: path)) ?? parent(of: path)) + "/" + last
    }
    let folder = parts.count > 1 ? parts.dropLast().joined(separator: "/") : "."
    return (resolved(folder) ?? "\(current ?? ".")/\(folder)") + "/" + last
  }
}

extension Problem {
  /// The first of some names.
  static func list(_ names: [String]) -> String {
    names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " …" : "")
  }

  init(_ refusal: SiteRefusal) {
    switch refusal {
    case .vault(let path):
      self.init(
        usage: "\(path) is in the vault, or around it",
        hint: "choose a folder elsewhere: a site is made of copies")
    case .foreign(let paths):
      self.init(
        "\(Self.list(paths)): not as tl wrote \(paths.count == 1 ? "it" : "them"), so nothing was changed",
        hint: "move what is yours out of the folder, or choose an empty one", kind: .refused)
    case .isBusy(let path):
      self.init(
        "another build is writing to \(path)", hint: "wait until it has ended", kind: .locked)
    case .manifest(let path):
      self.init(
        "\(path) cannot be read, so tl does not know which files are its own",
        hint: "choose an empty folder", kind: .refused)
    case .another(let path):
      self.init(
        "\(path) has a book, or a site for other readers, so nothing was changed",
        hint: "choose another folder, or remove that one", kind: .refused)
    }
  }
}
