internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import Words

/// Links that a command broke: reports or rewrites them.
struct BrokenLinks {
  let links: [BrokenLink]
  let vault: OpenVault

  private var session: Session { vault.session }
  private static let shown = 10

  func warn() {
    // What a sealed note says is not shown where its links lead either.
    let shown = Array(
      links.lazy.filter { (try? vault.note(at: $0.note))?.sealedUntil == nil }.prefix(Self.shown))
    for link in shown {
      let place = "\(link.note.shown):\(link.line)"
      let other = link.other.map { "to \($0.shown)" } ?? "nowhere"
      let correction = link.correction.map { "; \(String(decoding: $0, as: UTF8.self)) would work" }
      session.console.warn(
        "\(place): the link \(String(decoding: link.written, as: UTF8.self)) leads \(other) now"
          + (correction ?? ""))
    }
    let rest = links.count - shown.count
    guard rest > 0 else { return }
    session.console.warn(
      shown.isEmpty
        ? rest.counted("link of a sealed note", "links of sealed notes")
        : "and \(rest.counted("more link"))")
  }

  /// Rewrites them if asked to, by option or on the terminal; else warns about them.
  func settle(rewriting isAsked: Bool) throws {
    guard !links.isEmpty else { return }
    if isAsked { return try rewrite() }
    warn()
    let notes = Set(links.map(\.note)).count
    let what = "\(links.count.counted("link")) in \(notes.counted("note"))"
    if session.isInteractive, session.confirm("rewrite \(what)?") { return try rewrite() }
    session.console.say("the links were not changed; tl mv --links rewrites them as it moves")
  }

  /// Writes each note by itself; one that cannot be written is reported and keeps its links.
  private func rewrite() throws {
    var (count, notes) = (0, 0)
    for (path, links) in Dictionary(grouping: links, by: \.note).sorted(by: { $0.key < $1.key }) {
      do {
        let writer = try vault.writer()
        var rewritten = 0
        let isChange = try writer.relink(path) { link, _ in
          guard let broken = links.first(where: { $0.isWritten(as: link) }),
            let target = broken.target, broken.correction != nil
          else { return nil }
          rewritten += 1
          return NoteDocument.LinkTarget(target, isKnownByName: broken.isKnownByName)
        }
        if isChange { (count, notes) = (count + rewritten, notes + 1) }
      } catch {
        var failure = Problem(error, at: path)
        failure.hints = ["links that were not rewritten stay as they were; tl doctor lists them"]
        try session.continueAfter(failure)
      }
    }
    session.console.say("rewrote \(count.counted("link")) in \(notes.counted("note"))")
  }
}

extension BrokenLink {
  fileprivate func isWritten(as link: FileLink) -> Bool {
    link.isByName == kind.isObsidian
      && link.text.utf8.elementsEqual(String(decoding: written, as: UTF8.self).utf8)
  }
}

extension OpenVault {
  /// The links of all notes that would lead elsewhere if some were moved.
  ///
  /// - Parameter target: nil for notes that go to the trash.
  func links(brokenByMoving notes: [VaultPath], to target: VaultPath?) -> [BrokenLink] {
    var relocation = NoteRelocation()
    for note in notes { relocation.add(note, to: target, in: vault.folder) }
    return LinkSurvey(vault, zone: zone, threads: ThisDevice.processorCount).links(
      brokenBy: relocation)
  }
}
