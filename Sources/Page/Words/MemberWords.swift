internal import Journal
internal import Publishing
internal import VaultFormat

/// The words of the members' pages, in the language of the member: English, German or Vietnamese; English for any other.
///
/// The family speaks: German says `du`, Vietnamese leaves the pronoun out, which depends on who is older.
struct MemberWords: Hashable, Sendable {
  /// The words that these pages share with sites, and the days.
  let site: SiteWords

  init(_ language: Language) { site = SiteWords(language) }

  /// For somebody who is not known: the first language of the browser that there are words for.
  ///
  /// - Parameter accepted: the value of `Accept-Language`, which usually has the best one first.
  init(accepted: String?) {
    let languages = (accepted ?? "").prefix(200).split(separator: ",").map { part in
      Language(part.drop { $0 == " " }.description)
    }
    self.init(languages.first { Person.languages.contains($0.code) } ?? .english)
  }

  private func word(_ english: String, _ german: String, _ vietnamese: String) -> String {
    site.word(english, german, vietnamese)
  }

  // MARK: - Around each page

  /// For the templates, below `page.words`.
  var table: [String: String] {
    [
      "skip": site.skip, "search": search, "leave": leave, "talk": site.talk,
      "yourComment": yourComment, "isCut": "\(site.cut).",
      "ownPages": word(
        "These pages are for you alone. This device remembers you: there is no password.",
        "Diese Seiten sind nur für dich. Dieses Gerät erkennt dich wieder, ein Passwort gibt es nicht.",
        "Trang này chỉ dành riêng cho người nhận. Thiết bị này được ghi nhớ, không cần mật khẩu."),
      "allMonths": word("All months", "Alle Monate", "Tất cả các tháng"),
      "otherMonths": word("Other months", "Andere Monate", "Các tháng khác"),
      "readOn": word("Read on", "Weiterlesen", "Đọc tiếp"),
      "toNotes": word("To the newest notes", "Zu den neuesten Einträgen", "Đến ghi chú mới"),
      "previous": word("Previous", "Vorheriges", "Trước"),
      "next": word("Next", "Nächstes", "Sau"),
      // Of a photo in its full size, to be kept.
      "whole": word("Full size", "Volle Größe", "Cỡ gốc"),
      "react": word("Reactions", "Reaktionen", "Bày tỏ cảm xúc"),
      "write": word("Write a comment", "Einen Kommentar schreiben", "Viết lời nhắn"),
      "send": word("Send", "Senden", "Gửi"),
      "save": word("Save", "Speichern", "Lưu"),
      "change": word("Change", "Ändern", "Sửa"),
      "remove": word("Remove", "Löschen", "Xóa"),
      "back": word("Back", "Zurück", "Quay lại"),
      // Above the words of somebody who cannot send them any more.
      "yourWords": word("This is what you wrote:", "Das hast du geschrieben:", "Nội dung đã viết:"),
    ]
  }

  func forMember(_ name: String) -> String {
    word("For \(name)", "Für \(name)", "Dành cho \(name)")
  }
  var search: String { word("Search", "Suchen", "Tìm kiếm") }
  var leave: String {
    word("Sign this device out", "Dieses Gerät abmelden", "Đăng xuất thiết bị này")
  }

  // MARK: - Notes

  var more: String { word("More of this month", "Mehr aus diesem Monat", "Xem thêm trong tháng") }
  var isEmpty: String {
    word("There is nothing here yet.", "Hier ist noch nichts.", "Ở đây chưa có gì.")
  }
  func photo(_ day: String) -> String { word("Photo, \(day)", "Foto, \(day)", "Ảnh, \(day)") }
  func photo(_ place: Int, of count: Int) -> String {
    word("\(place) of \(count)", "\(place) von \(count)", "\(place) / \(count)")
  }
  func film(_ day: String) -> String { word("Film, \(day)", "Film, \(day)", "Phim, \(day)") }
  func sound(_ day: String) -> String {
    word("Recording, \(day)", "Aufnahme, \(day)", "Bản ghi âm, \(day)")
  }
  func by(_ authors: String) -> String {
    word("By \(authors)", "Von \(authors)", "Người viết: \(authors)")
  }

  func found(_ count: Int, _ text: String) -> String {
    let notes = site.notes(count)
    return word("\(notes) with “\(text)”", "\(notes) mit „\(text)“", "\(notes) có “\(text)”")
  }

  var searchHint: String {
    word(
      "A word, a name, or a place.", "Ein Wort, ein Name oder ein Ort.",
      "Một từ, một tên hoặc một nơi.")
  }
  var nothingFound: String {
    word(
      "Nothing was found. Try another word, or fewer of them.",
      "Nichts gefunden. Versuche es mit einem anderen Wort oder mit weniger Wörtern.",
      "Không tìm thấy. Hãy thử từ khác, hoặc ít từ hơn.")
  }
  var moreFound: String { word("More", "Mehr", "Xem thêm") }

  // MARK: - Comments

  /// Who wrote a comment without a name: an owner.
  var owner: String { word("From this journal", "Aus diesem Tagebuch", "Từ nhật ký này") }
  var yourComment: String { word("Your comment", "Dein Kommentar", "Lời nhắn đã viết") }
  func comments(_ count: Int) -> String {
    word(
      count == 1 ? "1 comment" : "\(count) comments",
      count == 1 ? "1 Kommentar" : "\(count) Kommentare", "\(count) lời nhắn")
  }

