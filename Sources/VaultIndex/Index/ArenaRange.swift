/// A range of bytes in an arena.
struct ArenaRange: Sendable {
  var start: UInt32 = 0
  var count: UInt32 = 0

  var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
