internal import Measuring

/// A part of the measurements that can be asked for alone.
enum Section: String, CaseIterable {
  case list, search, million, hugo, add, start, sync, notesync, counts
}

/// What the command line asks for.
struct BenchOptions {
  static let usage = """
    usage: Benchmarks/run [--rounds N] [--quick] [--notes N] [--only SECTION[,SECTION…]]
                          [--without SECTION[,SECTION…]] [--tl PROGRAM] [--results DIR]

    Measures tl against ripgrep, git, hugo and the floor program, in turn, and prints a table.
      --rounds N       counted rounds of each comparison (15)
      --quick          5 rounds
      --notes N        notes in the large vaults (100000); the one of the section million has ten
                       times as many
      --only SECTION   of: list, search, million, hugo, add, start, sync, notesync, counts
      --without SECTION
                       all but these; million is left out by itself where disk or memory is too small
      --tl PROGRAM     measures this program instead of building tl
      --results DIR    where the table and the raw figures go; by default a folder under
                       Benchmarks/results named for the day and the machine, for runs that are
                       not complete Benchmarks/.work/results

    """

  static let completeRounds = 15
  static let completeNotes = 100_000

  /// The program to measure.
  var tl = ""
  /// Path of the folder `Benchmarks`.
  var package = ""
  var rounds = BenchOptions.completeRounds
  var notes = BenchOptions.completeNotes
  var sections = Set(Section.allCases)
  /// `nil`: chosen by date, machine and whether the run is complete.
  var results: String?
  /// As it was typed, for the report.
  var typed: [String] = []

  /// Large enough to be kept as a result, also without the part that small machines leave out.
  var isComplete: Bool {
    rounds >= Self.completeRounds && notes == Self.completeNotes
      && sections.union([.million]).count == Section.allCases.count
  }

  /// A start takes a few milliseconds: more rounds, for a steady median.
  var startRounds: Int { rounds * 4 }

  /// `nil` when the words make no sense.
  init?(words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--quick" {
        rounds = 5
        typed.append(word)
        continue
      }
      guard let value = rest.popFirst(), take(word, value) else { return nil }
    }
    guard !tl.isEmpty, !package.isEmpty else { return nil }
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--built-tl": tl = value
    case "--tl":
      tl = value
      typed += [option, String(value.split(separator: "/").last ?? "")]
    case "--package": package = value
    case "--results": results = value
    case "--rounds", "--notes":
      guard let number = Int(value), number > 0 else { return false }
      if option == "--rounds" { rounds = number } else { notes = number }
      typed += [option, value]
    case "--only", "--without":
      let names = value.split(separator: ",").map { Section(rawValue: String($0)) }
      let named = Set(names.compactMap { $0 })
      sections = option == "--only" ? named : sections.subtracting(named)
      typed += [option, value]
      return !names.isEmpty && !names.contains(nil)
    default: return false
    }
    return true
  }
}
