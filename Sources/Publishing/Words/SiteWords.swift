package import Journal
package import Sharing
package import VaultFormat

/// The words of pages for others, in their language: English, German or Vietnamese; English for any other.
package struct SiteWords: Hashable, Sendable {
  private enum Kind { case english, german, vietnamese }

  /// Of the words (BCP 47).
  package let code: String
  var language: Language { Language(code) }
  private let kind: Kind

  package init(_ language: Language) {
    switch language.code {
    case "de": (code, kind) = ("de", .german)
    case "vi": (code, kind) = ("vi", .vietnamese)
    default: (code, kind) = ("en", .english)
    }
  }

  /// A text in the language of the words.
  package func word(_ english: String, _ german: String, _ vietnamese: String) -> String {
    switch kind {
    case .english: english
    case .german: german
    case .vietnamese: vietnamese
    }
  }

  package var skip: String { word("To the text", "Zum Text", "Đến nội dung") }
  var pages: String { word("Pages", "Seiten", "Trang") }
  var archive: String { word("Archive", "Archiv", "Lưu trữ") }
  var tags: String { word("Tags", "Schlagwörter", "Thẻ") }
  var search: String { word("Search", "Suche", "Tìm kiếm") }
  var searchFor: String {
    word("Words in all notes", "Wörter in allen Einträgen", "Từ trong mọi ghi chú")
  }
  var searchNeedsScript: String {
    word(
      "Searching needs a script; the archive has all notes.",
      "Die Suche braucht ein Skript; das Archiv hat alle Einträge.",
      "Tìm kiếm cần có script; trang lưu trữ có mọi ghi chú.")
  }
  var nothingFound: String { word("Nothing found", "Nichts gefunden", "Không tìm thấy") }
  var older: String { word("Older", "Älter", "Cũ hơn") }
  var newer: String { word("Newer", "Neuer", "Mới hơn") }
  package var otherNotes: String { word("Other notes", "Andere Einträge", "Ghi chú khác") }
  var allByYear: String {
    word("All notes by year", "Alle Einträge nach Jahr", "Mọi ghi chú theo năm")
  }
  var feed: String { word("Feed", "Feed", "Nguồn tin") }
  var missing: String {
    word("There is no such page", "Diese Seite gibt es nicht", "Không có trang này")
  }
  var missingText: String {
    word(
      "It may have been taken back, or never have been here.",
      "Vielleicht wurde sie zurückgenommen, oder es gab sie nie.",
      "Có thể trang đã được rút lại, hoặc chưa từng có.")
  }
  var toFront: String {
    word("To the newest notes", "Zu den neuesten Einträgen", "Đến ghi chú mới nhất")
  }
  var empty: String { word("Nothing is here yet.", "Hier ist noch nichts.", "Chưa có gì ở đây.") }

  /// `With Minji (1 year), Jisoo`; nil for nobody.
  package func with(_ people: [SharedPerson]) -> String? {
    let names = people.map { person in
      person.age.map { "\(person.name) (\($0.text(in: language)))" } ?? person.name
    }
    return names.isEmpty
      ? nil : "\(word("With", "Mit", "Cùng")) \(names.joined(separator: ", "))"
  }

  var by: String { word("By", "Von", "Bởi") }
  var contents: String { word("Contents", "Inhalt", "Mục lục") }
  var cover: String { word("Cover", "Umschlag", "Bìa") }
  package var talk: String { word("Comments", "Kommentare", "Lời nhắn") }
  package var cut: String { word("The text goes on", "Der Text geht weiter", "Văn bản còn tiếp") }

  /// What a page that stands alone says of media that it does not have.
  func soundsAndFilms(_ count: Int) -> String {
    word(
      count == 1
        ? "A sound or a film is not in this file."
        : "\(count) sounds and films are not in this file.",
      count == 1
        ? "Eine Ton- oder Filmaufnahme ist nicht in dieser Datei."
        : "\(count) Ton- und Filmaufnahmen sind nicht in dieser Datei.",
      "\(count) bản ghi âm và phim không có trong tệp này.")
  }

  package func notes(_ count: Int) -> String {
    word(
      count == 1 ? "1 note" : "\(count) notes", count == 1 ? "1 Eintrag" : "\(count) Einträge",
      "\(count) ghi chú")
  }
}

// MARK: - Days

extension SiteWords {
  /// `Sunday, 14 June 2026`.
  package func longDay(_ day: CalendarDay) -> String { "\(weekday(day)), \(self.day(day))" }

  /// `14 June 2026`.
  package func day(_ day: CalendarDay) -> String { dayAndMonth(day) + year(of: day) }

  /// `Sunday, 14 June`.
  package func dayOfMonth(_ day: CalendarDay) -> String { "\(weekday(day)), \(dayAndMonth(day))" }

  /// `14 June`.
  package func dayAndMonth(_ day: CalendarDay) -> String {
    switch kind {
    case .english: "\(day.day) \(month(day))"
    case .german: "\(day.day). \(month(day))"
    case .vietnamese: "\(day.day) \(month(day).lowercased())"
    }
  }

  /// `June`, as it begins a text.
  package func month(_ day: CalendarDay) -> String {
    word(MonthName.of(day), Self.germanMonths[day.month - 1], "Tháng \(day.month)")
  }

  /// `June 2026`.
  package func monthAndYear(_ day: CalendarDay) -> String { month(day) + year(of: day) }

  private func year(of day: CalendarDay) -> String {
    kind == .vietnamese ? ", \(day.year)" : " \(day.year)"
  }

  private func weekday(_ day: CalendarDay) -> String {
    let place = day.weekday.rawValue - 1
    return word(day.weekday.name, Self.germanWeekdays[place], Self.vietnameseWeekdays[place])
  }

  private static let germanWeekdays = [
    "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag",
  ]
  private static let vietnameseWeekdays = [
    "Thứ Hai", "Thứ Ba", "Thứ Tư", "Thứ Năm", "Thứ Sáu", "Thứ Bảy", "Chủ Nhật",
  ]
  private static let germanMonths = [
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
    "November", "Dezember",
  ]
}
