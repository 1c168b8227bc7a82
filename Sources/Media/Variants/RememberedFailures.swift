/// The pictures that failed, of which the oldest are forgotten.
struct RememberedFailures {
  static let limit = 10_000

  private var failures: [ContentHash: VariantFailure] = [:]
  /// Each hash once.
  private var order: [ContentHash] = []

  subscript(_ hash: ContentHash) -> VariantFailure? { failures[hash] }

  mutating func add(_ failure: VariantFailure, _ hash: ContentHash) {
    if failures.updateValue(failure, forKey: hash) == nil { order.append(hash) }
    guard order.count > Self.limit else { return }
    let forgotten = order.prefix(Self.limit / 10)
    for hash in forgotten { failures[hash] = nil }
    order.removeFirst(forgotten.count)
  }
}
