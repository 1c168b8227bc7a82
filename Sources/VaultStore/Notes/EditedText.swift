package import VaultFormat

/// The edited text of a note, to be merged with the note's current file.
package struct EditedText {
  let text: NoteDocument
  /// The text before the edit.
  let base: NoteDocument
  let zone: TimeZoneRules
  /// Messages for after it is saved.
  package private(set) var remarks: [String] = []
  package private(set) var warnings: [String] = []
  /// The id that the saved file has.
  package private(set) var storedID: NoteID?

  /// - Parameter base: the text before the edit.
  package init(text: NoteDocument, base: NoteDocument, zone: TimeZoneRules) {
    self.text = text
    self.base = base
    self.zone = zone
  }

  /// The file to write, and whether `updated` has to be set: not if the user set it.
  ///
  /// - Throws: `NoteConflict`.
  package mutating func joined(
    with current: NoteDocument, at path: VaultPath
  ) throws(NoteConflict) -> (document: NoteDocument, stampsUpdated: Bool) {
    (remarks, warnings) = ([], [])
    var document = text
    if current.bytes != base.bytes {
      let merge = NoteMerge(of: text, into: current, at: path, base: base, zone: zone)
      if let conflict = NoteConflict(in: merge, at: path) { throw conflict }
      document = merge.result
      remarks.append("the note was changed meanwhile; it has both changes now")
      remarks += merge.decisions.map(Self.remark(on:)) + idRemark(document)
      remarks += merge.doubledEvents.map {
        "the event of \($0.rfc3339) was changed meanwhile too; both are there now"
      }
    }
    document = keepingIdentity(document)
    storedID = NoteMetadata(of: document, zone: zone).id
    return (document, text.value(of: .updated) == base.value(of: .updated))
  }

  /// The outcome for a key that was changed here and meanwhile.
  private static func remark(on decision: NoteMerge.Decision) -> String {
    let isOwn = decision.winner == .left
    return switch decision.reason {
    case .later: "\(decision.key) was changed meanwhile too; it is as you wrote it"
    case .changeSurvives where isOwn: "\(decision.key) was removed meanwhile; it is as you wrote it"
    case .changeSurvives: "\(decision.key), which you removed, was changed meanwhile and stays"
    case .smallerID where isOwn: "the note was given another id meanwhile; it has yours"
    case .smallerID: "the note was given another id meanwhile, which stays"
    }
  }

  private func idRemark(_ document: NoteDocument) -> [String] {
    guard let old = base.value(of: .id), let new = text.value(of: .id),
      !new.utf8.elementsEqual(old.utf8), document.value(of: .id) == old
    else { return [] }
    return ["the id stays \(old): a note that was changed meanwhile keeps its id"]
  }

  /// Restores a deleted `id` and `created`: tl would have to make new ones.
  private mutating func keepingIdentity(_ document: NoteDocument) -> NoteDocument {
    guard document.frontMatter?.problem == nil, !document.layout.isUnclosed else { return document }
    var document = document
    for (key, reason) in [
      (KnownKey.id, "it identifies the note"), (.created, "it is the note's place in the timeline"),
    ] {
      guard let old = base.value(of: key), document.value(of: key) == nil,
        let restored = try? document.setting(base.name(of: key), to: .yaml(base.spelling(of: key)))
      else { continue }
      document = restored
      remarks.append("\(base.name(of: key)): \(old) was put back: \(reason)")
    }
    if let old = base.value(of: .id), let new = document.value(of: .id),
      !new.utf8.elementsEqual(old.utf8)
    {
      warnings.append(
        "the id was changed from \(old) to \(new): references to \(old) are lost")
    }
    return document
  }
}

extension NoteMerge {
  /// Merges the edited text with the note's current one; the edit counts as the later change.
  package init(
    of text: NoteDocument, into current: NoteDocument, at path: VaultPath, base: NoteDocument,
    zone: TimeZoneRules
  ) {
    self.init(
      base: base, left: NoteMergeSide(document: text, at: path, time: 1, rank: ""),
      right: NoteMergeSide(document: current, at: path, time: 0, rank: ""), zone: zone)
  }
}

extension NoteDocument {
  /// The text of a known key as it is read; nil if the key is absent or empty.
  fileprivate func value(of key: KnownKey) -> String? {
    guard let value = frontMatter?.field(of: key)?.value, !value.isNull else { return nil }
    return value.text
  }

  /// The value of a known key as it is written.
  fileprivate func spelling(of key: KnownKey) -> String {
    let range = frontMatter?.field(of: key)?.value.range ?? 0..<0
    return String(decoding: bytes[range], as: UTF8.self)
  }
}
