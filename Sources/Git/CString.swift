/// Calls `body` with `bytes` as a C string.
///
/// A NUL among the bytes ends the string; a `VaultPath` has none.
func withCString<Result, Failure: Error>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
) throws(Failure) -> Result {
  var terminated: [CChar] = []
  terminated.reserveCapacity(bytes.count + 1)
  for byte in bytes { terminated.append(CChar(bitPattern: byte)) }
  terminated.append(0)
  return try body(terminated)
}

/// The bytes before the NUL, valid as long as `text`.
func bytesOfCString(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
  var count = 0
  while text[count] != 0 { count += 1 }
  return UnsafeRawBufferPointer(start: text, count: count)
}

extension [UInt8] {
  /// `withUnsafeBytes` with a typed error.
  func withRaw<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBufferPointer { bytes throws(Failure) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
