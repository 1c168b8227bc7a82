internal import Measuring
internal import SeededVault

/// What the notes of a vault are like.
struct VaultShape {
  let notes: Int
  var median = SeededNotes.defaultMedian
  /// Of a note's file, for the table.
  var size = "1 KB"
  /// Nil for one folder a month.
  var folders: Int?

  /// The arguments of `make-vault` behind the folder.
  var arguments: [String] {
    ["\(notes)", "--median", "\(median)"] + (folders.map { ["--folders", "\($0)"] } ?? [])
  }

  func vault(in work: String) -> BenchVault {
    let spread = folders.map { "-in-\($0)" } ?? ""
    return BenchVault(
      name: "\(grouped(notes)) × \(size)",
      path: "\(work)/notes-\(notes)-\(median)\(spread)-\(SeededNotes.edition)")
  }

  /// What a machine lacks for making notes of 1 KB and reading them warm; nil where it has enough.
  ///
  /// A note takes a block of 4 KB on the disk and some have a medium; of both the system keeps content, inode and name
  /// in memory.
  ///
  /// - Parameters:
  ///   - memory: of the machine, in bytes.
  ///   - disk: bytes that are free; nil where that is not known.
  func shortage(memory: Int, disk: Int?) -> String? {
    let needed = (memory: notes * 8000, disk: notes * 6000)
    if memory < needed.memory { return "left out: needs \(gigabytes(needed.memory)) of memory" }
    if let disk, disk < needed.disk {
      return "left out: needs \(gigabytes(needed.disk)) of free disk"
    }
    return nil
  }

  private func gigabytes(_ bytes: Int) -> String {
    "\(decimalText(Double(bytes) / 1e9, places: 0)) GB"
  }
}
