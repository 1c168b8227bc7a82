internal import Git
internal import Synchronization
internal import SystemCalls
internal import VaultFormat
internal import VaultStore

/// Writes and places new files on several threads: creating files is work for the kernel, which does it in several
/// folders at once.
///
/// Skips a file that fails: the caller repeats the step in order, and gets the error or finds what is in the way.
struct PlacingTeam: Sendable {
  /// A new file without conversion.
  struct File: Sendable {
    /// In the list of changes.
    var number: Int
    var content: ObjectID
    var hidden: VaultPath
    var path: VaultPath
    var isExecutable: Bool
  }

  let vault: VaultFolder
  /// The root of the repository.
  let repository: String
  let threads: Int
  /// In order of their paths.
  let files: [File]

  /// With fewer files, starting the threads takes longer than the work.
  private static let fewFiles = 256

  var isWorthwhile: Bool { files.count >= Self.fewFiles }

  /// Writes the files under their hidden names, in existing folders.
  ///
  /// - Returns: the numbers of the files that were written.
  func write(reportingTo stage: FileStage) -> [(number: Int, status: FileStatus)] {
    run(reportingTo: stage) { own in
      guard let repository = try? Repository(openingRoot: repository) else { return { _ in nil } }
      return { file in
        // Each thread holds one content in memory.
        guard let bytes = try? repository.blob(file.content, limit: PackBuffer.largeObject) else {
          return nil
        }
        do {
          try own.write(bytes, to: file.hidden, isExecutable: file.isExecutable)
          return try own.status(file.hidden)
        } catch {
          return nil
        }
      }
    }
  }

  /// Gives hidden files their names, if these are free.
  ///
  /// - Returns: the numbers of the files that were placed; the status is nil if it could not be read.
  func place(reportingTo stage: FileStage) -> [(number: Int, status: FileStatus?)] {
    run(reportingTo: stage) { own in
      { file in
        guard (try? own.move(file.hidden, to: file.path)) == true else { return nil }
        return .some((try? own.status(file.path)) ?? nil)
      }
    }
  }

  /// Runs the step on each thread, one folder after the other.
  private func run<Outcome: Sendable>(
    reportingTo stage: FileStage, _ step: @Sendable (FileStage) -> (File) -> Outcome?
  ) -> [(number: Int, Outcome)] {
    let folders = folders
    let next = Atomic(0)
    let shards = ThreadTeam.run(min(threads, VaultWalk.threadLimit)) {
      let own = FileStage(vault)
      let act = step(own)
      var done: [(number: Int, Outcome)] = []
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < folders.count else { break }
        for file in folders[number] {
          guard let outcome = act(file) else { continue }
          done.append((file.number, outcome))
        }
      }
      return (done, own.unsynced)
    }
    for (_, unsynced) in shards { stage.add(unsynced) }
    return shards.flatMap(\.0)
  }

  /// The files by folder.
  ///
  /// One thread takes the whole folder: the kernel creates one file of a folder at a time and makes other threads wait.
  private var folders: [[File]] {
    Array(Dictionary(grouping: files, by: \.path.parent).values)
  }
}
