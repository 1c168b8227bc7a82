package import VaultFormat

extension Person {
  /// - Parameters:
  ///   - age: today; nil if it is not known.
  ///   - notes: how many name the person.
  package func json(age: Age?, notes: Int) -> JSONValue {
    .object([
      ("id", .string(id.text)), ("name", .string(title)), ("path", .string(path.text)),
      ("role", .text(role?.text)), ("birthday", .text(birthday?.description)),
      ("due_date", .text(dueDate?.description)), ("died", .text(died?.description)),
      ("age", .text(age?.text)), ("notes", .int(notes)),
    ])
  }
}

extension PersonBirthday {
  package var json: JSONValue {
    .object([
      ("person", .string(person.title)), ("turns", turns.map { .int($0) } ?? .null),
      ("memorial", .bool(isMemorial)),
    ])
  }
}
