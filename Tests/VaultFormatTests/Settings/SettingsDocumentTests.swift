import TestSupport
import Testing
import VaultFormat

@Suite("Edits of settings")
struct SettingsDocumentTests {
  private static func edited(
    _ text: String, _ change: (SettingsDocument) throws -> SettingsDocument
  ) throws -> String {
    String(decoding: try change(SettingsDocument(Array(text.utf8))).bytes, as: UTF8.self)
  }

  @Test(
    "an entry of a map is set, in each form that the map has",
    arguments: [
      ("", "since:\n  display: tenths\n"),
      ("format: 1\n", "format: 1\nsince:\n  display: tenths\n"),
      ("since:\n# c\nformat: 1\n", "since:\n  display: tenths\n# c\nformat: 1\n"),
      ("since: {}\n", "since:\n  display: tenths\n"),
      ("since: ~ # c\n", "since:\n  display: tenths # c\n"),
      (
        "since:\n    # a\n    display: 'x' # b\n    leap_day: 02-28\n# c\nformat: 1\n",
        "since:\n    # a\n    display: 'tenths' # b\n    leap_day: 02-28\n# c\nformat: 1\n"
      ),
      ("since:\n  leap_day: 02-28", "since:\n  leap_day: 02-28\n  display: tenths\n"),
      ("since: {leap_day: 02-28} # c\n", "since: {leap_day: 02-28, display: tenths} # c\n"),
      ("since: { display: x, a: [1, 2] }\n", "since: {display: tenths, a: [1, 2]}\n"),
    ])
  func set(old: String, new: String) throws {
    #expect(
      try Self.edited(old) { try $0.setting("display", of: "since", to: .text("tenths")) } == new)
  }

  @Test(
    "an entry of a map is removed, and the map with its last one",
    arguments: [
      ("since:\n  display: x\n  a: 1 # b\nformat: 1\n", "since:\n  a: 1 # b\nformat: 1\n"),
      ("since:\n  display: x\nformat: 1\n", "format: 1\n"),
      ("since: {display: x, a: 1}\n", "since: {a: 1}\n"), ("since: {display: x}\n", ""),
      ("format: 1\n", "format: 1\n"),
    ])
  func remove(old: String, new: String) throws {
    #expect(try Self.edited(old) { try $0.setting("display", of: "since", to: nil) } == new)
  }

  @Test(
    "what is no map, or would change more, is left alone",
    arguments: [
      "since: text\n", "since: [a]\n", "a: &x {b: 1}\nsince: *x\n", "since:\n  ? display\n  : x\n",
      "a: [\n", "format: 1\n---\nsince: {a: 1}\n",
    ])
  func refused(text: String) {
    #expect(throws: SettingsEditError.self) {
      try Self.edited(text) { try $0.setting("display", of: "since", to: .text("tenths")) }
    }
  }

  @Test("an entry is renamed and moved with its line")
  func renamedAndMoved() throws {
    let map = "m:\n  # of a\n  a: 1 # x\n  'b c': 2\n  d: {e: 1}\n# end\nz: 1\n"
    #expect(
      try Self.edited(map) { try $0.renaming("b c", of: "m", to: "it's") }
        == map.replacing("'b c'", with: "'it''s'"))
    #expect(
      try Self.edited(map) { try $0.moving("d", of: "m", before: "a") }
        == "m:\n  # of a\n  d: {e: 1}\n  a: 1 # x\n  'b c': 2\n# end\nz: 1\n")
    #expect(
      try Self.edited(map) { try $0.moving("a", of: "m", before: nil) }
        == "m:\n  # of a\n  'b c': 2\n  d: {e: 1}\n  a: 1 # x\n# end\nz: 1\n")
    #expect(
      try Self.edited("m: {a: 1, b: 2}\n") { try $0.moving("b", of: "m", before: "a") }
        == "m: {b: 2, a: 1}\n")
    #expect(throws: SettingsEditError.self) {
      try Self.edited(map) { try $0.renaming("a", of: "m", to: "d") }
    }
  }

  @Test("a list becomes a map line by line")
  func map() throws {
    func map(_ text: String) throws -> String {
      try Self.edited(text) { try $0.makingMap(ofList: "c") }
    }
    #expect(
      try map("c:\n  - a # x\n  # y\n  - 'b: c'\nz: 1\n")
        == "c:\n  a: # x\n  # y\n  'b: c':\nz: 1\n")
    #expect(try map("c:\n- a\n- b\n") == "c:\n  a:\n  b:\n")
    #expect(try map("c: [a, 'b'] # x\n") == "c:\n  a:\n  'b': # x\n")
    #expect(try map("c: a\n") == "c:\n  a:\n")
    #expect(throws: SettingsEditError.self) { try map("c: [[a]]\n") }
    #expect(throws: SettingsEditError.self) { try map("c: [a, a]\n") }
  }

  @Test("an item of a list is changed and moved")
  func items() throws {
    let block = "c:\n  - a # x\n  - 'b'\n  - d\nz: 1\n"
    #expect(
      try Self.edited(block) { try $0.replacing(itemAt: 1, of: "c", by: "e") }
        == block.replacing("'b'", with: "'e'"))
    #expect(
      try Self.edited(block) { try $0.moving(itemAt: 2, of: "c", before: 0) }
        == "c:\n  - d\n  - a # x\n  - 'b'\nz: 1\n")
    #expect(
      try Self.edited("c:\n  - a\n  - b") { try $0.moving(itemAt: 0, of: "c", before: 2) }
        == "c:\n  - b\n  - a\n")
    #expect(
      try Self.edited("c: [a, b]\n") { try $0.moving(itemAt: 1, of: "c", before: 0) }
        == "c: [b, a]\n")
  }

  @Test("random edits keep every other setting and line")
  func law() throws {
    let others = [
      "# a comment\n", "format: 1\n", "\n", "x: {a: 1}\n", "y:\n  - 1\n", "z: text # end\n",
    ]
    let forms = ["m:\n  a: 1\n  b: two # b\n  c: [3]\n", "m: {a: 1, b: two, c: [3]}\n"]
    try withSeed(cases: 300) { generator in
      let before = others.filter { _ in Bool.random(using: &generator) }.joined()
      let after = others.filter { !before.contains($0) && Bool.random(using: &generator) }
        .joined()
      let form = forms.randomElement(using: &generator) ?? ""
      let name = ["a", "b", "c", "new"].randomElement(using: &generator) ?? ""
      let value =
        ["x", "it's: #1", "02:30", "é", "true", ""].randomElement(using: &generator) ?? ""
      let text = before + form + after
      let new = try Self.edited(text) { try $0.setting(name, of: "m", to: .text(value)) }
      #expect(new.hasPrefix(before), "\(text) \(name) \(value)")
      #expect(new.hasSuffix(after), "\(text) \(name) \(value)")
      let document = SettingsDocument(Array(new.utf8))
      #expect(
        document.value(of: name, in: "m")?.value == .string(value), "\(text) \(name) \(value)")
      for kept in ["a", "b", "c"] where kept != name {
        let old = SettingsDocument(Array(text.utf8)).value(of: kept, in: "m")
        #expect(
          document.value(of: kept, in: "m")?.value == old?.value, "\(text) \(name) \(value)")
      }
    }
  }
}
