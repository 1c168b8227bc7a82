/// A row of a statement, until the statement goes to the next one.
struct Row {
  let statement: Statement

  /// Nil if the column is null or holds something else.
  subscript<Value: ColumnValue>(_ column: String) -> Value? {
    guard let place = statement.columns[column] else {
      assertionFailure("no column \(column)")
      return nil
    }
    return Value(statement.handle, place)
  }

  /// A text, also one that is stored as bytes; empty if null.
  func text(_ column: String) -> String { self[column] ?? "" }
}
