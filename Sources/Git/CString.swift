/// Calls `body` with `bytes` as C wants them, a NUL behind.
///
/// C sees nothing behind a NUL among the bytes; a `VaultPath` holds none.
func withCString<Result, Failure: Error>(
  _ bytes: some Collection<UInt8>, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
) throws(Failure) -> Result {
  var terminated: [CChar] = []
  terminated.reserveCapacity(bytes.count + 1)
  for byte in bytes { terminated.append(CChar(bitPattern: byte)) }
  terminated.append(0)
  return try body(terminated)
}

/// The bytes up to the NUL, valid as long as what is at `text`.
func bytesOfCString(_ text: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
  var count = 0
  while text[count] != 0 { count += 1 }
  return UnsafeRawBufferPointer(start: text, count: count)
}
