internal import CommandLineTool
internal import Publishing
internal import Sharing
internal import VaultFormat
internal import Words

extension SitePlan {
  /// What a build would do, one file a line: what is unchanged is not there.
  var lines: [String] {
    let changed = files.filter { !$0.isKept }.map { file in
      "write \(file.path)  \(file.rule)" + (file.note.map { "  \($0.source.text)" } ?? "")
    }
    return changed + removals.map { "remove \($0)" }
  }
}

extension SiteCheck {
  var lines: [String] {
    notes.map { note, page, change in
      "\(change.rawValue)  \(page)  \(note.source.text)  \(note.rule)"
    }
      + withdrawn.map { "taken back  \($0)" }
      + oldNames.map { "\($0) has words of an earlier title or key; slug: sets another name" }
      + heldBack.map { "\($0.path.text): \($0.reason.words(.vault))" }
      + findings.map { "\($0.path.text): \($0.kind.words): \($0.found)" }
  }

  var json: JSONValue {
    .object([
      (
        "notes",
        .array(
          notes.map { note, page, change in
            .object([
              ("id", .string(note.id)), ("path", .string(note.source.text)),
              ("page", .string(page)),
              ("change", .string(change.rawValue)), ("rule", .string(note.rule)),
            ])
          })
      ),
      ("withdrawn", .array(withdrawn.map(JSONValue.string))),
      (
        "held_back",
        .array(
          heldBack.map {
            .object([("path", .string($0.path.text)), ("reason", .string($0.reason.words(.vault)))])
          })
      ),
      (
        "findings",
        .array(
          findings.map {
            .object([
              ("path", .string($0.path.text)), ("kind", .string($0.kind.code)),
              ("found", .string($0.found)),
            ])
          })
      ),
    ])
  }
}

extension SiteCheck.Kind {
  fileprivate var words: String {
    switch self {
    case .home: "at a place called home"
    case .minor: "names somebody under 18"
    case .text(.email): "an e-mail address"
    case .text(.telephone): "a telephone number"
    case .text(.streetAddress): "a street address"
    }
  }
}
