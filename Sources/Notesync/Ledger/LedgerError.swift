/// A ledger that cannot be read.
package enum LedgerError: Error, Hashable, Sendable {
  case notALedger(path: String)
}
