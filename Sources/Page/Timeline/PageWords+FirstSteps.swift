/// The words of the first steps in a vault without notes.
extension PageWords {
  static let importPhotos = "Import photos"
  static let ownCategories = "Make my own"
  static let writeFirst = "Write the first note"
  static let noNotes = "There are no notes yet."

  static let firstSteps: [FirstStep: (title: String, text: String)] = [
    .who: (
      "Who is it about?",
      "A child, a parent, yourself: with a page and a birthday, each note says how old somebody was."
    ),
    .kinds: (
      "Kinds of notes",
      "Book, Cooking, Day, Movie, Message and List, each with a symbol and a colour; they can be changed later."
    ),
    .photos: (
      "Photos", "They become notes, on the days on which they were taken. You see the plan first."
    ),
    .note: ("The first note", "One sentence is enough."),
  ]

  static let firstStepTable: [String: String] = [
    "firstSteps": "First steps",
    "firstStepsHow": "This timeline is empty. Here are some ways to begin, all of them optional.",
    "stepBorn": "Born",
    "stepDefaults": "Add these",
    "stepSkip": "Skip",
    "stepSkipped": "Show what was skipped",
  ]
}
