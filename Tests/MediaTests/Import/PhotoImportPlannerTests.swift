import SystemCalls
import Testing
import VaultFormat

@testable import Media

@Suite("The plan of a photo import")
struct PhotoImportPlannerTests {
  /// A file by its path, the seconds since 2020-11-20T10:00:00Z, and the content that makes it unique.
  private func file(
    _ path: String, _ second: Int64, content: String? = nil, at position: GeoPosition? = nil,
    kind: MediaType.Kind = .picture, source: PhotoTime.Source = .original
  ) -> ImportCandidate {
    let time = NoteTime(instant: 1_605_866_400 + second, zone: .utc)
    return ImportCandidate(
      path: path, size: 1000, digest: content ?? path, kind: kind,
      time: PhotoTime(time: time, millisecond: 0, source: source, zoneSource: .vault),
      position: position)
  }

  private func plan(
    _ grouping: PhotoGrouping, _ files: [ImportCandidate], known: [String: String] = [:],
    taken: Set<String> = []
  ) -> PhotoImportPlan {
    PhotoImportPlanner(grouping: grouping, known: known, taken: taken).plan(files)
  }

  /// The files of each note, with the letter of what they are.
  private func shape(_ plan: PhotoImportPlan) -> [String] {
    plan.notes.map { note in
      note.media.map { media in
        let role =
          switch media.role {
          case .single: ""
          case .burstCover: "*"
          case .burstMember: "+"
          case .liveFilm: "~"
          }
        return media.source + role
      }.joined(separator: " ")
    }
  }

  private func place(_ latitude: Double, _ longitude: Double) -> GeoPosition? {
    GeoPosition(latitude: latitude, longitude: longitude)
  }

