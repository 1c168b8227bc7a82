/// What a file is if it is not an ordinary note: the value of its key `tl` (docs/vault-format.md, rule K-18).
package enum PageKind: String, Hashable, Sendable, CaseIterable {
  case person, tracker, circle, book, comment

  /// The kind with a name, as it stands in a file; does not allocate.
  init?(_ name: UnsafeBufferPointer<UInt8>) {
    guard let kind = Self.allCases.first(where: { name.elementsEqual($0.rawValue.utf8) }) else {
      return nil
    }
    self = kind
  }

  package init?(of document: NoteDocument) {
    guard let text = document.frontMatter?.field(of: .kind)?.value.text else { return nil }
    self.init(rawValue: text)
  }
}

/// A key that means something only in a page of one kind; in any other file it is the user's own.
///
/// `role`, `from` and `due` stand in notes of other programs with other meanings.
package enum PageKey: String, Hashable, Sendable, CaseIterable {
  /// `age` is the public key of a person, or a list of them, for the program age; not how old somebody is.
  case birthday, dueDate, died, role, avatar, age
  case every, remind, unit, aggregate, goal, from, archived
  case icon, color
  case viewers, contributors
  case commentOn
  case subtitle, layout, paper, cover, language

  /// The names of the key, tl's own first.
  ///
  /// If a file has several, the first of the list counts.
  package var names: [String] {
    switch self {
    case .birthday:
      ["birthday", "born", "birth", "birthdate", "birthDate", "birth_date", "dob", "bday"]
    case .dueDate: ["due_date", "due"]
    case .died: ["died", "deathday", "deathDate"]
    case .avatar: ["avatar", "picture", "image", "cover"]
    case .every: ["every", "repeat"]
    case .icon: ["icon", "symbol"]
    case .color: ["color", "colour"]
    case .commentOn: ["comment_on"]
    default: [rawValue]
    }
  }

  /// tl's own name.
  package var name: String { names.first ?? "" }

  package func isKnown(in kind: PageKind) -> Bool {
    switch self {
    case .birthday, .dueDate, .died, .role, .avatar, .age: kind == .person
    case .every, .remind, .unit, .aggregate, .goal, .from, .archived: kind == .tracker
    case .icon, .color: kind == .person || kind == .tracker
    case .viewers, .contributors: kind == .circle
    case .commentOn: kind == .comment
    case .subtitle, .layout, .paper, .cover: kind == .book
    case .language: kind == .person || kind == .book
    }
  }

  /// Whether bytes are a name of `birthday`; does not allocate.
  static func isBirthday(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.first == UInt8(ascii: "b") || name.first == UInt8(ascii: "d") else { return false }
    return birthdayNames.contains { name.elementsEqual($0.utf8) }
  }

  private static let birthdayNames = PageKey.birthday.names

  /// The key of a name in a page of that kind.
  package static func named(_ name: String, in kind: PageKind) -> PageKey? {
    allCases.first { key in
      key.isKnown(in: kind) && key.names.contains { $0.utf8.elementsEqual(name.utf8) }
    }
  }
}

/// The fields of a page by their keys; of several names of a key the first in `PageKey.names` counts.
package struct PageFields {
  /// Nil for an ordinary note, which has none.
  package let kind: PageKind?
  private var fields: [PageKey: FrontMatter.Field] = [:]

  package init(of document: NoteDocument) {
    self.init(of: document, as: PageKind(of: document))
  }

  /// The fields that the file has if it counts as a page of that kind, whatever it says.
  package init(of document: NoteDocument, as kind: PageKind?) {
    self.kind = kind
    guard let kind else { return }
    let written = document.frontMatter?.fields.filter { !$0.value.isNull } ?? []
    for key in PageKey.allCases where key.isKnown(in: kind) {
      fields[key] =
        key.names.lazy.compactMap { name in
          written.last { $0.name.utf8.elementsEqual(name.utf8) }
        }.first
    }
  }

  /// Nil for a key that the page has not, and for one of another kind of page.
  package subscript(key: PageKey) -> FrontMatter.Field? { fields[key] }

  /// The names in a list, or the one that is a text, as `NoteDocument.names(of:)` reads them; none for a key that is
  /// missing, nil for anything else.
  package func names(_ key: PageKey) -> [String]? {
    writtenNames(key)?.map(PageReference.name).filter { !$0.isEmpty }
  }

  /// The same as they are written.
  package func writtenNames(_ key: PageKey) -> [String]? {
    guard let value = fields[key]?.value else { return [] }
    return value.areNames ? value.writtenNames : nil
  }

  /// The text of a scalar that is not empty.
  package func text(_ key: PageKey) -> String? {
    fields[key]?.value.text.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A value of the front matter that names a page, as other programs write it.
package enum PageReference {
  /// The name of the file of a wiki link: `bà-lan` for `[[people/bà-lan|Bà]]`; any other text as it is.
  package static func name(_ text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]") else { return text }
    let target = text.dropFirst(2).dropLast(2).prefix { $0 != "|" && $0 != "#" }
    return String(target.split(separator: "/").last ?? "")
  }

  /// What a reader sees of it: of a wiki link the text behind the bar, if it has one.
  package static func label(_ text: String) -> String {
    guard text.hasPrefix("[["), text.hasSuffix("]]"), let bar = text.firstIndex(of: "|") else {
      return name(text)
    }
    let label = text[text.index(after: bar)...].dropLast(2).trimmingBlanks
    return label.isEmpty ? name(text) : label
  }
}
