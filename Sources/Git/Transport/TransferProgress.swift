/// How far a fetch or a push has come.
package struct TransferProgress: Hashable, Sendable {
  package enum Phase: Hashable, Sendable {
    case connecting
    /// Objects come in: `done` of `total`, `bytes` so far.
    case receiving
    /// What came as a difference to something else is put together.
    case resolving
    /// What goes out is looked for and packed.
    case packing
    /// Objects go out.
    case sending
  }

  package var phase: Phase
  package var done: Int
  /// 0 where it is not known yet.
  package var total: Int
  package var bytes: Int

  package init(_ phase: Phase, done: Int = 0, total: Int = 0, bytes: Int = 0) {
    self.phase = phase
    self.done = done
    self.total = total
    self.bytes = bytes
  }
}
