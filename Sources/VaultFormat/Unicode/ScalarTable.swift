/// A value for every Unicode scalar, most of them the same: two stages of plain arrays.
struct ScalarTable<Element: Sendable>: Sendable {
  private let common: Element
  /// Which 128 of `elements` belong to each 128 scalars; the first 128 are all `common`.
  private var blocks: [UInt16] = []
  private var elements: [Element]

  init(common: Element) {
    self.common = common
    elements = Array(repeating: common, count: 128)
  }

  subscript(scalar: UInt32) -> Element {
    get {
      let block = Int(scalar >> 7)
      guard block < blocks.count else { return common }
      return elements[Int(blocks[block]) << 7 | Int(scalar & 127)]
    }
    set { elements[place(of: scalar)] = newValue }
    _modify { yield &elements[place(of: scalar)] }
  }

  private mutating func place(of scalar: UInt32) -> Int {
    let block = Int(scalar >> 7)
    while blocks.count <= block { blocks.append(0) }
    if blocks[block] == 0 {
      blocks[block] = UInt16(truncatingIfNeeded: elements.count >> 7)
      elements.append(contentsOf: repeatElement(common, count: 128))
    }
    return Int(blocks[block]) << 7 | Int(scalar & 127)
  }
}
