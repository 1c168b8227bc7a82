/// The length of a WAV file, also of the 64-bit form RF64 (EBU Tech 3306).
enum WAVFile {
  /// In milliseconds.
  static func duration(of file: ByteSlice) -> Int64? {
    var bytesPerSecond: UInt64 = 0
    var longLength: UInt64?
    for chunk in RIFFChunks(file) {
      switch chunk.type {
      case "ds64": longLength = chunk.content.little(8, 8)
      case "fmt ": bytesPerSecond = chunk.content.little(8, 4) ?? 0
      case "data":
        guard bytesPerSecond > 0 else { return nil }
        // A program that writes into a pipe cannot go back to store the length.
        let isStreamed = chunk.length == 0 || chunk.length == .max
        let length = isStreamed ? longLength : UInt64(chunk.length)
        let there = UInt64(chunk.content.count)
        let rest = UInt64(max(file.end - chunk.content.start, 0))
        return milliseconds(min(length ?? rest, max(there, rest)), bytesPerSecond)
      default: break
      }
    }
    return nil
  }
}
