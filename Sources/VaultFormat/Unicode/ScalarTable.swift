/// A two-stage table with a value for every Unicode scalar, for values that are mostly the same.
struct ScalarTable<Element: Sendable>: Sendable {
  private let common: Element
  /// For each block of 128 scalars, the index of its block in `elements`; block 0 is all `common`.
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
    set { elements[index(of: scalar)] = newValue }
    _modify { yield &elements[index(of: scalar)] }
  }

  private mutating func index(of scalar: UInt32) -> Int {
    let block = Int(scalar >> 7)
    while blocks.count <= block { blocks.append(0) }
    if blocks[block] == 0 {
      blocks[block] = UInt16(truncatingIfNeeded: elements.count >> 7)
      elements.append(contentsOf: repeatElement(common, count: 128))
    }
    return Int(blocks[block]) << 7 | Int(scalar & 127)
  }
}
