/// Why a valid request cannot be carried out at the moment.
struct Unavailable: Error, CustomStringConvertible {
  var description: String
}
