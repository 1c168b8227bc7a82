package import SystemCalls

/// Random access to the bytes of a file or an array, within a budget.
///
/// Every read is counted, so a loop that reads in each round ends, whatever the bytes say.
package final class ByteSource {
  /// The size of the source in bytes.
  package let size: Int64
  /// How many bytes may still be read.
  package private(set) var budget: Int
  /// How many reads may still be asked for, from memory or not.
  private var readsLeft: Int
  private let load: (_ offset: Int64, _ count: Int) -> [UInt8]?

  /// The bytes around the last small read: most of the readers go from one header to the next.
  private var window: [UInt8] = []
  private var windowStart: Int64 = 0

  /// Enough for all that describes a file, and little against a film.
  package static let usualBudget = 4 << 20
  private static let windowSize = 512

  private init(
    size: Int64, budget: Int, load: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) {
    self.size = max(size, 0)
    self.budget = budget
    // Headers are rarely closer than this; a file of nothing but headers is a hostile one.
    readsLeft = 50_000 + min(max(budget, 0), 64 << 20) / 64
    self.load = load
  }

  /// - Parameter budget: in bytes.
  package convenience init(_ bytes: [UInt8], budget: Int = usualBudget) {
    self.init(size: Int64(bytes.count), budget: budget) { offset, count in
      // The range lies within `size`, as `read` makes sure.
      Array(bytes[Int(offset)..<Int(offset) + count])
    }
  }

  /// A regular file, at the size that it has now.
  ///
  /// - Parameter budget: in bytes.
  package convenience init(
    _ file: consuming FileDescriptor, budget: Int = usualBudget
  ) throws(SystemError) {
    let holder = FileHolder(file)
    let size = try holder.file.status().size
    self.init(size: size, budget: budget) { offset, count in
      try? holder.file.readChunk(count, at: offset)
    }
  }

  /// Exactly `count` bytes from `offset` on; nil if they are not all there, or the budget is spent.
  package func read(_ offset: Int64, _ count: Int) -> [UInt8]? {
    guard offset >= 0, count >= 0, Int64(count) <= size, offset <= size - Int64(count),
      readsLeft > 0
    else { return nil }
    readsLeft -= 1
    if let kept = fromWindow(offset, count) { return kept }
    guard count <= Self.windowSize / 4 else { return fetch(offset, count) }
    let wanted = Int(min(Int64(min(Self.windowSize, max(budget, 0))), size - offset))
    guard wanted >= count, let bytes = fetch(offset, wanted) else { return nil }
    window = bytes
    windowStart = offset
    return Array(bytes[..<count])
  }

  private func fromWindow(_ offset: Int64, _ count: Int) -> [UInt8]? {
    let start = offset - windowStart
    guard start >= 0, start <= Int64(window.count), Int64(window.count) - start >= Int64(count)
    else { return nil }
    return Array(window[Int(start)..<Int(start) + count])
  }

  private func fetch(_ offset: Int64, _ count: Int) -> [UInt8]? {
    guard count <= budget else { return nil }
    budget -= count
    // A file that became shorter gives fewer bytes than it had.
    guard let bytes = load(offset, count), bytes.count == count else { return nil }
    return bytes
  }

  /// The whole file.
  var all: ByteSlice { ByteSlice(source: self, start: 0, count: size) }
}

/// Keeps a descriptor open for the closure that reads from it.
private final class FileHolder {
  let file: FileDescriptor

  init(_ file: consuming FileDescriptor) {
    self.file = file
  }
}
