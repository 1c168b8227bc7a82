/// The words of the owner about circles.
extension PageWords {
  /// Who wrote a comment that names nobody.
  static let owner = "You"
}
