import Foundation
import TestSupport

@testable import VaultSync

/// Programs that have files open for writing, and save in place now and then.
struct OpenFiles: Disturbance {
  private struct OpenFile {
    var device: String
    var path: String
    var handle: FileHandle
  }

  private var open: [OpenFile] = []

  mutating func disturb(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws -> String {
    let own = open.indices.filter { open[$0].device == device.name }
    switch editor.number(0..<5) {
    case 0..<3 where !own.isEmpty:
      return try write(to: open[editor.pick(own)], device, &editor)
    case 3:
      try end(device, &editor)
      return "closes all files"
    default:
      let files = editor.files(device)
      guard !files.isEmpty else { return "has nothing to open" }
      let path = editor.pick(files)
      guard let handle = FileHandle.openForWriting(device.file(path)) else {
        return "cannot open \(path)"
      }
      editor.meetingPoint = path
      open.append(OpenFile(device: device.name, path: path, handle: handle))
      return "opens \(path)"
    }
  }

  private func write(
    to file: OpenFile, _ device: SyncDevice, _ editor: inout SimulatedEditor
  ) throws -> String {
    // What a person has replaced or moved is no longer what the program writes to.
    guard let old = device[file.path], try isInPlace(file, device) else {
      return "had \(file.path) open, which is gone"
    }
    let line = editor.line(device)
    let bytes = Data("\(old.hasSuffix("\n") || old.isEmpty ? "" : "\n")\(line)\n".utf8)
    try file.handle.seekToEnd()
    try file.handle.write(contentsOf: bytes)
    device.setTime(of: device.file(file.path))
    editor.words.save(nil, line)
    return "saves \(file.path) in place"
  }

  private func isInPlace(_ file: OpenFile, _ device: SyncDevice) throws -> Bool {
    var (there, opened) = (stat(), stat())
    guard lstat(device.file(file.path), &there) == 0,
      fstat(file.handle.fileDescriptor, &opened) == 0
    else { return false }
    return there.st_ino == opened.st_ino && there.st_dev == opened.st_dev
  }

  mutating func end(_ device: SyncDevice, _ editor: inout SimulatedEditor) throws {
    for file in open where file.device == device.name { try file.handle.close() }
    open.removeAll { $0.device == device.name }
  }
}
