/// Why a request cannot be carried out at the moment, though nothing is wrong with it.
struct Unavailable: Error, CustomStringConvertible {
  var description: String
}
