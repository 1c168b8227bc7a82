import Testing

@testable import VaultFormat

@Suite("FileNameDate")
struct FileNameDateTests {
  @Test(
    "names that begin with a date, beside the cases of `Spec/values.case`",
    arguments: [
      ("2026-11-20_x", "2026-11-20"),
      ("2026-11-20-2", "2026-11-20"),
      ("2026-11-20 18.03", "2026-11-20"),
      ("2026-11-20T18:03 walk", "2026-11-20T18:03:00+01:00"),
      ("2026-11-20T18:03:11", "2026-11-20T18:03:11+01:00"),
      ("2026_11_20_3", "2026-11-20"),
      ("20261120-walk", "2026-11-20"),
      ("20261120_174311", "2026-11-20"),
      ("20261120T174311--title__tag", "2026-11-20T17:43:11+01:00"),
      ("20261120T174311", "2026-11-20T17:43:11+01:00"),
      ("202611201743 title", "2026-11-20T17:43:00+01:00"),
      ("20261120174311-title", "2026-11-20T17:43:11+01:00"),
    ])
  func dated(stem: String, time: String) {
    #expect(FileNameDate.time(inStem: stem.utf8, zone: Zones.fixed(3600))?.rfc3339 == time)
  }

  @Test("names that are nothing but a time")
  func times() {
    let times = ["2026-11-20", "2026-11-20-174311", "2026-11-20-174311-2", "20261120T174311"]
    let others = ["", "1984", "2026-11-20 walk", "2026-11-20-174311-walk", "2026-11-20散歩", "-2"]
    #expect((times + others).filter { FileNameDate.isAll(ofStem: $0.utf8) } == times)
  }

  @Test(
    "names that do not begin with a date",
    arguments: [
      "", "first-steps", "2026", "2026-11", "2026-11-2", "2026-11-201", "2026-11-20th",
      "2026-11-20x",
      "2026-13-20", "2026-02-30-x", "2026-11_20", "2026_11-20", "x2026-11-20", " 2026-11-20",
      "2026-11-20T", "2026-11-20T18", "2026-11-20T18:03x", "2026-11-20Track",
      "12345678", "202611200", "20261320", "2026112017", "202611202543", "202611201760",
      "2026112017431", "20261120174360", "202611201743110", "20261120T17431", "20261120T1743110",
      "20261120T254311", "20261120x", "10001010", "30001010-x", "202611201743x",
    ])
  func undated(stem: String) {
    #expect(FileNameDate.time(inStem: stem.utf8, zone: .utc) == nil)
  }
}
