/// The words about places and the map.
extension PageWords {
  static let map = "Map"
  static let place = "Place"
  static let places = "Places"
  static let noPlaces =
    "No note says where it was written. A place, a town or coordinates in a note bring it here."
  static let noSuchPlace = "No place has that in its name."
  static let newestPlaces = "newest"
  static let mostNotes = "most notes"
  static let nothingOnMap = "No note has coordinates yet."
  static let nothingHere = "No note was written here."
  static let showNearer = "show nearer"
  static let zoomIn = "Nearer"
  static let zoomOut = "Farther"
  static let west = "To the west"
  static let north = "To the north"
  static let south = "To the south"
  static let east = "To the east"

  static let placesTable: [String: String] = [
    "allPlaces": "All places",
    "around": "Within 5 km",
    "findPlace": "Find",
    "fitMap": "All",
    "map": map,
    "mapKeys":
      "Arrow keys move the map, + and - change its scale, 0 shows all. The list has the same places.",
    "mapOf": "Map of the notes",
    "notesHere": "Notes around here",
    "otherMap": "In another app",
    "places": places,
    "placesAfter": "Next places",
    "placesBefore": "Places before",
    "placeSearch": "Name of a place",
    "showMe": "Where I am",
    "whereRefused": "The browser does not say where it is.",
  ]
}
