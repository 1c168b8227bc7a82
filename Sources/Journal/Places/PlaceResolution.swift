internal import VaultFormat

/// What a name means among the places of a vault and the cities.
package enum PlaceResolution: Hashable, Sendable {
  case one(Place)
  /// To choose from, the most likely one first.
  case several([PlaceChoice])
  case none

  init(_ choices: [PlaceChoice]) {
    switch choices.count {
    case 0: self = .none
    case 1: self = .one(choices[0].place)
    default: self = .several(choices)
    }
  }
}
