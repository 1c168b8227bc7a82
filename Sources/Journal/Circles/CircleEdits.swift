package import VaultFormat

extension Circle {
  /// Where pages of circles are made.
  package static let folder = "circles"

  /// The page with a member who has the role, and no other; without them for no role.
  ///
  /// All else keeps its bytes; a name by which the member is listed already stays as it is written.
  ///
  /// - Parameter name: by which the person is listed.
  /// - Throws: an `EditError`, also for lists that cannot be read.
  package static func setting(
    _ role: CircleRole?, of person: Person, named name: String, in document: NoteDocument
  ) throws(EditError) -> NoteDocument {
    let keys = Set(person.names)
    var document = document
    for other in CircleRole.allCases {
      let field = PageFields(of: document)
      guard let written = field.writtenNames(other.key) else {
        let place = field[other.key]?.key.range.lowerBound ?? 0
        throw .notTexts(key: other.key.name, line: document.position(of: place).line)
      }
      let isMember = { (text: String) in keys.contains(NameKey(PageReference.name(text).utf8)) }
      let wanted: [String]
      if other == role {
        guard !written.contains(where: isMember) else { continue }
        wanted = written + [name]
      } else {
        wanted = written.filter { !isMember($0) }
        guard wanted.count < written.count else { continue }
      }
      document =
        wanted.isEmpty
        ? try document.removingAll(other.key)
        : try document.setting(document.name(of: other.key), to: .list(wanted))
    }
    return document
  }
}

extension NoteDocument {
  /// The document shown to a circle too; the same bytes if it is already.
  package func sharing(with circle: Circle) throws(EditError) -> NoteDocument {
    try settingCircles { written in
      written.contains { circle.isNamed($0) } ? written : written + [circle.title]
    }
  }

  /// The document that a circle is not shown any more, by whatever of its names; the same bytes if it was not.
  package func unsharing(with circle: Circle) throws(EditError) -> NoteDocument {
    try settingCircles { $0.filter { !circle.isNamed($0) } }
  }

  /// The document with some names of circles more and others less; the same bytes if they are so already.
  ///
  /// - Parameter removed: as `names(of:)` has them.
  package func settingCircles(
    adding added: [String], removing removed: [String]
  ) throws(EditError) -> NoteDocument {
    guard !added.isEmpty || !removed.isEmpty else { return self }
    return try settingCircles { written in
      let names = written.map(PageReference.name)
      return written.filter { !removed.contains(PageReference.name($0)) }
        + added.filter { !names.contains($0) }
    }
  }

  private func settingCircles(
    _ wanted: ([String]) -> [String]
  ) throws(EditError) -> NoteDocument {
    let written = try writtenTexts(of: .circles)
    let wanted = wanted(written)
    guard wanted != written else { return self }
    let key = name(of: .circles)
    return wanted.isEmpty ? try removing(key) : try setting(key, to: .list(wanted))
  }
}

extension Circle {
  fileprivate func isNamed(_ text: String) -> Bool { isCalled(PageReference.name(text)) }
}
