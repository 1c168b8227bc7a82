internal import VaultFormat

/// The words of looking back, persons, milestones and statistics.
extension PageWords {
  static let about = "About"
  static let changePerson = "Change this person"
  static let weather = "Weather"
  static let author = "Author"
  static let shared = "Public"
  static let isPublic = "yes"
  static let isAnonymous = "without author, people and place"
  static let today = "Today"
  static let opensToday = "Opens today"
  static let people = "People"
  static let milestones = "Milestones"
  static let statistics = "Numbers"
  static let noMemories =
    "No earlier year has a note of this day. One written today will be here in a year."
  static let orderByHand = "Order by hand"
  static let orderHow =
    "Notes that you have put in order, as tl list --sort order shows them. Drag one, or use its buttons; notes that are not "
    + "in the order come behind, newest first."
  static let allDismissed = "What this day remembers is put aside until tomorrow."

  static func moreInOrder(_ count: Int) -> String {
    "\(count.counted("more note")) in the order; tl list --sort order shows all."
  }

  static let lookingBackTable: [String: String] = [
    "about": about,
    "aboutHow": "Names, separated by commas",
    "category": "Category",
    "placeHere": "Where I am",
    "placeHow": "A name, a town, or coordinates",
    "placeWhich": "Which one?",
    "notInOrder": "Not in the order",
    "putFirst": "First",
    "putLast": "Last",
    "weather": "Weather",
    "changePerson": changePerson,
    "opens": "Sealed until",
    "opensHow":
      "Until that day nobody sees the words and files here. The file itself stays readable.",
    "addPerson": "Add a person",
    "ahead": "Ahead",
    "dismiss": "Not today",
    "facts": "Dates and names",
    "fav": "Add to favourites",
    "favorite": "Favourite",
    "lastMonths": "This day of the last months too",
    "milestone": "Milestone",
    "milestoneHow": "First steps, or your own words",
    "milestones": milestones,
    "milestonesDone": "Done",
    "milestonesLater": "All others",
    "notes": "Notes",
    "onlyFavorites": "Only favourites",
    "ownMilestone": "Another one, in your own words",
    "people": people,
    "personPage": "Page as a note",
    "photos": "Photos",
    "thenAndNow": "Then and now",
    "timeline": "Timeline",
    "toWriteAbout": "Something to write about",
    "unfav": "Take out of favourites",
    "whose": "Whose",
    "writeAbout": "Write about",
    "writeAboutIt": "Write about it",
    "writeNote": "Write a note",
  ]
}
