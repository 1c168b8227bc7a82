import Testing
import VaultFormat

@testable import Journal

@Suite("Milestones to remind of")
struct MilestonesAheadTests {
  private static func ahead(
    _ today: String, born: String = "2025-05-17", done: [DoneMilestone] = []
  )
    throws -> [String]
  {
    let today = try #require(CalendarDay(today))
    let list = MilestoneList(
      MilestoneCatalogue(
        settings: MilestoneSettings(
          milestones: setting("x: {lantern: Carried a lantern (18-36 months)}"),
          sets: setting("x: [celebrations]"))),
      birth: CalendarDay(born), due: nil, done: done, today: today)
    return list.ahead(today: today).map { "\($0.milestone.id) \($0.from)" }
  }

  @Test("celebrations are told of in the week before them, others when their ages begin")
  func days() throws {
    let birthday = ["second-birthday 2027-05-10"]
    #expect(try Self.ahead("2027-05-09") == [])
    for day in ["2027-05-10", "2027-05-13", "2027-05-17"] {
      #expect(try Self.ahead(day) == birthday)
    }
    #expect(try Self.ahead("2027-05-18") == [])
    let lantern = ["lantern 2026-11-17"]
    #expect(try Self.ahead("2026-11-16") == [])
    for day in ["2026-11-17", "2026-11-23"] { #expect(try Self.ahead(day) == lantern) }
    #expect(try Self.ahead("2026-11-24") == [])
  }

  @Test("what is done is not ahead")
  func done() throws {
    let done = DoneMilestone(
      name: "lantern", day: try #require(CalendarDay("2026-11-18")), celebrated: nil,
      path: try #require(VaultPath("a.md")))
    #expect(try Self.ahead("2026-11-20", done: [done]) == [])
  }
}
