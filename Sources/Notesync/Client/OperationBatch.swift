/// Operations that are sent in one request.
struct OperationBatch {
  private(set) var operations: [OutgoingOperation] = []
  private(set) var size = OperationBuilder.envelope
  let sizeLimit: Int64
  let countLimit: Int

  var isEmpty: Bool { operations.isEmpty }

  /// False if the operation has to wait for the next batch.
  mutating func append(_ operation: OutgoingOperation) -> Bool {
    let newSize = size + operation.size + (isEmpty ? 0 : 1)
    guard isEmpty || newSize <= sizeLimit && operations.count < countLimit else { return false }
    operations.append(operation)
    size = newSize
    return true
  }

  static func body(of operations: [OutgoingOperation]) -> WireBody {
    var parts: [WireBody.Part] = [.bytes(Array(#"{"ops":["#.utf8))]
    for (index, operation) in operations.enumerated() {
      if index > 0 { parts.append(.bytes([UInt8(ascii: ",")])) }
      parts += operation.parts
    }
    parts.append(.bytes(Array("]}".utf8)))
    return WireBody(parts: parts)
  }
}
