internal import Journal
package import Operations
package import Sharing
package import VaultFormat
package import VaultIndex
internal import VaultStore

/// What would be public, what has changed since the last build, and what looks private.
package struct SiteCheck: Sendable {
  package enum Kind: Hashable, Sendable {
    /// It was written at a place that a note or page with the tag `home` has.
    case home
    /// It names somebody who is not eighteen.
    case minor
    case text(PrivateText.Kind)

    package var code: String {
      switch self {
      case .home: "home"
      case .minor: "minor"
      case .text(let kind): kind.rawValue
      }
    }
  }

  package struct Finding: Hashable, Sendable {
    package let path: VaultPath
    package let kind: Kind
    /// What was found, in words of the vault.
    package let found: String
  }

  /// What a build would do to the page of a note.
  package enum Change: String, Hashable, Sendable { case new, changed, same }

  package let notes: [(note: SharedNote, page: String, change: Change)]
  /// Pages that would be taken back.
  package let withdrawn: [String]
  /// Of notes that ask to be public and are not.
  package let heldBack: [SharingDecision]
  package let findings: [Finding]
  /// Pages whose names have words of another title, which notes had before.
  package let oldNames: [String]

  /// How near something is to a place that is called home, in kilometres.
  private static let near = 0.3
  private static let adult = 18

  package init(
    _ plan: SitePlan, after earlier: SiteManifest, of source: NoteSource, _ index: VaultIndex
  ) throws {
    let edition = plan.pages.edition
    let kept = Set(plan.files.filter(\.isKept).map(\.path))
    notes = zip(edition.notes, plan.pages.names.notes).map { note, page in
      (note, page, earlier.files[page] == nil ? .new : kept.contains(page) ? .same : .changed)
    }
    withdrawn = plan.withdrawnPages
    heldBack = edition.view.decisions.filter { !$0.isShown }
    let homes = try Self.homes(of: source, index)
    let persons = source.persons(of: index)
    let today = source.visibility.today
    findings = edition.notes.flatMap { note in
      Self.findings(in: note, homes, persons, today: today)
    }
    let fresh = SiteNames(edition)
    oldNames = zip(plan.pages.names.notes, fresh.notes).filter { $0 != $1 }.map(\.0)
  }

  private struct Homes {
    var positions: [Coordinates] = []
    var names: Set<NameKey> = []
  }

  /// Where the notes and pages with the tag `home` are.
  private static func homes(of source: NoteSource, _ index: VaultIndex) throws -> Homes {
    var homes = Homes()
    guard let tag = Tag("home") else { return homes }
    var query = NoteQuery()
    query.tags = [tag]
    let found = try source.scanner(withSealed: true).notes(of: index, matching: [query])
    for position in found.joined() {
      guard let note = try? source.vault.note(at: index.path(position), zone: source.zone) else {
        continue
      }
      if let coordinates = note.document.coordinates { homes.positions.append(coordinates) }
      if let place = note.document.text(of: .place) { homes.names.insert(NameKey(place.utf8)) }
    }
    return homes
  }

  private static func findings(
    in note: SharedNote, _ homes: Homes, _ persons: PersonBook, today: CalendarDay
  ) -> [Finding] {
    var findings: [Finding] = []
    func add(_ kind: Kind, _ found: String) {
      findings.append(Finding(path: note.source, kind: kind, found: found))
    }
    let circles = homes.positions.map { CoordinateCircle(center: $0, kilometers: near) }
    if let position = note.coordinates,
      circles.contains(where: { $0.distance(to: position) != nil })
    {
      add(.home, "\(position.latitude), \(position.longitude)")
    } else if let place = note.place, homes.names.contains(NameKey(place.utf8)) {
      add(.home, place)
    }
    for (name, person) in persons.persons(named: note.people.map(\.name)) {
      guard let born = person?.birthday?.firstDay, let grown = born.adding(years: adult),
        grown > today
      else { continue }
      add(.minor, name)
    }
    let text = "\(note.title)\n\(String(decoding: note.body, as: UTF8.self))"
    for (kind, found) in PrivateText.find(in: text) { add(.text(kind), found) }
    return findings
  }
}
