/// To whom a side of a merge does not show a note any more, and to whom the result must not show it again: circles,
/// members of a circle in whatever role, everybody (docs/vault-format.md, rule M-6).
///
/// The rules for keys see one list at a time and compare names as they are written, and a conflict takes the file of
/// one side; this looks at the whole result.
struct TakenAudience {
  private let circles: Set<NameKey>
  private let members: Set<NameKey>
  private let isPublic: Bool

  private static let roles: [PageKey] = [.viewers, .contributors]

  init(_ versions: ThreeWay<NoteDocument>) {
    func taken(_ names: (NoteDocument) -> Set<NameKey>) -> Set<NameKey> {
      let base = names(versions.base)
      guard !base.isEmpty else { return [] }
      return base.subtracting(names(versions.left).intersection(names(versions.right)))
    }
    circles = taken { Self.keys($0.writtenNames(of: .circles)) }
    members = taken { document in
      let fields = PageFields(of: document)
      return Self.keys(Self.roles.flatMap { fields.writtenNames($0) ?? [] })
    }
    isPublic =
      versions.base.flag(.publish)
      && !(versions.left.flag(.publish) && versions.right.flag(.publish))
  }

  private static func keys(_ names: [String]) -> Set<NameKey> { Set(names.map(key)) }

  private static func key(_ name: String) -> NameKey { NameKey(PageReference.name(name).utf8) }

  /// Whether a document is shown to one of them.
  func isShown(by document: NoteDocument) -> Bool {
    if isPublic, document.flag(.publish) { return true }
    return lists(of: document).contains { _, written, taken in
      !taken.isDisjoint(with: Self.keys(written))
    }
  }

  /// The document that is shown to none of them; as it is where its front matter cannot be edited.
  func removed(from document: NoteDocument) -> NoteDocument {
    guard isShown(by: document) else { return document }
    var result = document
    for (key, written, taken) in lists(of: document) {
      let kept = written.filter { !taken.contains(Self.key($0)) }
      guard kept.count < written.count else { continue }
      result =
        (try? result.setting(key, to: .list(kept))) ?? (try? result.removing(key)) ?? result
    }
    return isPublic ? (try? result.setting(.publish, to: false)) ?? result : result
  }

  /// The lists of names of a document, and which of their names are taken.
  private func lists(
    of document: NoteDocument
  ) -> [(key: String, written: [String], taken: Set<NameKey>)] {
    let fields = PageFields(of: document)
    return [(document.name(of: .circles), document.writtenNames(of: .circles), circles)]
      + Self.roles.compactMap { role in
        fields[role].map { ($0.name, fields.writtenNames(role) ?? [], members) }
      }
  }
}
