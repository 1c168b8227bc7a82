package import VaultFormat

extension MilestoneEntry {
  /// - Parameters:
  ///   - note: that tells of it; nil if it is not done.
  ///   - age: of the person on that day.
  package func json(note: JSONValue?, age: Age?) -> JSONValue {
    .object([
      ("id", .string(milestone.id)), ("title", .string(milestone.title)),
      ("state", .string(state.rawValue)), ("date", .text(day?.description)),
      ("celebrated", .text(done?.celebrated?.description)), ("from", .text(from)),
      ("to", .text(to)), ("basis", .string(milestone.basis.rawValue)),
      ("note", note ?? .null), ("age", .text(age?.text)),
    ])
  }
}
