internal import SystemCalls
package import VaultFormat
internal import VaultStore

/// What was taken by pressing the button once: a photo, a Live Photo with its film, or a burst.
struct PhotoShot {
  /// The cover first.
  var photos: [ImportCandidate]
  /// The film of a Live Photo.
  var films: [ImportCandidate]
  let time: PhotoTime
  let position: GeoPosition?

  /// Nil without files.
  private init?(_ photos: [ImportCandidate], _ films: [ImportCandidate]) {
    // The film of a Live Photo begins before the photo, whose time counts.
    guard let first = (photos.isEmpty ? films : photos).min(by: ImportCandidate.isEarlier) else {
      return nil
    }
    self.photos = photos
    self.films = films
    time = first.time
    position = (photos + films).lazy.compactMap(\.position).first
  }

  var files: [ImportCandidate] { photos + films }

  /// The files and what they are in the note.
  var roles: [(file: ImportCandidate, role: PhotoImportPlan.Role)] {
    let isBurst = photos.count > 1
    return photos.enumerated().map { index, file in
      (file, !isBurst ? .single : index == 0 ? .burstCover : .burstMember)
    } + films.map { ($0, photos.isEmpty ? .single : .liveFilm) }
  }

  /// The order by time, then by the name of the cover or film.
  static func isEarlier(_ a: PhotoShot, _ b: PhotoShot) -> Bool {
    guard let first = a.files.first, let second = b.files.first else { return false }
    let (time, other) = (a.time.time.seconds, b.time.time.seconds)
    return time != other ? time < other : ImportCandidate.isEarlier(first, second)
  }

  /// Puts together what belongs together.
  ///
  /// - Parameter files: in natural order of their paths.
  static func shots(of files: [ImportCandidate]) -> [PhotoShot] {
    var pictures: [String: [ImportCandidate]] = [:]
    var order: [String] = []
    var shotOfStem: [String: String] = [:]
    for file in files where file.kind == .picture {
      let key = burstKey(file)
      if pictures[key] == nil { order.append(key) }
      pictures[key, default: []].append(file)
      shotOfStem[stemKey(file)] = key
    }
    var films: [String: [ImportCandidate]] = [:]
    var alone: [PhotoShot?] = []
    for file in files where file.kind == .film {
      if let key = shotOfStem[stemKey(file)] {
        films[key, default: []].append(file)
      } else {
        alone.append(PhotoShot([], [file]))
      }
    }
    let shots = order.map { PhotoShot(coverFirst(pictures[$0] ?? []), films[$0] ?? []) }
    return (shots + alone).compactMap { $0 }
  }

  /// The film of a Live Photo has the photo's name with another extension.
  private static func stemKey(_ file: ImportCandidate) -> String {
    "\(file.folder)/\(file.stem.lowercased())"
  }

  /// Equal for the photos of a burst: their names differ only in numbers, and they are of the same second, by the time
  /// in the name where it says that it is a burst's.
  private static func burstKey(_ file: ImportCandidate) -> String {
    let stem = file.stem.lowercased()
    if let mark = stem.firstRange(of: "_burst") {
      // `00001IMG_00001_BURST20171111030039_COVER`, or `IMG_20161120_180311_BURST001_COVER`.
      let after = stem[mark.upperBound...].prefix { $0.isNumber }
      let name = after.count >= 14 ? after : stem[..<mark.lowerBound]
      return "\(file.folder)/\(name)"
    }
    guard file.time.time.precision == .second, file.time.source != .file else { return file.path }
    let shape = shape(stem)
    // A name without numbers says nothing of an order.
    guard shape != stem else { return file.path }
    return "\(file.folder)/\(shape) \(file.time.time.seconds)"
  }

  /// The name with `#` for each run of digits; one in brackets or behind the last separator does not count, since the
  /// first photo of a second has none.
  private static func shape(_ stem: String) -> String {
    var shape = ""
    for character in stem {
      if !character.isASCII || !character.isNumber {
        shape.append(character)
      } else if shape.last != "#" {
        shape.append("#")
      }
    }
    for ending in ["(#)", " (#)", "~#", "_#_#_#"] where shape.hasSuffix(ending) {
      return ending == "_#_#_#" ? String(shape.dropLast(2)) : String(shape.dropLast(ending.count))
    }
    return shape
  }

  private static func coverFirst(_ photos: [ImportCandidate]) -> [ImportCandidate] {
    let cover = photos.filter { $0.stem.lowercased().hasSuffix("_cover") }
    return cover + photos.filter { !cover.contains($0) }.sorted(by: ImportCandidate.isEarlier)
  }
}

extension ImportCandidate {
  /// The order by time, then by name: a total order, since paths are distinct.
  static func isEarlier(_ a: ImportCandidate, _ b: ImportCandidate) -> Bool {
    let (first, second) = (
      (a.time.time.seconds, a.time.millisecond), (b.time.time.seconds, b.time.millisecond)
    )
    if first != second { return first < second }
    // Stems before whole names, so that `x.jpg` comes before `x(1).jpg`.
    let stems = (Array("\(a.folder)/\(a.stem)".utf8), Array("\(b.folder)/\(b.stem)".utf8))
    if stems.0 != stems.1 { return NaturalOrder.precedes(stems.0, stems.1) }
    return NaturalOrder.precedes(Array(a.path.utf8), Array(b.path.utf8))
  }
}

/// What photos say of the note that gets them: when the first of them was taken, and where.
///
/// Only the clock of a camera counts, not the name or the time of a file, which copies change.
package struct PhotoOrigin: Hashable, Sendable {
  package var time: NoteTime
  /// The position of the first photo that knows it.
  package var coordinates: Coordinates?

  /// Nil if no photo knows when it was taken.
  ///
  /// - Parameters:
  ///   - files: their paths; those that cannot be read say nothing.
  ///   - now: in seconds since 1970-01-01T00:00:00Z.
  ///   - zone: of the vault, for a camera that does not say its own.
  package init?(of files: [String], now: Int64, zone: TimeZoneRules) {
    let shots = files.compactMap { path -> (time: NoteTime, coordinates: Coordinates?)? in
      let facts = try? MediaFacts(of: ByteSource(FileDescriptor(openingFile: path)))
      guard let details = facts?.details else { return nil }
      let time = PhotoTime(
        details: details, name: "", modified: FileTime(seconds: now, nanoseconds: 0), now: now,
        zone: zone)
      guard time.source == .original || time.source == .digitized else { return nil }
      return (time.time, details.position?.coordinates)
    }.sorted { $0.time.seconds < $1.time.seconds }
    guard let first = shots.first else { return nil }
    time = first.time
    coordinates = shots.lazy.compactMap(\.coordinates).first
  }

  /// The keys of a note for a time and a place.
  static func assignments(_ time: NoteTime, _ coordinates: Coordinates?) -> [FieldAssignment] {
    let date = time.precision == .day ? "\(time.day)" : time.rfc3339
    return [FieldAssignment(.date, .plain(date))]
      + (coordinates.map { [FieldAssignment(.coordinates, .yaml($0.yaml))] } ?? [])
  }

  /// The keys that a note gets which has none of `known`: no date if it has one, no place if it has any of its keys.
  package func assignments(besides known: (KnownKey) -> Bool) -> [FieldAssignment] {
    let hasPlace = [KnownKey.place, .locality, .coordinates, .latitude, .longitude]
      .contains(where: known)
    return Self.assignments(time, coordinates).filter { assignment in
      assignment.known == .date ? !known(.date) : !hasPlace
    }
  }
}
