internal import VaultFormat

/// The box of a task, `- [ ] text`, and where it is in the note.
package struct TaskBox: Hashable, Sendable {
  /// The offset of the character between the brackets, in the bytes that were rendered.
  package var offset: Int
  package var isDone: Bool
  /// A hash of the line without that character, so that an outdated page does not tick another task.
  package var fingerprint: UInt32

  /// `offset-fingerprint`, the value of the box's `data-task`.
  package var reference: String { "\(offset)-\(String(fingerprint, radix: 16))" }
}

extension TaskBox {
  /// Reads a `reference`; nil if it is none.
  ///
  /// - Parameter isDone: the state that the page shows.
  package init?(reference: String, isDone: Bool) {
    let parts = reference.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let offset = Int(parts[0]), offset >= 0,
      let fingerprint = UInt32(parts[1], radix: 16)
    else { return nil }
    self.init(offset: offset, isDone: isDone, fingerprint: fingerprint)
  }
}

// MARK: - Finding

extension TaskBox {
  /// The lines from `start` on that look like tasks, in order; those in code are among them.
  static func all(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> [TaskBox] {
    var boxes: [TaskBox] = []
    var next = start
    while next < bytes.count {
      let line = Line(at: next, in: bytes)
      next = line.next
      if let box = TaskBox(in: bytes, line) { boxes.append(box) }
    }
    return boxes
  }

  /// A list marker, a blank, and `[ ]`, `[x]` or `[X]` before a blank or the end of the line.
  private init?(in bytes: UnsafeBufferPointer<UInt8>, _ line: Line) {
    var at = line.start
    var followsMarker = false
    while at < line.end {
      if bytes[at].isBlank {
        at += 1
      } else if bytes[at] == UInt8(ascii: ">") {
        at += 1
        followsMarker = false
      } else if let length = ListMarker.length(bytes, at..<line.end), at + length < line.end {
        at += length
        followsMarker = true
      } else {
        break
      }
    }
    guard followsMarker, at + 2 < line.end, bytes[at] == UInt8(ascii: "["),
      bytes[at + 2] == UInt8(ascii: "]"), at + 3 == line.end || bytes[at + 3].isBlank
    else { return nil }
    switch bytes[at + 1] {
    case UInt8(ascii: " "): isDone = false
    case UInt8(ascii: "x"), UInt8(ascii: "X"): isDone = true
    default: return nil
    }
    offset = at + 1
    fingerprint = Self.fingerprint(of: bytes, line.start..<line.end, without: offset)
  }

  /// FNV-1a, 32 bits (Fowler, Noll, Vo).
  private static func fingerprint(
    of bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, without offset: Int
  ) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for index in range where index != offset {
      hash = (hash ^ UInt32(bytes[index])) &* 0x0100_0193
    }
    return hash
  }
}
