package import VaultFormat
internal import VaultStore

/// Findings about notes that name a prompt or are anonymous, and about pictures of persons.
extension JournalCheck {
  mutating func checkAvatar(of document: NoteDocument, at path: VaultPath, in vault: Vault) {
    let fields = PageFields(of: document)
    guard let field = fields[.avatar], let name = fields.text(.avatar).map(PageReference.name),
      // Other programs have addresses there.
      !name.contains("://")
    else { return }
    let media = MediaFolder(of: path).flatMap { try? vault.folder.media(in: $0).files } ?? []
    guard !media.contains(where: { $0.path.name.elementsEqual(name.utf8) }) else { return }
    report(
      .warning, .noSuchAvatar, "the media of the page have no '\(name.clipped)'", at: path,
      document, field.value.range.lowerBound)
  }

  mutating func checkPrompts(
    _ notes: [(path: VaultPath, document: NoteDocument)], _ catalogue: PromptCatalogue
  ) {
    for (path, document) in notes {
      guard let field = document.frontMatter?.field(of: .prompt), let id = field.value.text,
        catalogue[id] == nil
      else { continue }
      report(
        .info, .unknownPrompt, "there is no prompt '\(id.clipped)'; tl today prompt --list has all",
        at: path, document, field.value.range.lowerBound)
    }
  }

  mutating func checkAnonymous(
    _ notes: [(path: VaultPath, document: NoteDocument)], _ persons: PersonBook, in vault: Vault
  ) {
    for (path, document) in notes {
      guard let field = document.frontMatter?.field(of: .anonymous) else { continue }
      func report(_ code: Finding.Code, _ message: String) {
        self.report(.info, code, message, at: path, document, field.key.range.lowerBound)
      }
      if !document.flag(.publish) {
        report(.anonymousPrivate, "the note is anonymous, but not public: publish is not true")
      }
      let media = MediaFolder(of: path).flatMap { try? vault.folder.media(in: $0).files } ?? []
      let texts = [document.bodyText] + media.map { String(decoding: $0.path.name, as: UTF8.self) }
      let names = document.names(of: .author).flatMap { author in
        [author] + persons.persons(called: author).flatMap(\.spelledNames)
      }
      if let name = names.first(where: { name in texts.contains { NameInText.contains($0, name) } })
      {
        report(
          .anonymousName, "the note is anonymous, and names its author: '\(name.clipped)'")
      }
    }
  }
}

/// Whether a text has a name in it, as a word of its own.
enum NameInText {
  static func contains(_ text: String, _ name: String) -> Bool {
    let (text, name) = (scalars(text), scalars(name))
    guard let first = name.first, let last = name.last, name.count <= longest,
      text.count >= name.count
    else {
      return false
    }
    func isJoined(_ index: Int, to edge: Unicode.Scalar) -> Bool {
      // In scripts without capitals, words may stand next to each other.
      text.indices.contains(index) && edge.properties.isCased && text[index].properties.isAlphabetic
    }
    return (0...(text.count - name.count)).contains { start in
      text[start] == first && text[start..<(start + name.count)].elementsEqual(name)
        && !isJoined(start - 1, to: first) && !isJoined(start + name.count, to: last)
    }
  }

  /// Longer ones are no names, and would take long to look for.
  private static let longest = 200

  private static func scalars(_ text: String) -> [Unicode.Scalar] {
    Array(String(decoding: NameKey(text.utf8).bytes, as: UTF8.self).unicodeScalars)
  }
}

extension Finding.Code {
  package static let noSuchAvatar = Finding.Code("no-such-avatar")
  package static let unknownPrompt = Finding.Code("unknown-prompt")
  package static let anonymousName = Finding.Code("anonymous-name")
  package static let anonymousPrivate = Finding.Code("anonymous-private")
}
