internal import HTTPTypes
internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Media files as they are, whole or in part.
enum MediaRoutes {
  static func media(_ incoming: PageRequest) async throws -> Reply {
    let folder = incoming.vault.folder
    guard let path = incoming.parameters.first.flatMap({ VaultPath($0) }),
      let status = FileFinder.file(at: path, in: folder), incoming.mayShow(path)
    else { throw PageProblem(.notFound, "Not found", "There is no such file.") }
    let tag =
      "\"\(status.inode)-\(status.size)-\(status.modified.seconds).\(status.modified.nanoseconds)\""
    return try await incoming.request.answer(tag, .checked, .medium, .ranges) {
      try content(of: path, tag, incoming)
    }
  }

  private static func content(
    of path: VaultPath, _ tag: String, _ incoming: PageRequest
  ) throws -> Reply {
    let (folder, request) = (incoming.vault.folder, incoming.request)
    let descriptor = try folder.openFile(path)
    // The size that is sent is that of the open file.
    let size = try descriptor.status().size
    let type = try MediaType(of: ByteSource(folder.openFile(path)))
    let isShown = type.isInline && request.query["download"] != "1"
    return FileReply.part(
      of: descriptor, size: size, type: type.mimeType, tag, request,
      isShown ? [] : [.attachment(path.name)])
  }
}

/// An open file as an answer.
enum FileReply {
  /// The part that a request asks for, or all of it.
  ///
  /// - Parameters:
  ///   - size: of the open file.
  ///   - tag: of its present version.
  ///   - others: further headers.
  static func part(
    of file: consuming FileDescriptor, size: Int64, type: String, _ tag: String,
    _ request: WebRequest, _ others: [AnswerHeader] = []
  ) -> Reply {
    var range = ByteRange(request.headers[.range], size: size)
    if let condition = request.headers[.ifRange], condition != tag { range = .whole }
    return switch range {
    case .whole: Reply(.ok, type, body: .file(file, 0..<size)).with(others)
    case .part(let part):
      Reply(.partialContent, type, body: .file(file, part))
        .with([.range("\(part.lowerBound)-\(part.upperBound - 1)", of: size)] + others)
    case .unsatisfiable:
      Reply(.rangeNotSatisfiable, nil, body: .bytes([])).with([.range("*", of: size)] + others)
    }
  }
}

/// The part of a file that a request asks for (RFC 9110, 14.1 and 14.2).
enum ByteRange: Hashable, Sendable {
  /// No range, several, or one that cannot be read: the whole file.
  case whole
  case part(Range<Int64>)
  /// It begins behind the end.
  case unsatisfiable

  /// - Parameters:
  ///   - field: the value of `Range`.
  ///   - size: of the file, in bytes.
  init(_ field: String?, size: Int64) {
    let unit = "bytes="
    guard let field, field.hasPrefix(unit) else {
      self = .whole
      return
    }
    let sides = field.dropFirst(unit.count)
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " } }
    guard sides.count == 2, sides.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      sides != ["", ""]
    else {
      self = .whole
      return
    }
    // A number too large to read is larger than any file.
    let (first, last) = (Int64(sides[0]) ?? .max, Int64(sides[1]) ?? .max)
    if sides[0].isEmpty {
      self = last == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - last)..<size)
    } else if !sides[1].isEmpty, last < first {
      self = .whole
    } else if first >= size {
      self = .unsatisfiable
    } else {
      self = .part(first..<(sides[1].isEmpty ? size : min(last, size - 1) + 1))
    }
  }
}
