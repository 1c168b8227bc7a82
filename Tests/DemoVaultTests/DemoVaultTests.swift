import Media
import TestSupport
import Testing
import VaultFormat

@testable import DemoVault

@Suite("The vault of tl demo")
struct DemoVaultTests {
  private static let day = CalendarDay(clamping: 20_777)

  @Test("the same day and seed give the same bytes, another seed others")
  func deterministic() {
    let (first, again) = (DemoVault(today: Self.day), DemoVault(today: Self.day))
    let other = DemoVault(today: Self.day, seed: 2)
    #expect(first.files.map(\.path) == again.files.map(\.path))
    #expect(first.files.map(\.path) != other.files.map(\.path))
    for (a, b) in zip(first.files, again.files) where !a.isDrawn { #expect(a.bytes() == b.bytes()) }
    for (a, b) in zip(first.files, again.files).filter({ a, _ in a.isDrawn }).prefix(6) {
      #expect(a.bytes() == b.bytes(), "\(a.path)")
    }
  }

  @Test("on any day: so many files, at portable paths of their own, with links that lead to some")
  func anyDay() throws {
    try withSeed(cases: caseCount(3)) { generator in
      let day = CalendarDay(clamping: Int.random(in: 18_000...40_000, using: &generator))
      let vault = DemoVault(today: day, seed: generator.next())
      let paths = vault.files.map(\.path)
      let all = Set(paths)
      #expect(all.count == paths.count, "\(day)")
      #expect(paths.count { $0.hasSuffix(".md") } == DemoVault.noteCount, "\(day)")
      #expect(vault.files.count { $0.isDrawn } == DemoVault.photoCount, "\(day)")
      for name in Set(paths.flatMap { $0.split(separator: "/") }) {
        #expect(PortableName.problems(of: String(name)).isEmpty, "\(name)")
      }
      for file in vault.files where file.path.hasSuffix(".md") {
        let text = String(decoding: file.bytes(), as: UTF8.self)
        #expect(!text.contains("{") && !text.contains("|"), "\(file.path)\n\(text)")
        for part in text.split(separator: "](..").dropFirst() {
          // The folders above are those of the note, or of a page.
          let target = part.prefix { $0 != ")" }.drop { $0 == "/" || $0 == "." }
          #expect(all.contains(String(target)), "\(file.path): \(target)")
        }
      }
    }
  }

  @Test("photos are JPEG files with the time, the place and the camera of their notes")
  func photos() throws {
    let photos = DemoVault(today: Self.day).files.filter(\.isDrawn)
    for file in [photos[0], photos[1], photos[20], photos[599]] {
      guard case .photo(let photo) = file.content else { continue }
      let facts = MediaFacts(of: ByteSource(file.bytes()))
      #expect(facts.type.format == .jpeg)
      #expect(facts.size == PictureSize(width: photo.width, height: photo.height))
      let details = try #require(facts.details)
      #expect(details.original?.day == photo.time.day)
      #expect(details.original?.secondOfDay == photo.time.secondOfDay)
      #expect(details.original?.offset == photo.time.offset)
      #expect(abs((details.position?.latitude ?? 0) - photo.latitude) < 0.000_01)
      #expect(abs((details.position?.longitude ?? 0) - photo.longitude) < 0.000_01)
      #expect(details.model != nil)
    }
  }

  @Test("recordings are sounds of the seconds that were asked for")
  func sounds() {
    let files = DemoVault(today: Self.day).files.filter { $0.path.hasSuffix(".wav") }
    #expect(files.count == 24)
    for file in files.prefix(3) {
      guard case .sound(let seconds, _) = file.content else { continue }
      #expect(MediaFacts(of: ByteSource(file.bytes())).duration == Int64(seconds) * 1000)
    }
  }

  @Test("every line of the programs that draw can be read, and every scene has one")
  func scenes() {
    #expect(SceneProgram.shared.problems == [])
    for scene in Scene.allCases { #expect(SceneProgram.shared.parts[scene.rawValue] != nil) }
    let used = FamilyText.shared.topics.values.flatMap(\.scenes)
    #expect(Set(used) == Set(Scene.allCases))
  }

  @Test("lines that are no program are found")
  func problems() {
    let text = "oval 1 2\ndef a x\n  box x y 1 1 #fff\n  box (x 1 1 1 #fff\n  box x 1 1~2 1 #fff\n"
    let found = SceneProgram(text).problems
    #expect(found == ["oval 1 2", "  box x y 1 1 #fff", "  box (x 1 1 1 #fff"])
  }
}
