package import VaultFormat
package import VaultIndex
package import VaultStore

/// People to whom notes are shown: a page with `tl: circle`, which notes name in their key `circles`
/// (docs/vault-format.md, rule K-21).
package struct Circle: NamedPage, Hashable {
  package let path: VaultPath
  package let id: NoteID
  package let title: String
  package let aliases: [String]
  /// The names of those who see its notes.
  package let viewers: [String]
  /// The names of those who comment on them too.
  package let contributors: [String]
  /// The lists that are no lists of names, of which nobody is a member.
  package let unreadable: [PageKey]

  /// Nil if the document is no circle, a conflict copy, or sealed until a later day than `today`.
  ///
  /// - Parameter id: of a document that stores none.
  package init?(
    _ document: NoteDocument, at path: VaultPath, id: NoteID, today: CalendarDay,
    zone: TimeZoneRules
  ) {
    let fields = PageFields(of: document)
    guard fields.kind == .circle, !document.isWithheld(on: today, zone: zone) else { return nil }
    let metadata = NoteMetadata(of: document, zone: zone)
    self.path = path
    self.id = metadata.id ?? id
    title = document.title(metadata, at: path)
    aliases = metadata.aliases
    viewers = fields.names(.viewers) ?? []
    contributors = fields.names(.contributors) ?? []
    unreadable = [.viewers, .contributors].filter { fields.names($0) == nil }
  }
}

/// What a member of a circle may do.
package enum CircleRole: String, Hashable, Sendable, CaseIterable {
  /// Sees the notes of the circle.
  case viewer
  /// Comments on them too.
  case contributor

  /// The key of a circle's page that lists those with the role.
  package var key: PageKey {
    switch self {
    case .viewer: .viewers
    case .contributor: .contributors
    }
  }
}

/// Somebody whom a circle names.
package struct CircleMember: Sendable {
  /// The title of the person's page, else as the circle names them.
  package let name: String
  /// Nil if no person is called so, or several are: such a name lets nobody in.
  package let person: Person?
  package let role: CircleRole
}

extension Circle {
  /// Those whom the circle names, each once: who has both roles is a contributor.
  package func members(in persons: PersonBook) -> [CircleMember] {
    var seen: Set<NameKey> = []
    let named = contributors.map { ($0, CircleRole.contributor) } + viewers.map { ($0, .viewer) }
    return named.compactMap { name, role in
      let found = persons.persons(called: name)
      let person = found.count == 1 ? found[0] : nil
      guard seen.insert(NameKey((person?.path.text ?? name).utf8)).inserted else { return nil }
      return CircleMember(name: person?.title ?? name, person: person, role: role)
    }
  }
}

/// The circles of a vault, as they are on the disk now.
package struct CircleBook: Sendable {
  /// Sorted by path.
  package let circles: [Circle]
  private let places: [NameKey: [Int]]

  /// Reads the files that the index has marked as circles.
  package init(of vault: Vault, _ index: VaultIndex, today: CalendarDay, zone: TimeZoneRules) {
    let reader = PageReader(vault: vault, index: index, zone: zone, today: today)
    self.init(
      reader.documents { $0.kind == .circle }.compactMap { position, document in
        Circle(
          document, at: index.path(position), id: index.id(position), today: today, zone: zone)
      })
  }

  package init(_ circles: [Circle]) {
    self.circles = circles.sorted { $0.path < $1.path }
    places = self.circles.placesByName
  }

  /// The circles with a name, in whatever case and normal form; several if they share it, and then it lets nobody in.
  package func circles(called name: String) -> [Circle] {
    (places[NameKey(name.utf8)] ?? []).map { circles[$0] }
  }
}
