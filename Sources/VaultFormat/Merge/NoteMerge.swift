/// Two changed versions of a note's file and what both began with, joined line by line.
///
/// The value of `updated` is no line to quarrel about: where all three have it, the result has that of the
/// side that changed it, and the later one where both did.
package struct NoteMerge {
  package let lines: LineMerge

  /// - Parameter zone: for times that are written without an offset.
  package init(base: NoteDocument, left: NoteDocument, right: NoteDocument, zone: TimeZoneRules) {
    guard let old = base.stamp, let ours = left.stamp, let theirs = right.stamp else {
      lines = LineMerge(base: base.bytes, left: left.bytes, right: right.bytes)
      return
    }
    let stamp = Self.winner(base.bytes[old], left.bytes[ours], right.bytes[theirs], zone)
    lines = LineMerge(
      base: base.replacing(old, with: stamp).bytes, left: left.replacing(ours, with: stamp).bytes,
      right: right.replacing(theirs, with: stamp).bytes)
  }

  /// The merged file; nil when there are conflicts.
  package var merged: NoteDocument? { lines.merged.map { NoteDocument($0) } }

  /// Of equal times, and of texts that are none, the greater bytes: the same whichever side is which.
  private static func winner(
    _ base: ArraySlice<UInt8>, _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>,
    _ zone: TimeZoneRules
  ) -> ArraySlice<UInt8> {
    if left.elementsEqual(base) { return right }
    if right.elementsEqual(base) { return left }
    func seconds(_ text: ArraySlice<UInt8>) -> Int64 {
      let bare = text.drop { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
        .prefix { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\"") }
      return NoteTime(String(decoding: bare, as: UTF8.self), zone: zone)?.seconds ?? .min
    }
    let (ours, theirs) = (seconds(left), seconds(right))
    if ours != theirs { return ours > theirs ? left : right }
    return right.lexicographicallyPrecedes(left) ? left : right
  }
}

extension NoteDocument {
  /// Where the value of `updated` stands, under whichever name, on one line and bound to nothing else.
  fileprivate var stamp: Range<Int>? {
    guard let value = frontMatter?.knownFields[.updated]?.value, value.text != nil, !value.isAlias,
      value.anchor == nil, !value.range.isEmpty, !bytes[value.range].contains(UInt8(ascii: "\n"))
    else { return nil }
    return value.range
  }
}
