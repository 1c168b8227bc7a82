/// The progress of a fetch or a push.
package struct TransferProgress: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case connecting
    /// Receiving objects: `done` of `total`, `bytes` so far.
    case receiving
    /// Resolving deltas.
    case resolving
    /// Counting and compressing objects to send.
    case packing
    /// Sending objects.
    case sending
  }

  package var phase: Phase
  package var done: Int
  /// 0 if it is unknown.
  package var total: Int
  package var bytes: Int

  package init(_ phase: Phase, done: Int = 0, total: Int = 0, bytes: Int = 0) {
    self.phase = phase
    self.done = done
    self.total = total
    self.bytes = bytes
  }
}
