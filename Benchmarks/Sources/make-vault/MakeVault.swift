internal import SeededVault

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Writes a vault for measuring; the same arguments give the same bytes on every platform.
@main struct MakeVault {
  private static let usage = """
    usage: make-vault DIR N [--median BYTES] [--seed S] [--folders F]

    Writes N notes into the new folder DIR.
      --median BYTES   median size of a note's text (\(SeededNotes.defaultMedian): files of about \
    1 KB; 2600: about 4 KB)
      --seed S         another seed gives another vault (\(SeededNotes.defaultSeed))
      --folders F      about how many folders hold the notes (one for each month, 192)

    """

  private var folder = ""
  private var count = 0
  private var median = SeededNotes.defaultMedian
  private var seed = SeededNotes.defaultSeed
  private var folders: Int?

  static func main() {
    guard let job = MakeVault(words: CommandLine.arguments.dropFirst()) else {
      fail(usage, status: 64)
    }
    do {
      var writer = try VaultWriter(root: job.folder)
      let notes = SeededNotes(
        count: job.count, median: job.median, seed: job.seed, folders: job.folders)
      for note in notes {
        try writer.add(note)
      }
    } catch {
      fail("make-vault: error: \(error)\n", status: 2)
    }
  }

  private init?(words: ArraySlice<String>) {
    var plain: [String] = []
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--median":
        guard let bytes = rest.popFirst().flatMap({ Int($0) }), bytes > 0 else { return nil }
        median = bytes
      case "--seed":
        guard let number = rest.popFirst().flatMap({ UInt64($0) }) else { return nil }
        seed = number
      case "--folders":
        guard let number = rest.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
        folders = number
      case let option where option.hasPrefix("-"): return nil
      default: plain.append(word)
      }
    }
    guard plain.count == 2, let number = Int(plain[1]), number >= 0 else { return nil }
    (folder, count) = (plain[0], number)
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    var bytes = Array(message.utf8)
    _ = write(STDERR_FILENO, &bytes, bytes.count)
    exit(status)
  }
}
