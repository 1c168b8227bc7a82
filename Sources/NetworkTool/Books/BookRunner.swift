internal import Archives
internal import CommandLineTool
internal import Journal
internal import Media
internal import Publishing
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Runs `tl book export` and `tl book check`.
struct BookRunner {
  let session: Session

  func answer(_ request: BookRequest) throws {
    do {
      switch request {
      case .export(let word, let format, let isForPress, let out, let replaces):
        let opened = try OpenBook(word, session)
        let path = try output(of: opened, format, out)
        let file = format == .html ? nil : try ExportedFile(path, replaces: replaces)
        let typesetter =
          format == .pdf
          ? try TypesetterFinder(session.environment).typesetter(isForPress: isForPress) : nil
        try export(opened, to: path, file, typesetter, format, isForPress: isForPress)
      case .check(let word, let json):
        try check(OpenBook(word, session), json: json)
      }
    } catch let refusal as SiteRefusal {
      throw Problem(refusal)
    } catch let problem as TemplateLibrary.Problem {
      throw Problem("\(problem)")
    }
  }

  // MARK: - Checking

  private func check(_ opened: OpenBook, json: Bool) throws {
    let (findings, console) = (opened.pages.findings, session.console)
    if json {
      try console.print(.array(findings.map { $0.json(in: opened.book) }))
    } else {
      for finding in findings { try console.line(TerminalText.line(finding.line(in: opened.book))) }
      if findings.isEmpty { console.say("\(opened.book.title) has all it needs") }
    }
    if !findings.isEmpty { try console.end(with: .nothingFound) }
  }

  // MARK: - Exporting

  /// The absolute path of what is made; never in the vault.
  private func output(
    of opened: OpenBook, _ format: BookFormat, _ out: String?
  ) throws -> String {
    let slug = Slug.of(opened.book.title)
    let name = slug.isEmpty ? "book" : slug
    let path = SystemPath.absolute(out ?? (format == .html ? name : "\(name).\(format.rawValue)"))
    let vault = opened.vault.vault.folder.path
    if format == .html {
      try SiteFolder.check(path, besides: vault)
      return path
    }
    guard let folder = SystemPath.resolved(SystemPath.parent(of: path)) else {
      throw Problem(
        "\(SystemPath.parent(of: path)) is not there",
        hint: "make that folder, or choose another place by -o")
    }
    guard !SystemPath.isSame(folder, vault), SystemPath.relative(folder, to: vault) == nil else {
      throw Problem(
        usage: "\(path) is in the vault, and books are not written there",
        hint: "choose another place by -o, such as -o ~/\(name).\(format.rawValue)")
    }
    guard !SystemPath.isFolder(path) else {
      throw Problem(
        "\(path) is a folder",
        hint: "name a file in it by -o, such as -o \(path)/\(name).\(format.rawValue)")
    }
    return path
  }

  /// - Parameter file: nil for a folder.
  private func export(
    _ opened: OpenBook, to path: String, _ file: ExportedFile?, _ typesetter: BookTypesetter?,
    _ format: BookFormat, isForPress: Bool
  ) throws {
    guard !opened.plan.notes.isEmpty else {
      throw Problem(
        "\(opened.book.title) has no note that can be in a book",
        hint: "tl book add \(opened.book.name.shellWord) NOTE puts one into it")
    }
    let (vault, pages) = (opened.vault.vault, opened.pages)
    let work = try PrivateFolder("book", session.environment)
    let photoFolder = format == .epub ? work.path : "\(work.path)/photos"
    try SystemPath.makeFolders(photoFolder, permissions: 0o700)
    let photos = try BookPhotos(
      format == .epub ? opened.plan.wantedOnScreen : pages.wanted, in: photoFolder, of: vault,
      threads: ThisDevice.processorCount,
      program: NetworkProgram.toolPath.flatMap(WorkerProgram.path))
    if let file {
      var temporary = try file.temporary(permissions: 0o666, isRead: true)
      if let typesetter {
        try BookFolder(pages, photos).write(besidePhotosIn: work.path, isForPress: isForPress)
        let made = "\(work.path)/book.pdf"
        try run(
          typesetter.command(
            in: work.path, to: made, isForPress: isForPress,
            modified: opened.book.updated.seconds, isRoot: ThisDevice.userID == 0))
        _ = try FileDescriptor(openingFile: made).copyAll(to: temporary.file)
      } else {
        try BookEPUB(opened.plan, photos).write(
          to: ZipWriter(temporary.file.duplicated()), photosIn: photoFolder)
      }
      try file.publish(&temporary)
    } else {
      let folder = try SiteFolder(making: path, besides: vault.folder.path)
      try BookFolder(pages, photos).write(to: folder, photosIn: photoFolder)
    }
    try session.console.line(TerminalText.line(path))
    say(opened, photos)
  }

