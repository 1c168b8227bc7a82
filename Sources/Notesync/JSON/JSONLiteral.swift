enum JSONLiteral: Hashable, Sendable {
  case null, `true`, `false`
}
