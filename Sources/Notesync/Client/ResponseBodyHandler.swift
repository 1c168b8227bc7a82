/// Receives the body of a 200, piece by piece.
struct ResponseBodyHandler {
  /// Called before each try.
  var begin: () throws -> Void = {}
  var receive: (UnsafeBufferPointer<UInt8>) throws -> Void
}
