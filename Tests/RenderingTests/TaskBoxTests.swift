import Rendering
import TestSupport
import Testing
import VaultFormat

@Suite("Task boxes")
struct TaskBoxTests {
  private func tasks(_ text: String) -> [TaskBox] {
    NoteRenderer().render(NoteDocument(Array(text.utf8))).tasks
  }

  @Test(
    "a box is at the beginning of a list item, and nowhere else",
    arguments: [
      ("- [ ] a", [false]), ("* [x] a\n+ [X] b\n1. [ ] c\n2) [x] d", [true, true, false, true]),
      ("- [ ] see [x]", [false]), ("- [x] [ ] a", [true]), ("- [ ]", [false]),
      ("- [ ]\ta", [false]),
      ("> - [ ] a\n> - [x] b", [false, true]), ("- - [ ] a", [false]), ("- a\n  - [ ] b", [false]),
      ("- [ ] a\n\n- [x] b", [false, true]), ("-   [ ] a", [false]), ("- [ ] a\n  b", [false]),
      ("---\ntags: [x]\n---\n- [x] a", [true]), ("- [ ]  \n", [false]),
      ("- a [ ] b", []), ("[ ] a", []), ("- [  ] a", []), ("- [y] a", []), ("- [ ]a", []),
      ("- [x](note.md)", []), ("```\n- [ ] a\n```", []), ("    - [ ] a", []), ("- `[ ] a`", []),
      ("-      [ ] a", []), ("<div>\n- [ ] a", []), ("- a\n  [ ] b", []), ("\\- [ ] a", []),
      ("-[ ] a", []),
      ("- # [ ] a", []), ("- > [ ] a", []), ("text\n1234567890. [ ] a", []),
      ("<!--\n- [ ] a\n-->", []),
    ])
  func boxes(text: String, states: [Bool]) {
    #expect(tasks(text).map(\.isDone) == states)
    #expect(tasks(text.replacing("\n", with: "\r\n")).map(\.isDone) == states)
  }

  @Test("a box is an input with a label, which is disabled on request")
  func html() {
    let text = Array("- [ ] *a*\n- [x] b".utf8)
    let note = SmallVault.render(text)
    let references = note.tasks.map(\.reference)
    #expect(
      note.html.text == """
        <ul>
        <li class="task" dir="auto"><label><input type="checkbox" data-task="\(references[0])" /> \
        <em>a</em></label></li>
        <li class="task" dir="auto"><label><input type="checkbox" data-task="\(references[1])" \
        checked="checked" /> b</label></li>
        </ul>

        """)
    let fixed = SmallVault.render(text) { $0.hasActiveTasks = false }
    #expect(fixed.html.text.contains("disabled=\"disabled\" />"))
  }

  @Test("ticking changes the one character, and back again")
  func ticking() throws {
    let text = "---\na: 1\n---\r\né [[x]]\n\n- [ ] one\n- [X] two\n"
    let note = NoteDocument(Array(text.utf8))
    let boxes = tasks(text)
    try #require(boxes.count == 2)
    let one = try #require(boxes[0].splice(settingDone: true, in: note))
    #expect(apply(one, to: note) == text.replacing("[ ] one", with: "[x] one"))
    let two = try #require(boxes[1].splice(settingDone: false, in: note))
    #expect(apply(two, to: note) == text.replacing("[X] two", with: "[ ] two"))
    let same = try #require(boxes[1].splice(settingDone: true, in: note))
    #expect(apply(same, to: note) == text)
    let reread = try #require(TaskBox(reference: boxes[0].reference, isDone: false))
    #expect(reread == boxes[0])
  }

  @Test(
    "an outdated box changes nothing",
    arguments: [
      "- [ ] two\n- [ ] one\n", "\n- [ ] one\n- [ ] two\n", "- [ ] one!\n", "", "- [ ",
      "```\n- [ ] one\n```\n",
      "---\n- [ ] one\n---\n", "* [ ] one\n", "- (x) one\n",
    ])
  func outdated(text: String) throws {
    let box = try #require(tasks("- [ ] one\n").first)
    #expect(box.splice(settingDone: true, in: NoteDocument(Array(text.utf8))) == nil)
  }

  @Test("a box that someone else has ticked meanwhile is still the same box")
  func ticked() throws {
    let box = try #require(tasks("- [ ] one\n").first)
    let splice = try #require(
      box.splice(settingDone: true, in: NoteDocument(Array("- [x] one\n".utf8))))
    #expect(splice.range.isEmpty && splice.bytes.isEmpty)
  }

  @Test(
    "what is no reference is refused",
    arguments: [
      "", "-", "1", "1-", "-1", "-1-2", "1-2-3", "1-g", "1-123456789", "99999999999999999999-1",
      "1 -2", "٣-1",
    ])
  func references(text: String) {
    #expect(TaskBox(reference: text, isDone: false) == nil)
  }

  @Test("in any text, ticking a box changes one byte, and the box is then ticked")
  func anyText() throws {
    let pieces = [
      "- [ ] a\n", "- [x] b\n", "  - [ ] c\n", "> - [ ] d\n", "\n", "```\n", "text\n", "[[x]] ",
      "1. [X] e\n", "é", "\t",
      "- ", "[ ] ", "\r\n", "---\n", "    ",
    ].map { Array($0.utf8) }
    var count = 0
    try withSeed(cases: 800) { random in
      let bytes = Array(random.pick(Int.random(in: 0...20, using: &random), of: pieces).joined())
      let note = NoteDocument(bytes)
      for box in NoteRenderer().render(note).tasks {
        count += 1
        let splice = try #require(box.splice(settingDone: !box.isDone, in: note))
        var changed = bytes
        changed.replaceSubrange(splice.range, with: splice.bytes)
        #expect(zip(bytes, changed).count { $0 != $1 } == 1 && bytes.count == changed.count)
        let after = NoteRenderer().render(NoteDocument(changed)).tasks.first {
          $0.offset == box.offset
        }
        #expect(after?.isDone == !box.isDone)
      }
    }
    #expect(count > 100)
  }

  private func apply(_ splice: TaskBox.Splice, to note: NoteDocument) -> String {
    var bytes = note.bytes
    bytes.replaceSubrange(splice.range, with: splice.bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