  /// What is not in the book, or not as the owner may think.
  private func say(_ opened: OpenBook, _ photos: BookPhotos) {
    let console = session.console
    for finding in opened.plan.findings + photos.findings {
      console.warn(finding.line(in: opened.book))
    }
    let small = opened.pages.findings.count { if case .small = $0.problem { true } else { false } }
    if small > 0 {
      console.say(
        "\(small.counted("photo")) \(small == 1 ? "is" : "are") small for print; "
          + "tl book check \(opened.book.name.shellWord) says which")
    }
    console.say(
      "\(opened.plan.notes.count.counted("note")), \(photos.files.count.counted("photo"))")
  }

  private func run(_ command: ChildCommand) throws {
    let progress = Progress("Typesetting", total: 1, on: session.console)
    defer { progress.finish() }
    let output: ChildProcess.Output
    do throws(SocketFailure) {
      output = try ChildProcess.run(
        command, input: [], timeouts: SocketTimeouts(idle: Self.patience) { true })
    } catch {
      throw Problem(
        "\(command.program) did not end: \(error)",
        hint: "--html makes the same pages for a browser, which prints them too")
    }
    guard output.status == 0 else {
      throw Problem(
        "\(command.program) failed: \(TerminalText.line(String(output.errorOutput.suffix(400))))")
    }
  }

  /// For a book of some hundred pages on a slow machine, in milliseconds without a word.
  private static let patience = 600_000
}

/// A book with all that is made of it.
private struct OpenBook {
  let vault: OpenVault
  let book: Book
  let plan: BookPlan
  let pages: BookPages

  init(_ word: String, _ session: Session) throws {
    vault = try session.openVault()
    let index = try vault.scan()
    book = try BookFinder(vault, index).book(named: word)
    let document = try vault.vault.note(at: book.path, zone: vault.zone).document
    let notes = BookNotes(of: book).narrowed(index)
    plan = BookPlan(
      book, document, in: try AudienceView(of: vault.source, notes, for: .readers))
    pages = BookPages(plan)
  }
}

/// The program of the user that makes PDF files.
private struct TypesetterFinder {
  private let environment: Environment

  init(_ environment: Environment) { self.environment = environment }

  private static let hint = {
    let package = "'weasyprint>=\(BookTypesetter.oldest)'"
    return "pipx install \(package) installs it; so does python3 -m pip install --user \(package)"
  }()

  func typesetter(isForPress: Bool) throws -> BookTypesetter {
    if let path = environment.program("weasyprint") {
      do {
        try BookTypesetter.check(version: version(of: path), path: path)
        return .weasyPrint(path: path)
      } catch let refusal {
        switch refusal {
        case .old(let version):
          throw Problem(
            "WeasyPrint \(version) is too old: it has no PDF/X, and holes that are known",
            hint: Self.hint, kind: .refused)
        case .unknown(let path):
          throw Problem("\(path) does not say which version it is", hint: Self.hint)
        }
      }
    }
    let chromium = ["chromium", "chromium-browser", "google-chrome"].lazy
      .compactMap { environment.program($0) }.first
    if let chromium, !isForPress { return .chromium(path: chromium) }
    throw Problem(
      isForPress
        ? "a PDF file for a printer needs the program weasyprint, which is not installed"
        : "a PDF file needs the program weasyprint, which is not installed", hint: Self.hint)
  }

  private func version(of path: String) -> String {
    let command = ChildCommand(
      program: path, arguments: ["--version"], variables: .inherited(), hasOwnGroup: true)
    let output = try? ChildProcess.run(
      command, input: [], timeouts: SocketTimeouts(idle: 30_000) { true })
    return output.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
  }
}
