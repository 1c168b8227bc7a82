internal import Journal
internal import Rendering
internal import SystemCalls
internal import VaultFormat

/// Who may see a note beside the owners, as its form says.
struct AudienceField: Hashable, Sendable {
  /// As the note names them; of a new note by their titles.
  var circles: [String] = []
  var isPublished = false
  var isAnonymous = false

  init() {}

  init(of document: NoteDocument) {
    circles = document.names(of: .circles)
    isPublished = document.flag(.publish)
    isAnonymous = document.flag(.anonymous)
  }

  /// - Parameter options: of `tl add`; a name with a comma is left out, since it would be several.
  init(options: [String]) {
    func value(_ key: KnownKey) -> String? {
      let start = "--set=\(key.name)="
      return options.last { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
    circles = NoteForm.names(in: value(.circles) ?? "")
    isPublished = value(.publish).flatMap { Bool(lenient: $0) } ?? false
    isAnonymous = value(.anonymous).flatMap { Bool(lenient: $0) } ?? false
  }

  /// The keys of a note, and of `tl add`.
  static let keys: [KnownKey] = [.circles, .publish, .anonymous]

  var options: [String] {
    let named = circles.filter { !$0.contains(",") }
    return (named.isEmpty ? [] : ["--set=circles=\(named.joined(separator: ","))"])
      + flags.map { "--set=\($0.name)=true" }
  }

  /// Of a new note.
  var assignments: [FieldAssignment] {
    (circles.isEmpty ? [] : [FieldAssignment(.circles, .list(circles))])
      + flags.map { FieldAssignment($0, .bool(true)) }
  }

  private var flags: [KnownKey] {
    (isPublished ? [.publish] : []) + (isAnonymous ? [.anonymous] : [])
  }

  var content: [String] { circles + flags.map(\.name) }
}

/// What somebody changed in it: against what the form showed, whatever the note says by now, so that no form shows a note
/// to those from whom it was taken meanwhile.
struct AudienceChange: Hashable, Sendable {
  var former: AudienceField
  var wanted: AudienceField

  init(_ former: AudienceField, _ wanted: AudienceField? = nil) {
    (self.former, self.wanted) = (former, wanted ?? former)
  }

  /// Nil for a form without the fields, which leaves all as it is.
  init?(_ form: PageForm) {
    guard let flags = form["audience"]?.split(separator: " ") else { return nil }
    (former, wanted) = (AudienceField(), AudienceField())
    former.circles = form.fields.all("circled")
    former.isPublished = flags.contains("publish")
    former.isAnonymous = flags.contains("anonymous")
    wanted.circles = form.fields.all("circle")
    wanted.isPublished = form["publish"] != nil
    wanted.isAnonymous = form["anonymous"] != nil
  }

  /// All that was not changed keeps its bytes.
  ///
  /// - Throws: an `EditError`, also for circles that cannot be read.
  func applied(to document: NoteDocument) throws(EditError) -> NoteDocument {
    var document = try document.settingCircles(
      adding: wanted.circles.filter { !former.circles.contains($0) },
      removing: former.circles.filter { !wanted.circles.contains($0) })
    if wanted.isPublished != former.isPublished {
      document = try document.setting(.publish, to: wanted.isPublished)
    }
    if wanted.isAnonymous != former.isAnonymous {
      document =
        wanted.isAnonymous
        ? try document.setting(.anonymous, to: true)
        : try document.removing(document.name(of: .anonymous))
    }
    return document
  }

  /// Adds the values of the form's part in `compose.mustache`.
  func add(to values: inout TemplateView, _ book: CircleBook) {
    let named = former.circles + wanted.circles.filter { !former.circles.contains($0) }
    let others = book.circles.filter { circle in
      !named.contains { circle.isCalled($0) } && book.circles(called: circle.title).count == 1
    }
    let chips =
      named.map { name in
        let found = book.circles(called: name)
        return (value: name, label: found.count == 1 ? found[0].title : name)
      } + others.map { (value: $0.title, label: $0.title) }
    let flags = (former.isPublished ? ["publish"] : []) + (former.isAnonymous ? ["anonymous"] : [])
    values["audience"] = .text(flags.joined(separator: " "))
    values["circled"] = .texts(former.circles)
    values["circles"] = .choices(chips, isChosen: wanted.circles.contains)
    values["isPublished"] = .flag(wanted.isPublished)
    values["isAnonymous"] = .flag(wanted.isAnonymous)
  }
}
