internal import Media
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// A file that the user named, to be copied to a note, perhaps without its metadata.
struct AttachedFile: ~Copyable {
  let source: MediaSource
  private let extent: MetadataExtent?
  /// Nil if the file is copied as it is.
  private let clean: CleanCopy?

  /// Opens the file, and plans what is removed.
  ///
  /// - Throws: an error that names the file as the user did; also if the metadata cannot be removed.
  init(named name: String, without extent: MetadataExtent?) throws {
    let source = try Self.opened(name)
    clean = try Self.clean(source, named: name, without: extent)
    self.extent = extent
    self.source = source
  }

  /// Of the copy, in bytes.
  var size: Int64 { clean?.rewrite?.size ?? source.status.size }

  /// Copies the file; returns the path of the copy.
  func copy(to note: VaultPath, by writer: borrowing NoteWriter) throws -> VaultPath {
    do {
      return try writer.attach(source, to: note, rewrite: clean?.rewrite)
    } catch let error where error.path == source.path {
      throw CommandError(error, ofFile: source.path)
    }
  }

  /// Says what the copy lacks; that it lacks nothing only with `--verbose`.
  func sayRemoval(from copy: VaultPath, on console: Console) {
    guard let clean, let extent else { return }
    if clean.rewrite != nil {
      console.say("\(copy.shown): \(clean.words(extent))")
    } else if console.isVerbose {
      console.say("\(copy.shown): there was nothing to remove")
    }
  }

  private static func opened(_ name: String) throws -> MediaSource {
    do {
      return try MediaSource(opening: name)
    } catch {
      throw CommandError(error, ofFile: name)
    }
  }

  private static func clean(
    _ source: borrowing MediaSource, named name: String, without extent: MetadataExtent?
  ) throws -> CleanCopy? {
    guard let extent else { return nil }
    do {
      return try CleanCopy(of: source, without: extent)
    } catch let error as MetadataRemovalError {
      throw CommandError(
        "\(name): \(error)",
        hint: "it was not copied; without --strip it is copied as it is, with its metadata")
    }
  }
}

extension CleanCopy {
  /// What was removed, such as `position removed, and 2 MiB behind the picture cut off`.
  fileprivate func words(_ extent: MetadataExtent) -> String {
    var parts: [String] = []
    if removesMetadata {
      switch (extent, hasPosition) {
      case (.position, true): parts.append("position removed")
      case (.position, false): parts.append("metadata that can hold a position removed")
      case (.all, true): parts.append("position and all other metadata removed")
      case (.all, false): parts.append("metadata removed")
      }
    }
    if trailer > 0 { parts.append("\(ByteCount(trailer)) behind the picture cut off") }
    return parts.joined(separator: ", and ")
  }
}
