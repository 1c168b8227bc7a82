import ArgumentParser
internal import Media

/// The form of a list.
struct ListOptions: ParsableArguments {
  @Flag(help: "Print a JSON array")
  var json = false
}

/// The form of what is no list.
struct ObjectOptions: ParsableArguments {
  @Flag(help: "Print a JSON object")
  var json = false
}

/// The form of one value, or of many.
struct ValueOptions: ParsableArguments {
  @Flag(help: "Print JSON")
  var json = false
}

/// Of a command that shows long texts.
struct PagerOptions: ParsableArguments {
  @Flag(name: .customLong("no-pager"), help: "Do not use a pager")
  var noPager = false
}

/// Of a command that asks before it does something.
struct ConsentOptions: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask")
  var yes = false
}

/// Of a command that writes a file which the user names.
struct ReplacingOption: ParsableArguments {
  @Flag(help: "Replace the file if it exists")
  var force = false

  /// - Throws: if it is given, and no file is named.
  func check(needs option: String, _ isNamed: Bool) throws {
    if force, !isNamed { throw ValidationError("--force needs \(option)") }
  }
}

/// Of a command that changes many notes, or their places.
struct ChangeOptions: ParsableArguments {
  @Flag(name: [.customShort("N"), .long], help: "Print what would change, and change nothing")
  var dryRun = false
}

/// What the copies of files for a note differ in, and what the note gets of them.
struct CopyArguments: ParsableArguments {
  @Option(help: .strip)
  var strip: MetadataExtent?

  @Option(help: .maximumSide)
  var max: PictureSide?

  @Flag(
    name: .customLong("no-photo-date"), help: "Do not take the date and the place of the photos")
  var leavesPhotoDate = false

  var options: CopyOptions { CopyOptions(strip: strip, max: max) }
}

/// The files of a new note.
struct AttachedArguments: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: "Copy a photo, a recording or any file to the note (can be repeated)",
    completion: .file())
  var attach: [String] = []
}

extension ParsableArguments {
  /// Throws if more than one of some options is given.
  func exclude(_ options: [(isGiven: Bool, name: String)]) throws {
    let given = options.filter(\.isGiven).map(\.name)
    guard given.count > 1 else { return }
    throw ValidationError("\(given[0]) and \(given[1]) cannot be used together")
  }

  /// Throws if a number is negative.
  func check(number: Int?, of option: String = "-n") throws {
    guard let number, number < 0 else { return }
    throw ValidationError("\(option) needs a number of at least 0")
  }
}

/// The notes that a command changes.
struct NotesArguments: ParsableArguments {
  @Argument(help: "The notes; asks when there are none", completion: .notes)
  var notes: [String] = []
}

/// The tracker of a command that needs one.
struct TrackerArgument: ParsableArguments {
  @Argument(help: "The tracker", completion: .trackers)
  var tracker: String
}
