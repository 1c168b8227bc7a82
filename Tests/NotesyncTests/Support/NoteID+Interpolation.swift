import VaultFormat

extension NoteID: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(nonEmpty: text) }
}
