/// The parts of a note that a query needs.
///
/// Valid as long as the note's bytes.
struct NoteParts {
  let bytes: UnsafeBufferPointer<UInt8>
  let bodyStart: Int
  let title: UnsafeBufferPointer<UInt8>

  var body: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[bodyStart...]) }
}
