import Testing
import VaultFormat

/// The laws of edits (docs/vault-format.md, L-1 to L-5) on one document and one edit.
enum EditingLaws {
  /// Law (a).
  static func checkBytes(_ bytes: [UInt8]) {
    let document = NoteDocument(bytes)
    #expect(document.bytes == bytes)
    #expect(document.layout.bodyStart <= bytes.count)
    let body = document.replacingBody(with: document.body)
    #expect(body.bytes == bytes)
    for field in document.frontMatter?.fields ?? [] {
      #expect(document.layout.frontMatter?.contains(field.key.range) ?? false)
      #expect(document.layout.frontMatter?.contains(field.value.range) ?? false)
    }
  }

  /// Laws (b) to (e).
  ///
  /// Gives the refusal, where the edit was refused.
  @discardableResult
  static func checkSetting(
    _ key: String, to value: FieldValue, in document: NoteDocument
  ) -> EditError? {
    do {
      let edited = try document.setting(key, to: value)
      checkOnly(key, changedFrom: document, to: edited)
      #expect(isRead(value, in: edited.frontMatter?.field(named: key)), "(d) \(key) \(value)")
      let again = try edited.setting(key, to: value)
      #expect(again.bytes == edited.bytes, "(c) \(key) \(value)")
      checkOtherReader(key, value, document, edited)
      return nil
    } catch {
      return error
    }
  }

  @discardableResult
  static func checkRemoving(_ key: String, from document: NoteDocument) -> EditError? {
    do {
      let edited = try document.removing(key)
      checkOnly(key, changedFrom: document, to: edited)
      #expect(edited.frontMatter?.field(named: key) == nil, "(d) \(key)")
      if let before = OtherReader(document) {
        #expect(OtherReader(edited)?.text(except: key) == before.text(except: key), "(e) \(key)")
      }
      return nil
    } catch {
      return error
    }
  }

  /// Setting a key that is new and removing it gives the same bytes; in a file without front
  /// matter, a block before them.
  @discardableResult
  static func checkComingAndGoing(_ document: NoteDocument) -> EditError? {
    do {
      let edited = try document.setting("tl-test-key", to: .text("x: y"))
      let back = try edited.removing("tl-test-key")
      if document.frontMatter != nil {
        #expect(back.bytes == document.bytes)
      } else {
        let mark = document.bytes[..<document.layout.bomLength]
        let end =
          edited.bytes.contains(0x0D) && edited.bytes[mark.count + 3] == 0x0D ? "\r\n" : "\n"
        let fences = Array("---\(end)---\(end)".utf8)
        #expect(back.bytes == Array(mark) + fences + document.body)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Law (b): all before the key's line and behind the value's last line, and the bytes of every
  /// other key and value.
  private static func checkOnly(
    _ key: String, changedFrom old: NoteDocument, to new: NoteDocument
  ) {
    #expect(Array(old.body) == Array(new.body), "(b) \(key)")
    func others(_ document: NoteDocument) -> [[UInt8]] {
      (document.frontMatter?.fields ?? []).filter { !$0.name.utf8.elementsEqual(key.utf8) }
        .flatMap { [Array(document.bytes[$0.key.range]), Array(document.bytes[$0.value.range])] }
    }
    #expect(others(old) == others(new), "(b) \(key)")
    guard let frontMatter = old.frontMatter else { return }
    let field = frontMatter.field(named: key)
    let start = field?.key.range.lowerBound ?? frontMatter.range.upperBound
    let line = old.bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    #expect(new.bytes.starts(with: old.bytes[..<line]), "(b) \(key)")
    let end = max(field?.value.range.upperBound ?? start, field?.key.range.upperBound ?? start)
    let rest = field == nil ? start : old.bytes[end...].firstIndex(of: 0x0A) ?? old.bytes.count
    let isGone = field != nil && new.frontMatter?.field(named: key) == nil
    let oldTail = old.bytes[rest..<old.layout.bodyStart].dropFirst()
    let newTail = new.bytes[..<new.layout.bodyStart].suffix(oldTail.count)
    // Behind a key that went, comments may have moved to the margin and blank lines gone (L-8).
    let isSame = newTail.elementsEqual(oldTail) || (isGone && endsAlike(new, oldTail))
    #expect(isSame, "(b) \(key)")
    let comments = { (document: NoteDocument, range: Range<Int>) in
      document.bytes[range].split { $0 == 0x0A || $0 == 0x0D }
        .count { $0.first { !$0.isBlank } == 0x23 }
    }
    guard let range = new.frontMatter?.range else { return }
    // Comments inside a value go with it; those between a key and its value only with the key.
    let inside =
      field.map { comments(old, isGone ? $0.key.range.lowerBound..<end : $0.value.range) } ?? 0
    #expect(
      comments(new, range) >= comments(old, frontMatter.range) - inside, "(b) comments of \(key)")
  }

  /// Whether the front matter ends with these lines, but for indentation and blank lines.
  private static func endsAlike(_ document: NoteDocument, _ tail: ArraySlice<UInt8>) -> Bool {
    func lines(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
      bytes.split(separator: 0x0A).map { Array($0.drop { $0.isBlank }) }
        .filter { !$0.isEmpty && $0 != [0x0D] }
    }
    let wanted = lines(tail)
    return lines(document.bytes[..<document.layout.bodyStart]).suffix(wanted.count)
      .elementsEqual(wanted)
  }

  private static func isRead(_ value: FieldValue, in field: FrontMatter.Field?) -> Bool {
    guard let field else { return false }
    switch value {
    case .text(let text): return field.value.value == .string(text)
    case .bool(let value):
      return field.value.value == .bool(value)
        || Bool(lenient: field.value.text ?? "") == value
    case .list(let texts):
      guard case .sequence(let items, _) = field.value.content else { return false }
      return items.map { Array(($0.text ?? "").utf8) } == texts.map { Array($0.utf8) }
    case .plain, .yaml: return true
    }
  }

  /// Law (e): a YAML 1.1 resolver sees texts as texts and all else as before.
  private static func checkOtherReader(
    _ key: String, _ value: FieldValue, _ old: NoteDocument, _ new: NoteDocument
  ) {
    guard let before = OtherReader(old) else { return }
    guard let after = OtherReader(new) else {
      Issue.record("(e) another reader cannot read \(key) \(value)")
      return
    }
    #expect(before.text(except: key) == after.text(except: key), "(e) \(key)")
    guard new.bytes != old.bytes else { return }
    // Foundation, through which Yams makes its strings, drops a byte order mark.
    if case .text(let text) = value, !text.hasPrefix("\u{FEFF}") {
      #expect(after.text(of: key) == OtherReader.text(of: text), "(e) \(key) \(value)")
    }
  }
}

extension Range<Int> {
  fileprivate func contains(_ other: Range<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}
