/// Reads the body of a 400, which may be truncated and may repeat the whole request.
enum ErrorDetails {
  /// - Returns: the server's error code, the index of the first bad operation, and the reason.
  static func first(in body: [UInt8]) -> (word: String?, index: Int?, message: String?) {
    var reader = ElementsReader(arrays: ["details"], wanted: ["loc", "msg"])
    // A truncated text ends in an error, after the part of interest.
    let details = (try? body.withUnsafeBufferPointer { try reader.read($0) }) ?? reader.found
    let word = JSONElement.small(body, wanted: ["error"])?["error"]?.text
    guard let detail = details.first?.value else { return (word, nil, nil) }
    var index: Int?
    var place: [String] = []
    if case .array(let location)? = detail["loc"] {
      place = location.compactMap { element in
        switch element {
        case .string(let text): text
        case .number(let text): text
        default: nil
        }
      }
      if place.first == "ops", place.count > 1 { index = Int(place[1]) }
    }
    let message = detail["msg"]?.text.map { (place.dropFirst(2) + [$0]).joined(separator: ": ") }
    return (word, index, message)
  }
}
