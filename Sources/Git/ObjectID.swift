internal import CGit2
internal import VaultFormat

/// The SHA-1 of a git object.
///
/// Ordered by bytes, which is also the order of the hexadecimal text.
package struct ObjectID: Hashable, Sendable {
  /// The first eight bytes as a big-endian number, the next eight, and the last four.
  private let high: UInt64
  private let middle: UInt64
  private let low: UInt32

  package static let byteCount = 20

  /// Nil unless there are exactly twenty bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    middle = bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(16).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Nil unless there are exactly forty hexadecimal digits.
  package init?(hex: some StringProtocol) {
    guard let bytes = [UInt8](hex: hex) else { return nil }
    self.init(bytes)
  }

  init(_ id: git_oid) {
    self = withUnsafeBytes(of: id.id) { ObjectID($0, at: 0) }
  }

  /// Twenty bytes; the caller has checked that they exist.
  init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    high = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    middle = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
    low = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: UInt32.self))
  }

  var gitID: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id.id) { bytes in
      bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
      bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
      bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
    }
    return id
  }

  package var bytes: [UInt8] { withBytes { Array($0) } }

  var firstByte: UInt8 { UInt8(truncatingIfNeeded: high >> 56) }

  /// The twenty bytes, valid during the call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: gitID.id) { body($0) }
  }

  /// Forty lower-case digits.
  package var hex: String { bytes.hex }
}

extension ObjectID: Comparable {
  package static func < (a: ObjectID, b: ObjectID) -> Bool {
    (a.high, a.middle, a.low) < (b.high, b.middle, b.low)
  }
}

extension ObjectID: CustomStringConvertible {
  package var description: String { hex }
}
