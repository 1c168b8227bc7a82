package import VaultStore

/// How much of a file's metadata is to go.
package enum MetadataExtent: String, Hashable, Sendable, CaseIterable {
  /// The position, and everything in which one can be hidden; the file stays as long as it is.
  case position
  /// All that is not needed to show or play the file.
  case all
}

/// The changes that remove metadata from a file: a plan, which another part of tl carries out.
package struct MetadataRemoval: Hashable, Sendable {
  package struct Edit: Hashable, Sendable {
    /// In the file; empty where something is inserted.
    package let range: Range<Int64>
    package let content: Content
  }

  package enum Content: Hashable, Sendable {
    /// In place of the range, of any length.
    case bytes([UInt8])
    /// This byte, as often as the range is long.
    case filled(UInt8)
  }

  /// In the order of the file, without overlap.
  package private(set) var edits: [Edit]
  /// How many bytes behind the end of the picture the plan cuts off, such as a film that some phones store there.
  package private(set) var trailer: Int64

  /// Nil if two edits contradict each other, as they can in damaged files.
  init?(_ edits: [Edit], trailer: Int64 = 0) {
    let sorted = edits.filter { !$0.range.isEmpty || $0.content != .bytes([]) }
      .sorted {
        ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
      }
    var merged: [Edit] = []
    for edit in sorted {
      guard let last = merged.last, last.range.upperBound > edit.range.lowerBound else {
        merged.append(edit)
        continue
      }
      // Entries may share a value.
      guard last.content == edit.content, case .filled = edit.content else { return nil }
      let end = max(last.range.upperBound, edit.range.upperBound)
      merged[merged.count - 1] = Edit(range: last.range.lowerBound..<end, content: edit.content)
    }
    self.edits = merged
    self.trailer = trailer
  }

  package var isEmpty: Bool { edits.isEmpty }
}

// MARK: - Carrying out

extension MetadataRemoval {
  /// What the file consists of afterwards.
  ///
  /// - Parameter size: of the file, in bytes.
  package func pieces(ofSize size: Int64) -> [MediaPiece] {
    var pieces: [MediaPiece] = []
    var position: Int64 = 0
    for edit in edits {
      if edit.range.lowerBound > position {
        pieces.append(.copied(position..<edit.range.lowerBound))
      }
      switch edit.content {
      case .bytes(let bytes): if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
      case .filled(let byte):
        pieces.append(.filled(byte, count: Int64(edit.range.count)))
      }
      position = edit.range.upperBound
    }
    if position < size { pieces.append(.copied(position..<size)) }
    return pieces
  }

  /// Whether the file is the same after the removal, as it is if the removal was carried out before.
  ///
  /// - Parameter source: the file, with a budget for all that is overwritten.
  func changesNothing(in source: ByteSource) -> Bool {
    edits.allSatisfy { edit in
      switch edit.content {
      case .bytes(let bytes):
        return bytes.count == edit.range.count
          && source.read(edit.range.lowerBound, bytes.count) == bytes
      case .filled(let byte):
        var offset = edit.range.lowerBound
        while offset < edit.range.upperBound {
          let count = Int(min(edit.range.upperBound - offset, 1 << 16))
          guard let bytes = source.read(offset, count), bytes.allSatisfy({ $0 == byte }) else {
            return false
          }
          offset += Int64(count)
        }
        return true
      }
    }
  }
}

extension MetadataRemoval.Edit {
  static func remove(_ range: Range<Int64>) -> Self { Self(range: range, content: .bytes([])) }

  static func fill(_ range: Range<Int64>, _ byte: UInt8 = 0) -> Self {
    Self(range: range, content: .filled(byte))
  }

  static func fill(_ slice: ByteSlice?, _ byte: UInt8 = 0) -> Self? {
    slice.map { fill($0.start..<$0.end, byte) }
  }

  /// Writes over as many bytes.
  static func overwrite(at offset: Int64, _ bytes: [UInt8]) -> Self {
    Self(range: offset..<offset + Int64(bytes.count), content: .bytes(bytes))
  }
}
