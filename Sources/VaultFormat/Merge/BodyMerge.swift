/// The merge of three bodies: by lines, and by the rules of the kind of note.
struct BodyMerge {
  let lines: LineMerge
  /// The merged body; nil if there are conflicts.
  let merged: [UInt8]?
  /// The times at which the sides of a tracker added different events: both stay, and one may be meant.
  var doubledEvents: [NoteTime] = []
  /// Whether two texts stand one after the other by the times of the sides.
  var isOrderedByTime = false

  init(_ lines: LineMerge) {
    self.init(lines, merged: lines.merged)
  }

  init(_ lines: LineMerge, merged: [UInt8]?) {
    (self.lines, self.merged) = (lines, merged)
  }

  /// - Parameter isDaily: both sides are the note of a day.
  init(
    _ documents: ThreeWay<NoteDocument>, by precedence: MergePrecedence, isDaily: Bool,
    zone: TimeZoneRules
  ) {
    let bodies = documents.map { Array($0.body) }
    let kinds = documents.map { PageKind(of: $0) }
    let isNew = documents.base.bytes.isEmpty
    if kinds.left == .tracker, kinds.right == .tracker, isNew || kinds.base == .tracker {
      self = TrackerMerge(bodies, first: precedence.first, zone: zone).result
    } else if isDaily {
      self = DailyMerge.merge(bodies, later: precedence.later)
    } else {
      self.init(LineMerge(base: bodies.base, left: bodies.left, right: bodies.right))
    }
  }
}
