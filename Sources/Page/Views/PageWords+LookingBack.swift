/// The words of looking back, persons, milestones and statistics.
extension PageWords {
  static let about = "About"
  static let today = "Today"
  static let opensToday = "Opens today"
  static let people = "People"
  static let milestones = "Milestones"
  static let statistics = "Numbers"
  static let noMemories =
    "No earlier year has a note of this day. One written today will be here in a year."
  static let allDismissed = "What this day remembers is put aside until tomorrow."

  static let lookingBackTable: [String: String] = [
    "about": about,
    "aboutHow": "Names, separated by commas",
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
