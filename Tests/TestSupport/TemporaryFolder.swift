private import Foundation

/// A new, empty folder for one test, removed with all that is in it when this object goes.
package final class TemporaryFolder: Sendable {
  /// Absolute, without links, without a slash at the end.
  package let path: String

  /// - Parameter inMemory: where the machine has a file system in memory, the folder is there.
  package init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let hasMemory = inMemory && FileManager.default.isWritableFile(atPath: memory)
    let place = hasMemory ? memory : NSTemporaryDirectory()
    let parent = URL(fileURLWithPath: place).resolvingSymlinksInPath().path
    path = parent + "/tl-test-" + UUID().uuidString.lowercased()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  /// One with these files, each by its path.
  package convenience init(_ files: [String: String]) throws {
    try self.init()
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    guard (try? FileManager.default.removeItem(atPath: path)) == nil else { return }
    // A test took permissions away; folders have to be writable to be emptied.
    for name in FileManager.default.enumerator(atPath: path) ?? .init() {
      _ = chmod("\(path)/\(name)", 0o700)
    }
    _ = chmod(path, 0o700)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The absolute path of something in the folder.
  package func path(_ relative: String) -> String { "\(path)/\(relative)" }

  /// Makes a folder and those above it; gives back its absolute path.
  @discardableResult
  package func makeFolder(_ relative: String) throws -> String {
    let path = path(relative)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Writes a file, and makes the folders above it; gives back its absolute path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to relative: String) throws -> String {
    if let slash = relative.lastIndex(of: "/") { try makeFolder(String(relative[..<slash])) }
    try Data(bytes).writeAlone(to: path(relative))
    return path(relative)
  }

  /// Writes files, each by its path.
  package func write(_ files: KeyValuePairs<String, String>) throws {
    for (path, text) in files { try write(text, to: path) }
  }

  @discardableResult
  package func write(_ text: String, to relative: String) throws -> String {
    try write(text.utf8, to: relative)
  }

  /// Writes a program that can be started at once; gives back its absolute path.
  ///
  /// Another process makes it: what this one has written itself cannot be started (ETXTBSY) while a
  /// child that another test is just starting still has the descriptor.
  @discardableResult
  package func writeProgram(_ text: String, to relative: String) throws -> String {
    let source = try write(text, to: relative + ".text")
    let program = path(relative)
    let copied = try runProgram("/bin/cp", [source, program], in: path, environment: [:])
    guard copied.status == 0, chmod(program, 0o755) == 0, unlink(source) == 0 else {
      throw CommandFailure(description: "\(program): \(copied.stderrText)")
    }
    return program
  }

  package func read(_ relative: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(relative))))
  }

  package func readText(_ relative: String) throws -> String {
    String(decoding: try read(relative), as: UTF8.self)
  }

  package func exists(_ relative: String) -> Bool {
    FileManager.default.fileExists(atPath: path(relative))
  }

  /// Removes files, and folders with all that is in them.
  package func remove(_ relative: String...) throws {
    for name in relative { try FileManager.default.removeItem(atPath: path(name)) }
  }

  /// Gives a file or folder another name.
  package func move(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(atPath: path(old), toPath: path(new))
  }

  /// Replaces a text wherever it is in a file.
  package func replace(_ old: String, with new: String, in relative: String) throws {
    try write(readText(relative).replacing(old, with: new), to: relative)
  }

  /// What is directly in a folder, in order of its names.
  package func names(in relative: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(relative)).sorted()
  }

  /// Every file and folder below, relative, in order of their bytes.
  package func contents() -> [String] {
    let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// Runs `body` with a new folder that is gone afterwards.
package func withTemporaryFolder<Result>(_ body: (TemporaryFolder) throws -> Result) throws
  -> Result
{
  let folder = try TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder) }
}
