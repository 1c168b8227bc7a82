import ArgumentParser
internal import VaultFormat

/// What new notes are about.
struct TopicOptions: ParsableArguments {
  @Option(
    name: [.customShort("t", allowingJoined: true), .long], help: "Add a tag (can be repeated)",
    completion: .tags)
  var tag: [String] = []

  @Option(name: .shortAndLong, help: "The category", completion: .categories)
  var category: String?

  @Option(
    help: ArgumentHelp("Who it is about (can be repeated, or a,b)", valueName: "names"),
    completion: .people)
  var people: [String] = []

  /// Without doubles.
  var tags: [Tag] { Tag.unique(tag.flatMap { Tag.list(in: $0) }) }

  /// The other options, as keys and values of `FieldAssignment`.
  var keys: [(name: String, value: String)] {
    let names = people.joined(separator: ",")
    return [("category", category), ("people", names.isEmpty ? nil : names)]
      .compactMap { name, value in value.map { (name, $0) } }
  }
}
