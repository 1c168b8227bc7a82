internal import Journal
internal import VaultFormat

/// The words of looking back, persons, milestones and statistics.
extension PageWords {
  static let changePerson = "Change this person"
  static let author = "Author"
  static let shared = "Public"
  static let isPublic = "yes"
  static let isAnonymous = "without author, people and place"
  static let today = "Today"
  static let opensToday = "Opens today"
  static let people = "People"
  static let milestones = "Milestones"
  static let noMilestones =
    "Milestones belong to somebody with a birthday, and nobody has a page yet."
  /// How many days in a row had a note, with what that is: the most, and those up to now; a day alone is none.
  static func runs(
    longest: ClosedRange<CalendarDay>, present: ClosedRange<CalendarDay>?
  ) -> [(String, String)] {
    let when = longest == present ? "still going" : "\(longest.upperBound.year)"
    let runs = [(longest, "longest streak, \(when)")]
    return (longest == present ? runs : runs + (present.map { [($0, "present streak")] } ?? []))
      .filter { $0.0.dayCount > 1 }.map { ($0.dayCount.counted("day"), $1) }
  }

  /// What the timeline and the numbers of months have, and all else leaves out.
  static func uncounted(_ count: Int) -> String {
    "Weekdays, hours and names leave out \(count.counted("sealed note or second version", "sealed notes and second versions"))."
  }

  static let anyAge = "At any age"
  static let beforeBirth = "Before the birth"

  /// `Second year`; from the thirteenth on `At 12 years`.
  static func yearOfLife(_ number: Int) -> String {
    let words = [
      "First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth",
      "Eleventh", "Twelfth",
    ]
    return number <= words.count ? "\(words[number - 1]) year" : "At \(number - 1) years"
  }

  static let statistics = "Numbers"
  static let noMemories =
    "No earlier year has a note of this day. One written today will be here in a year."
  static let orderByHand = "Order by hand"
  static let orderHow = "Your own order, beside the timeline, which stays by date."
  static let noneFound = "No other note was found."
  static let allDismissed = "What this day remembers is put aside until tomorrow."

  static func moreInOrder(_ count: Int) -> String {
    "\(count.counted("more note")) \(count == 1 ? "follows" : "follow") in the order."
  }

  static let lookingBackTable: [String: String] = [
    "about": "About",
    "aboutHow": "Names, separated by commas",
    "audience": "Who sees it, beside you",
    "everybody": "Everybody",
    "everybodyHow":
      "Words, photos, place and people are on the public site, once that is built again.",
    "withoutNames": "Without names and place",
    "withoutNamesHow":
      "Hides the author, the people, the place and its coordinates from all others.",
    "placeHere": "Where I am",
    "placeHow": "A name, a town, or coordinates",
    "placeWhich": "Which one?",
    "add": "Add",
    "addNotes": "Add notes",
    "findNotes": "Find a note", "done": "Done",
    "move": "Move",
    "moveHow": "Drag, or press arrow keys",
    "putFirst": "First",
    "putLast": "Last",
    "weather": "Weather",
    "changePerson": changePerson,
    "opens": "Sealed until",
    "opensHow":
      "Until that day nobody sees the words and files, in no circle either. The file stays readable.",
    "addPerson": "Add a person",
    "ahead": "Ahead",
    "dismiss": "Not today",
    "fav": "Add to favourites",
    "lastMonths": "This day of the last months too",
    "milestone": "Milestone",
    "milestoneHow": "First steps, or your own words",
    "milestones": milestones,
    "milestonesDone": "Reached",
    "milestonesLater": "All others",
    "anybody": "Anybody",
    "filterPerson": "About",
    "filterPlace": "Place",
    "notes": "Notes",
    "notesByMonth": "Notes by month",
    "year": "Year",
    "onThisDay": "On this day",
    "onlyFavorites": "Only favourites",
    "ownMilestone": "Another one, in your own words",
    "people": people,
    "personPage": "Page as a note",
    "publish": "Make public",
    "publishAnonymously": "Make public without names",
    "thenAndNow": "Then and now",
    "toWriteAbout": "Something to write about",
    "unfav": "Take out of favourites",
    "unpublish": "Make private",
    "whose": "Whose",
    "wipe": "How much is seen of each",
    "writeAbout": "Write about",
    "writeAboutIt": "Write about it",
    "writeNote": "Write a note",
  ]
}

/// The words about trackers.
extension PageWords {
  static let trackers = "Trackers"
  static let trackerParts = ["Overdue", "Today", "Coming up", "Any time"]
  static let planned = "Planned"
  static let archivedTrackers = "Archived"
  static let noTrackers =
    "How long ago was the last haircut, or the last rain? Count something, and this page says so."
  static let noArchived = "Nothing is archived."
  static let newTracker = "Begin with one"
  static let noEvents = "Nothing was logged yet."
  static let log = "Log"
  static let stop = "Stop"
  static let logged = "Logged."
  static let ended = "Ended."
  static let takenBack = "Taken back."
  static let eventRemoved = "Removed."
  static let eventBack = "It is back."
  static let saved = "Saved."
  static let paused = "Paused."
  static let newestFirst = "Newest first"
  static let oldestFirst = "Oldest first"
  static let remindOff = "Switch reminders off"
  static let remindOn = "Switch reminders on"
  static let archive = "Archive"
  static let unarchive = "Bring back from the archive"

  static func archived(_ count: Int) -> String { "\(count) archived" }

  static let trackerTable: [String: String] = [
    "dueNow": "Due",
    "shownInCalendar": "Shown in the calendar",
    "trackerAt": "When, if not now",
    "trackerBegin": "Begin now",
    "trackerBy": "In",
    "trackerCSV": "All as CSV",
    "trackerEvents": "Events",
    "trackerEvery": "Every",
    "trackerEveryHow":
      "Such as 2 days at 08:00, 6 weeks, month or weekdays; empty for no reminder.",
    "trackerFirst": "Back to the first ones",
    "trackerGoal": "Goal",
    "trackerGoalHow": "Such as 8 cups a day, at most 2 a week or 3 per month; empty for none.",
    "trackerIcon": "Emoji",
    "trackerMore": "More to say",
    "name": "Name",
    "trackerNew": "New tracker",
    "trackerNewHow":
      "How long after an event the next is due, and the unit of its values, can be left out.",
    "trackerNext": "Further events",
    "trackerNote": "The note with the log",
    "trackerNumbers": "The numbers",
    "trackerOrder": "Order",
    "trackerPause": "Pause",
    "trackerPauseUntil": "Pause until",
    "trackerPauseHow": "It is not due from today on to this day.",
    "trackerSettings": "Interval, unit, goal, name and archive",
    "trackerUnarchive": unarchive,
    "trackerUnit": "Unit",
    "trackerValue": "Value",
  ]
}
