package import VaultFormat
package import VaultStore

/// A note's text as somebody has edited it, to be saved over a file that may have changed meanwhile.
package struct EditedText: Sendable {
  package let text: NoteDocument
  /// The text before the edit.
  package let base: NoteDocument

  package init(_ text: NoteDocument, base: NoteDocument) {
    (self.text, self.base) = (text, base)
  }

  /// What happened to a text besides that it was saved.
  package enum Remark: Hashable, Sendable {
    /// The file had changed, and has both changes now.
    case merged
    /// A key that both had changed.
    case decided(NoteMerge.Decision)
    /// Both had changed an event of this time: it is there twice.
    case doubled(NoteTime)
    /// The text has another id, but a note that changed meanwhile keeps this one.
    case keptID(String)
    /// A key that the text lacks, and tl would have to make up.
    case putBack(KnownKey, name: String, value: String)
    /// The note has another id now: nothing leads to the old one.
    case newID(String, old: String)
  }

  /// The file to write over another one, and whether `updated` has to be set: not if the user set it.
  package struct Plan: Sendable {
    package fileprivate(set) var document: NoteDocument
    package let stampsUpdated: Bool
    package fileprivate(set) var remarks: [Remark] = []
  }

  /// - Parameter zone: for times without an offset.
  /// - Throws: `NoteConflict`, `NoteConflict.Undecided`.
  package func plan(
    over current: NoteDocument, at path: VaultPath, zone: TimeZoneRules
  ) throws -> Plan {
    try NoteConflict.checkDecided(text)
    var plan = Plan(
      document: text, stampsUpdated: text.value(of: .updated) == base.value(of: .updated))
    if current.bytes != base.bytes {
      let merge = NoteMerge(of: text, into: current, at: path, base: base, zone: zone)
      if let conflict = NoteConflict(in: merge, of: text, with: current, at: path) {
        throw conflict
      }
      plan.document = merge.result
      plan.remarks = [.merged] + merge.decisions.map { .decided($0) }
      if let old = base.value(of: .id), let new = text.value(of: .id),
        !new.utf8.elementsEqual(old.utf8),
        plan.document.value(of: .id) == old
      {
        plan.remarks.append(.keptID(old))
      }
      plan.remarks += merge.doubledEvents.map { .doubled($0) }
    }
    keepIdentity(in: &plan)
    return plan
  }

  /// Restores a deleted `id` and `created`: tl would have to make new ones.
  private func keepIdentity(in plan: inout Plan) {
    guard plan.document.frontMatter?.problem == nil, !plan.document.layout.isUnclosed else {
      return
    }
    for key in [KnownKey.id, .created] {
      let name = base.name(of: key)
      guard let old = base.value(of: key), plan.document.value(of: key) == nil,
        let restored = try? plan.document.setting(name, to: .yaml(base.spelling(of: key)))
      else { continue }
      plan.document = restored
      plan.remarks.append(.putBack(key, name: name, value: old))
    }
    if let old = base.value(of: .id), let new = plan.document.value(of: .id),
      !new.utf8.elementsEqual(old.utf8)
    {
      plan.remarks.append(.newID(new, old: old))
    }
  }
}

// MARK: - Carrying out

/// A text that was saved.
package struct SavedText: Sendable {
  /// No change if the file had the text already.
  package let change: NoteChange
  package let id: NoteID
  package let remarks: [EditedText.Remark]
}

extension NoteWriter {
  /// Saves a text over the note's file as it is now, merged with what changed in it.
  ///
  /// - Parameter provisionalID: the id to store in a note without one.
  /// - Throws: `NoteConflict`, which has both versions, `NoteConflict.Undecided`, a `StoreError`; the file is unchanged.
  package func save(
    _ edit: EditedText, at path: VaultPath, provisionalID: NoteID
  ) throws -> SavedText {
    var remarks: [EditedText.Remark] = []
    let change = try replaceText(of: path, provisionalID: provisionalID) { current in
      let plan = try edit.plan(over: current, at: path, zone: zone)
      remarks = plan.remarks
      return (plan.document, plan.stampsUpdated)
    }
    return SavedText(
      change: change, id: NoteMetadata(of: change.new, zone: zone).id ?? provisionalID,
      remarks: remarks)
  }

  /// Makes a note again of a text whose file was removed while it was edited.
  ///
  /// - Parameter path: where it was; if nil, where a new note goes.
  /// - Throws: a `StoreError`, `NoteConflict.Undecided`; perhaps empty folders are left.
  package func saveAgain(
    _ edit: EditedText, at path: VaultPath? = nil
  ) throws -> (path: VaultPath, id: NoteID) {
    try NoteConflict.checkDecided(edit.text)
    let path = try create(
      edit.text.bytes,
      at: path ?? NewNote(text: "").path(of: edit.text, by: rules.paths, now: now, zone: zone))
    return (path, NoteMetadata(of: edit.text, zone: zone).id ?? ProvisionalID.of(path))
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