  @Test(
    "photos share a note as the grouping says",
    arguments: [
      (PhotoGrouping.none, ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]),
      (.hour, ["a.jpg b.jpg", "c.jpg", "d.jpg"]), (.day, ["a.jpg b.jpg c.jpg", "d.jpg"]),
    ])
  func grouping(_ grouping: PhotoGrouping, notes: [String]) {
    let files = [
      file("d.jpg", 86_400), file("b.jpg", 3599), file("a.jpg", 0), file("c.jpg", 3599 + 3600),
    ]
    #expect(shape(plan(grouping, files)) == notes)
  }

  @Test(
    "a kilometre parts photos of one hour",
    arguments: [
      // A hundredth of a degree of latitude is 1,112 m; at 60° north one of longitude is 556 m.
      (48.0, 2.0, 48.0089, 2.0, 1), (48.0, 2.0, 48.0091, 2.0, 2), (60.0, 2.0, 60.0, 2.0179, 1),
      (60.0, 2.0, 60.0, 2.0181, 2), (0.1, 179.999, 0.1, -179.999, 1), (0.1, 0.0, 0.1, 180.0, 2),
    ])
  func kilometre(a: Double, b: Double, c: Double, d: Double, notes: Int) {
    let files = [file("a.jpg", 0, at: place(a, b)), file("b.jpg", 60, at: place(c, d))]
    #expect(plan(.hour, files).notes.count == notes)
    #expect(plan(.day, files).notes.count == 1)
  }

  @Test("a photo without a position belongs to those around it")
  func withoutPosition() {
    let (here, there) = (place(48, 2), place(49, 2))
    let files = [
      file("a.jpg", 0, at: here), file("b.jpg", 60), file("c.jpg", 120, at: here),
      file("d.jpg", 180), file("e.jpg", 240, at: there),
    ]
    let plan = plan(.hour, files)
    #expect(shape(plan) == ["a.jpg b.jpg c.jpg d.jpg", "e.jpg"])
    #expect(plan.notes.map(\.position) == [here, there])
  }

  @Test(
    "bursts are known by name and second",
    arguments: [
      (["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"], 0, ["IMG_1.jpg* IMG_2.jpg+ IMG_3.jpg+"]),
      (["IMG_1.jpg", "IMG_2.jpg"], 1, ["IMG_1.jpg", "IMG_2.jpg"]),
      (["kaia.jpg", "lake.jpg"], 0, ["kaia.jpg", "lake.jpg"]),
      (["IMG_1.jpg", "DSC_2.jpg"], 0, ["DSC_2.jpg", "IMG_1.jpg"]),
      (["a/IMG_1.jpg", "b/IMG_2.jpg"], 0, ["a/IMG_1.jpg", "b/IMG_2.jpg"]),
      (
        ["20201120_100000.jpg", "20201120_100000(0).jpg", "20201120_100000(1).jpg"], 0,
        ["20201120_100000.jpg* 20201120_100000(0).jpg+ 20201120_100000(1).jpg+"]
      ),
      (
        ["IMG_20201120_100000.jpg", "IMG_20201120_100000_1.jpg"], 0,
        ["IMG_20201120_100000.jpg* IMG_20201120_100000_1.jpg+"]
      ),
      (
        [
          "IMG_20201120_100000_BURST001.jpg", "IMG_20201120_100000_BURST002_COVER.jpg",
          "IMG_20201120_100000_BURST003.jpg",
        ], 1,
        [
          "IMG_20201120_100000_BURST002_COVER.jpg* IMG_20201120_100000_BURST001.jpg+ "
            + "IMG_20201120_100000_BURST003.jpg+"
        ]
      ),
      (
        [
          "00000IMG_00000_BURST20201120100000123.jpg",
          "00001IMG_00001_BURST20201120100000123_COVER.jpg",
        ],
        1,
        [
          "00001IMG_00001_BURST20201120100000123_COVER.jpg* "
            + "00000IMG_00000_BURST20201120100000123.jpg+"
        ]
      ),
    ] as [([String], Int64, [String])])
  func bursts(names: [String], apart: Int64, notes: [String]) {
    let files = names.enumerated().map { file($1, Int64($0) * apart) }
    #expect(shape(plan(.none, files)) == notes)
    #expect(shape(plan(.none, files.reversed())) == notes, "whatever the order")
  }

  @Test("files of one moment on the disk are no burst")
  func copied() {
    let files = [file("IMG_1.jpg", 0, source: .file), file("IMG_2.jpg", 0, source: .file)]
    #expect(plan(.none, files).notes.count == 2)
  }

  @Test("the film of a Live Photo stays with its photo")
  func livePhotos() {
    let files = [
      file("IMG_1.HEIC", 0), file("IMG_1.mov", 9000, kind: .film),
      file("IMG_2.mov", 20_000, kind: .film), file("other/IMG_2.HEIC", 30_000),
    ]
    #expect(
      shape(plan(.none, files)) == ["IMG_1.HEIC IMG_1.mov~", "IMG_2.mov", "other/IMG_2.HEIC"])
  }

  @Test("equal files are imported once, and other kinds not at all")
  func doubles() {
    let files = [
      file("b/1.jpg", 0, content: "x"), file("a/10.jpg", 0, content: "x"),
      file("a/2.jpg", 0, content: "x"),
      file("notes.pdf", 0, kind: .document), file("voice.m4a", 0, kind: .sound),
    ]
    let plan = plan(.none, files)
    #expect(shape(plan) == ["a/2.jpg"])
    #expect(plan.doubles.map(\.path) == ["a/10.jpg", "b/1.jpg"])
    #expect(!plan.doubles.contains { $0.isInVault })
    #expect(plan.doubles.map(\.twin) == ["a/2.jpg", "a/2.jpg"])
    #expect(plan.foreign == ["notes.pdf", "voice.m4a"])
    #expect(plan.size == 1000)
  }

  @Test("notes are named by their first photo's time, and no name twice")
  func names() {
    let files = [
      file("a/IMG.jpg", 0), file("b/img.JPG", 0), file("c/x.jpg", 7200), file("c/y?.jpg", 7200),
    ]
    let plan = plan(.hour, files, taken: ["2020/11/2020-11-20-100000.MD"])
    #expect(
      plan.notes.map(\.path) == [
        "2020/11/2020-11-20-100000-2.md", "2020/11/2020-11-20-120000.md",
      ])
    #expect(plan.notes.allSatisfy { $0.isNew })
    #expect(
      plan.notes.map { $0.media.map(\.name) } == [["IMG.jpg", "img-2.JPG"], ["x.jpg", "y-.jpg"]])
    #expect(plan.notes.first?.time.time.rfc3339 == "2020-11-20T10:00:00Z")
  }

  @Test("photos with a day only share a note of the day")
  func daysOnly() throws {
    let day = try #require(CalendarDay("2020-11-20"))
    let files = ["IMG-20201120-WA0001.jpg", "IMG-20201120-WA0002.jpg"].map { name in
      var candidate = file(name, 0, source: .name)
      candidate.time = PhotoTime(
        time: NoteTime(day: day, zone: .utc), millisecond: 0, source: .name, zoneSource: .vault)
      return candidate
    }
    #expect(plan(.none, files).notes.count == 2)
    let plan = plan(.hour, files + [file("IMG_1.jpg", 60)])
    #expect(plan.notes.map(\.media.count) == [2, 1])
    #expect(plan.notes.first?.path == "2020/11/2020-11-20-photos.md")
    #expect(plan.notes.first?.isNew == true)
  }

  @Test(
    "a second run adds nothing, and an interrupted one goes on", arguments: PhotoGrouping.allCases)
  func again(_ grouping: PhotoGrouping) {
    let files =
      (0..<12).map {
        file("IMG_\($0).jpg", Int64($0 / 2) * 1700, at: place(48, 2 + Double($0 / 5)))
      }
      + [file("IMG_3.mov", 5, kind: .film), file("copy.jpg", 5, content: "IMG_1.jpg")]
    let whole = plan(grouping, files)
    let digests = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.digest) })
    var known: [String: String] = [:]
    var taken: Set<String> = []
    for note in whole.notes {
      guard note.isNew else { continue }
      taken.insert(note.path)
      for media in note.media {
        // Everything so far is on the disk: the rest goes to where it would have gone.
        let rest = plan(grouping, files, known: known, taken: taken)
        let planned = rest.notes.first { $0.media.contains { $0.source == media.source } }
        if note.media.contains(where: { known[digests[$0.source] ?? ""] != nil }) {
          #expect(planned?.path == note.path && planned?.isNew == false)
        }
        known[digests[media.source] ?? ""] = note.path
      }
    }
    let second = plan(grouping, files, known: known, taken: taken)
    #expect(second.notes == [])
    #expect(second.doubles.count == 13 + 1)
  }
}
