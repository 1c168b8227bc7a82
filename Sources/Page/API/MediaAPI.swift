internal import Cryptography
internal import HTTPTypes
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// Media of the API.
///
/// A file goes to a note in one request, as its raw body: any program can stream a file so, without a form around it, and
/// nothing is left if it stops. A program that has to survive a crash between a file and its note sends the file by its
/// SHA-256 first, and then names that.
enum MediaAPI {
  /// Whether a file waits for its note (with HEAD), and the file.
  static func staged(_ incoming: PageRequest) async throws -> Reply {
    let hash = try hash(incoming)
    guard let path = incoming.site.stage.path(of: hash) else { throw APIProblem.noSuchMedia }
    let file = try FileDescriptor(openingFile: path)
    let size = try file.status().size
    return Reply(.ok, "application/octet-stream", body: .file(file, 0..<size))
      .with(.tag("\"\(hash)\""), .unnamedAttachment, .file)
  }

  /// Takes a file for a note that comes later.
  static func stage(_ incoming: PageRequest) async throws -> Reply {
    let hash = try hash(incoming)
    let stage = incoming.site.stage
    let isKnown = stage.path(of: hash) != nil
    if !isKnown {
      try await stage.receive(
        hash, incoming.request.body, announced: incoming.request.contentLength)
    }
    return .json(["sha256": .string(hash)], status: isKnown ? .ok : .created)
  }

  /// As `stage`, for a program that cannot know the SHA-256 before it has sent the file.
  static func stageUnnamed(_ incoming: PageRequest) async throws -> Reply {
    let hash = try await incoming.site.stage.receive(
      nil, incoming.request.body, announced: incoming.request.contentLength)
    return .json(["sha256": .string(hash)], status: .created)
  }

  /// Copies a file to a note: the body, or one that waits.
  static func attach(_ incoming: PageRequest) async throws -> Reply {
    let found = try NoteAPI.find(incoming)
    let query = incoming.request.query
    guard let name = query["name"], !name.isEmpty, name.utf8.count <= nameLimit else {
      throw APIProblem.invalid("name is missing, or longer than \(nameLimit) bytes.")
    }
    let source: UploadedFile
    let hash: String
    if let named = query["sha256"] {
      guard PageForm.isHash(named) else { throw APIProblem.badHash }
      guard let path = incoming.site.stage.path(of: named) else {
        // The request may have been carried out before, and its answer lost.
        let known = try await incoming.site.scans.run { [vault = incoming.vault] in
          try same(as: named, size: nil, at: found.path, vault)
        }
        guard let known else { throw APIProblem.noSuchMedia }
        return try reply(known, named, isNew: false, incoming)
      }
      (source, hash) = (UploadedFile(name: name, keeping: path), named)
    } else {
      let output = try FileOutput(newIn: incoming.site.uploads, prefix: "upload-")
      hash = try await UploadStage.receive(
        incoming.request.body, announced: incoming.request.contentLength, to: output)
      source = UploadedFile(name: name, path: output.path)
    }
    let media = try await incoming.newMedia(of: [source])
    let (path, isNew) = try await incoming.write { writer -> (VaultPath, Bool) in
      if let path = try same(as: hash, size: source.size, at: found.path, writer.vault) {
        return (path, false)
      }
      try writer.vault.note(at: found.path, zone: incoming.zone).document.checkEditable()
      let paths = try writer.attach(media, to: found.path)
      try writer.stamp(found.path, provisionalID: found.id)
      return (paths[0], true)
    }
    incoming.site.stage.remove(hash)
    return try reply(path, hash, isNew: isNew, incoming)
  }

  private static let nameLimit = 1024

  private static func hash(_ incoming: PageRequest) throws(APIProblem) -> String {
    guard let hash = incoming.parameters.first, PageForm.isHash(hash) else { throw .badHash }
    return hash
  }

  private static func reply(
    _ path: VaultPath, _ hash: String, isNew: Bool, _ incoming: PageRequest
  ) throws -> Reply {
    guard let size = try incoming.vault.folder.status(path)?.size else {
      throw APIProblem.noSuchMedia
    }
    let kind = MediaKind(fileExtension: path.fileExtension)
    let value: JSONValue = [
      "path": .string(path.text), "kind": .string(kind.rawValue),
      "bytes": .number(String(size)), "sha256": .string(hash),
    ]
    return .json(value, status: isNew ? .created : .ok)
  }

  /// The file of a note with that content: a file that is sent twice is there once.
  ///
  /// - Parameter size: in bytes; nil if it is unknown.
  private static func same(
    as hash: String, size: Int64?, at note: VaultPath, _ vault: Vault
  ) throws -> VaultPath? {
    guard let folder = MediaFolder(of: note) else { return nil }
    let files = try vault.folder.media(in: folder).files
    return try files.first { file in
      guard size == nil || file.size == size else { return false }
      return try sha256Hex(of: vault.folder.openFile(file.path)) == hash
    }?.path
  }
}

extension APIProblem {
  static let badHash = APIProblem.invalid("A SHA-256 has 64 hexadecimal digits in lower case.")
}
