internal import Backup
internal import CommandLineTool
internal import Journal
internal import Operations
internal import Publishing
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// `tl circle build`: what the members of a circle see, as a site, as one file, or as an archive for their keys.
struct CircleBuild {
  let session: Session
  let settings: CircleBuildSettings

  func run() throws {
    let vault = try session.openVault()
    let finder = try CircleFinder(vault)
    let circle = try finder.circle(named: settings.name)
    let view = try finder.view(of: circle)
    var site = JournalSettings(vault.vault.configuration).site
    // It is not where the public site is, and has no feeds.
    site.address = nil
    var edition = SiteEdition(
      view, site, talk: finder.talk(of: circle), since: try since(vault), title: circle.title)
    edition.isHidden = true
    let making = SiteMaking(
      session: session, vault: vault, edition: edition, replacesEdited: settings.replaces)
    guard settings.isSingle || settings.isEncrypted else {
      return try making.run(
        in: SystemPath.absolute(settings.out), audience: circle.title, isPublic: false,
        isDryRun: settings.isDryRun)
    }
    let recipients =
      settings.isEncrypted
      ? try AgeKeys(of: circle, vault.source.persons(of: finder.index), vault.vault).keys : []
    if settings.isDryRun {
      for note in edition.notes {
        try session.console.line(TerminalText.line("\(note.source.text)  \(note.rule)"))
      }
      return
    }
    try write(making, for: recipients, of: circle)
    session.console.say(
      "\(edition.notes.count.counted("note")) in \(settings.out)"
        + (settings.isEncrypted ? ", for \(recipients.count.counted("key"))" : ""))
  }

  private func since(_ vault: OpenVault) throws -> CalendarDay? {
    try settings.since.map { text in
      try DateExpression(text, now: vault.source.now.seconds, zone: vault.zone)
        .startTime(zone: vault.zone).day
    }
  }

  /// Leaves no file after an error.
  ///
  /// - Parameter recipients: nobody for a file in clear.
  private func write(
    _ making: SiteMaking, for recipients: [String], of circle: Circle
  ) throws {
    let (path, vault) = (SystemPath.absolute(settings.out), making.vault.vault)
    let folder = SystemPath.parent(of: path)
    guard !SiteFolder.isInside(folder, vault.folder.path) else {
      throw SiteRefusal.vault(settings.out)
    }
    let file = try ExportedFile(path, replaces: settings.replaces)
    var temporary = try file.temporary(permissions: 0o600)
    func make(_ file: borrowing FileDescriptor) throws {
      if settings.isSingle {
        try SingleFile(making.edition, making.look()).write(to: file, of: vault)
      } else {
        let slug = Slug.of(circle.title)
        try making.write(to: file, below: slug.isEmpty ? "notes" : slug)
      }
    }
    do {
      if recipients.isEmpty {
        try make(temporary.file)
      } else {
        try AgeProgram(session.environment.program("age"))
          .encrypt(for: recipients, to: temporary.file, of: vault.folder, make)
      }
    } catch SingleFileProblem.styleSheet {
      throw Problem(
        "site.css has </ in it, which cannot stand in a page", hint: "it is in ~/.config/tl/site")
    }
    try file.publish(&temporary)
  }
}

/// The keys of the members of a circle: `age:` in the pages of their persons, a text or a list.
struct AgeKeys {
  /// Each once; sorted.
  let keys: [String]

  /// - Throws: if somebody has none, or what is no key.
  init(of circle: Circle, _ persons: PersonBook, _ vault: Vault) throws {
    var keys: Set<String> = []
    for member in circle.members(in: persons) {
      guard let person = member.person, let bytes = try? vault.folder.read(person.path).bytes,
        let texts = PageFields(of: NoteDocument(bytes), as: .person).writtenNames(.age),
        !texts.isEmpty, texts.allSatisfy(Self.isKey)
      else { throw Self.missing(member.name) }
      keys.formUnion(texts)
    }
    guard !keys.isEmpty else {
      throw Problem("nobody is in the circle \(circle.title)", hint: "tl circle add adds somebody")
    }
    self.keys = keys.sorted()
  }

  private static func missing(_ name: String) -> Problem {
    Problem(
      "\(name) has no key of age, so nothing was written",
      hint: "age: age1… in the page of the person; age-keygen makes a pair")
  }

  /// A public key of age or of ssh; nothing that age takes for an option or a file.
  static func isKey(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F || $0 == 0x20 }
    return isPlain && ["age1", "ssh-ed25519 ", "ssh-rsa "].contains(where: text.hasPrefix)
  }
}
