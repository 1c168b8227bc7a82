/// An array in segments of one size, which are filled in order and never moved.
///
/// A normal array doubles its block when that is full: a million elements would be copied several times, each time to
/// pages that the system has to clear first, with the old and the new block in memory.
struct SegmentedArray<Element: Sendable>: Sendable {
  private var full: [[Element]] = []
  private var last: [Element] = []

  /// The number of elements in a segment.
  private static var segmentSize: Int { 1 << 14 }

  mutating func append(_ element: Element) {
    if last.isEmpty || last.count == Self.segmentSize { startSegment() }
    last.append(element)
  }

  /// Calls `body` with each index and element; faster than a loop over the indices.
  func forEachIndexed(_ body: (Int, Element) -> Void) {
    var index = 0
    func visit(_ segment: [Element]) {
      segment.withUnsafeBufferPointer { elements in
        for element in elements {
          body(index, element)
          index += 1
        }
      }
    }
    full.forEach(visit)
    visit(last)
  }

  private mutating func startSegment() {
    if !last.isEmpty {
      full.append(last)
      last = []
    }
    last.reserveCapacity(Self.segmentSize)
  }
}

extension SegmentedArray: RandomAccessCollection, MutableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { full.count * Self.segmentSize + last.count }

  subscript(index: Int) -> Element {
    get {
      let (segment, place) = (index / Self.segmentSize, index % Self.segmentSize)
      return segment < full.count ? full[segment][place] : last[place]
    }
    set {
      let (segment, place) = (index / Self.segmentSize, index % Self.segmentSize)
      if segment < full.count { full[segment][place] = newValue } else { last[place] = newValue }
    }
  }
}