  func text(_ refusal: CommentRefusal) -> String {
    switch refusal {
    case .empty:
      word("There is nothing in it yet.", "Es steht noch nichts darin.", "Chưa có nội dung.")
    case .tooLong(let limit):
      word(
        "It is too long: at most \(limit) characters. Nothing was sent; here is your text.",
        "Das ist zu lang: höchstens \(limit) Zeichen. Es wurde nichts gesendet; hier ist dein Text.",
        "Quá dài: tối đa \(limit) ký tự. Chưa gửi gì; nội dung vẫn còn ở đây.")
    case .tooMany:
      word(
        "That was a lot at once. Please send it again in an hour; here is your text.",
        "Das war viel auf einmal. Bitte sende es in einer Stunde noch einmal; hier ist dein Text.",
        "Gửi quá nhiều trong một lúc. Xin gửi lại sau một giờ; nội dung vẫn còn ở đây.")
    case .stale:
      word(
        "This page was too old. Please send it again; here is your text.",
        "Diese Seite war zu alt. Bitte sende es noch einmal; hier ist dein Text.",
        "Trang này đã cũ. Xin gửi lại; nội dung vẫn còn ở đây.")
    case .failed:
      word(
        "It could not be stored. Please send it again later; here is your text.",
        "Es konnte nicht gespeichert werden. Bitte sende es später noch einmal; hier ist dein Text.",
        "Không lưu được. Xin gửi lại sau; nội dung vẫn còn ở đây.")
    }
  }

  // MARK: - Pages without notes

  struct Letter: Hashable, Sendable {
    let heading: String
    let text: String
  }

  var invitation: Letter {
    Letter(
      heading: word("Somebody shares with you", "Jemand teilt etwas mit dir", "Có người chia sẻ"),
      text: word(
        "Press the button once. Then this device remembers you, and you can come back whenever you like.",
        "Drücke einmal auf den Knopf. Dann erkennt dich dieses Gerät wieder, und du kannst jederzeit zurückkommen.",
        "Hãy bấm nút một lần. Thiết bị này sẽ được ghi nhớ, và có thể quay lại bất cứ lúc nào."))
  }
  var open: String { word("Open", "Öffnen", "Mở") }

  /// Of a link that was used, has ended, or never was one.
  var usedLink: Letter {
    Letter(
      heading: word(
        "This link is not open any more", "Dieser Link gilt nicht mehr",
        "Liên kết này không còn hiệu lực"),
      text: word(
        "A link works once. Ask who sent it to you for another one; on the device where you used it you are still in.",
        "Ein Link gilt einmal. Bitte um einen neuen, wo du ihn bekommen hast; auf dem Gerät, auf dem du ihn benutzt hast, geht es weiter.",
        "Mỗi liên kết chỉ dùng được một lần. Hãy xin người gửi một liên kết khác; thiết bị đã dùng liên kết vẫn xem được."
      ))
  }

  /// Of a device that is not known, whatever it asks for.
  var unknownDevice: Letter {
    Letter(
      heading: word(
        "These pages are private", "Diese Seiten sind privat", "Đây là những trang riêng tư"),
      text: word(
        "This device is not, or no longer, among those that may see them. Ask who invited you for a new link.",
        "Dieses Gerät gehört nicht, oder nicht mehr, zu denen, die sie sehen dürfen. Bitte um einen neuen Link, wo du eingeladen wurdest.",
        "Thiết bị này không được, hoặc không còn được, xem các trang này. Hãy xin người mời một liên kết mới."
      ))
  }

  /// Of what there is not, as of what the member may not see.
  var missing: Letter {
    Letter(
      heading: word("Not here", "Nicht hier", "Không có ở đây"),
      text: word(
        "There is no such page. It may have been here before.",
        "Diese Seite gibt es nicht. Vielleicht war sie früher hier.",
        "Không có trang này. Có thể trước đây nó đã ở đây."))
  }

  var failure: Letter {
    Letter(
      heading: word(
        "It does not work just now", "Das geht gerade nicht", "Hiện không thực hiện được"),
      text: word(
        "Please try again in a while. Nothing was changed.",
        "Bitte versuche es in einer Weile noch einmal. Es wurde nichts geändert.",
        "Xin thử lại sau ít lâu. Chưa có gì thay đổi."))
  }

  var leaving: Letter {
    Letter(
      heading: word("Sign out?", "Abmelden?", "Đăng xuất?"),
      text: word(
        "This device will not be remembered any more. To come back, you need a new link.",
        "Dieses Gerät wird dann nicht mehr erkannt. Um zurückzukommen, brauchst du einen neuen Link.",
        "Thiết bị này sẽ không được ghi nhớ nữa. Để quay lại, cần một liên kết mới."))
  }

  var left: Letter {
    Letter(
      heading: word("Signed out", "Abgemeldet", "Đã đăng xuất"),
      text: word(
        "This device is signed out. To come back, ask for a new link.",
        "Dieses Gerät ist abgemeldet. Um zurückzukommen, bitte um einen neuen Link.",
        "Thiết bị này đã đăng xuất. Để quay lại, hãy xin một liên kết mới."))
  }

  /// `June 2026`.
  func month(_ month: CalendarMonth) -> String { site.monthAndYear(month.firstDay) }

  /// `14 June, 18:03`, with the year unless it is that of `today`.
  func moment(_ time: NoteTime, today: CalendarDay) -> String {
    (time.day.year == today.year ? site.dayAndMonth(time.day) : site.day(time.day))
      + (DateWords.clock(time).map { ", \($0)" } ?? "")
  }
}

/// Why a comment is not taken.
enum CommentRefusal: Error, Hashable, Sendable {
  case empty
  /// In characters.
  case tooLong(limit: Int)
  case tooMany
  /// The form is that of another device, or of one that has left.
  case stale
  /// The disk is full, the vault is away, or is only read.
  case failed
}
