internal import Git
internal import Synchronization
internal import System
internal import VaultFormat
internal import VaultStore

/// Writes files that are new, and gives them their names, on several threads: making files is work for the kernel,
/// which does it in several folders at once.
///
/// Does what it can. A file that a thread fails at is left to the caller, who does the step again, in order, and
/// meets the error, or what stands in the way.
struct PlacingTeam: Sendable {
  /// A new file that git keeps byte for byte.
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
  /// In the order of their paths.
  let files: [File]

  /// With fewer files it takes longer to start the threads than to do the work.
  private static let fewFiles = 256

  var isWorthwhile: Bool { files.count >= Self.fewFiles }

  /// Writes the files under their hidden names, in folders that exist.
  ///
  /// - Returns: by their numbers, those that were written.
  func write(telling stage: FileStage) -> [(number: Int, status: FileStatus)] {
    run(telling: stage) { own in
      guard let repository = try? Repository(openingRoot: repository) else { return { _ in nil } }
      return { file in
        // Each thread holds one content in memory.
        guard let bytes = try? repository.blob(file.content, limit: PackLane.largeObject) else {
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

  /// Gives hidden files their own names, where these are free.
  ///
  /// - Returns: by their numbers, those that have them; the status is nil where it could not be had.
  func place(telling stage: FileStage) -> [(number: Int, status: FileStatus?)] {
    run(telling: stage) { own in
      { file in
        guard (try? own.move(file.hidden, to: file.path)) == true else { return nil }
        return .some((try? own.status(file.path)) ?? nil)
      }
    }
  }

  /// Has each thread make its own way to do the step, and do it for the files of one folder after the other.
  private func run<Outcome: Sendable>(
    telling stage: FileStage, _ step: @Sendable (FileStage) -> (File) -> Outcome?
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

  /// The files of one folder each.
  ///
  /// A thread takes all of them: the kernel makes one file of a folder at a time, and has the others wait.
  private var folders: [[File]] {
    Array(Dictionary(grouping: files, by: \.path.parent).values)
  }
}
