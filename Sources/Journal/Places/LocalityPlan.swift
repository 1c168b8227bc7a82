package import VaultFormat
internal import VaultStore

/// Which notes get a town, because they have a position and none: that of `CityFile.city(near:)`.
package struct LocalityPlan: Sendable {
  /// A note that gets a town.
  package struct Step: Hashable, Sendable {
    package let id: NoteID
    package let path: VaultPath
    package let coordinates: Coordinates
    /// The name of the city.
    package let locality: String
  }

  /// By path.
  package let steps: [Step]
  /// Notes that no city is near to, and that stay as they are; by path.
  package let remote: [VaultPath]

  /// - Parameter notes: others than those that are to be changed may be among them.
  package init(
    _ notes: some Sequence<(id: NoteID, path: VaultPath, document: NoteDocument)>,
    cities: CityFile
  ) {
    var (steps, remote): ([Step], [VaultPath]) = ([], [])
    let table = CityTable(cities)
    for note in notes {
      guard let coordinates = Self.position(of: note.document) else { continue }
      if let name = table.name(near: coordinates) {
        steps.append(
          Step(id: note.id, path: note.path, coordinates: coordinates, locality: name))
      } else {
        remote.append(note.path)
      }
    }
    self.steps = steps.sorted { $0.path < $1.path }
    self.remote = remote.sorted()
  }

  /// The position of a note whose town is missing; nil for any other note.
  fileprivate static func position(of document: NoteDocument) -> Coordinates? {
    // A town in a form that tl does not read is one, too.
    document.hasValue(of: .locality) ? nil : document.coordinates
  }
}

extension LocalityPlan.Step {
  /// The note with its town; as it is if it has got one, or another position, since the plan was made.
  ///
  /// - Throws: if front matter of this form cannot be edited.
  package func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
    guard LocalityPlan.position(of: document) == coordinates else { return document }
    return try document.setting(document.name(of: .locality), to: .text(locality))
  }
}
