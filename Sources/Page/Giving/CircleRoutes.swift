internal import HTTPTypes
internal import Journal
internal import Operations
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultIndex
internal import VaultStore
internal import WebServer

/// The owner's room for circles: who is in, links for them, and what they see.
enum CircleRoutes {
  /// How long a link can be used, in days.
  private static let days = 14
  /// In how many of the newest notes with media a photo of a circle's is looked for.
  private static let looked = 8

  /// A circle of persons, who see its notes.
  static func make(_ incoming: PageRequest) async throws -> Reply {
    let fields = incoming.form?.fields ?? FormFields("")
    let chosen = Set(fields.all("person"))
    let book = incoming.register.book
    let names = book.persons.filter { chosen.contains($0.id.text) }.map { person in
      book.persons(called: person.title).count == 1 ? person.title : person.name
    }
    let written = try await incoming.write { writer in
      // The titles that there are now, and not when the form was opened.
      let circles = incoming.source.circles(of: incoming.site.live.snapshot.index).circles
      do {
        let title = try PageTitle(fields["name"] ?? "", among: circles).text
        var page = NewPage(kind: .circle, folder: Circle.folder, title: title)
        page.keys = [(.viewers, names.isEmpty ? nil : .list(names))]
        return try writer.create(page.note()).id
      } catch let problem as PageTitle.Problem {
        throw PageProblem(
          .conflict, "Not made", PageWords.circleName(problem),
          next: PageProblem.Next(path: PagePath.circles, label: "Back to the circles"))
      }
    }
    await incoming.site.waitForNote(written.text)
    return incoming.redirect(PagePath.circles, done: "newcircle")
  }

  static func invite(_ incoming: PageRequest) async throws -> Reply {
    let (circle, person) = try await found(incoming)
    // Pages that are moved must not lose their members.
    _ = try await incoming.write { writer in
      for (path, id) in [(circle.path, circle.id), (person.path, person.id)] {
        _ = try writer.storeIdentity(path, provisionalID: id)
      }
    }
    let secret = try incoming.site.members.invite(person.id, to: circle.id, days: days)
    let origin = incoming.site.origin(of: incoming.request).text
    let link = origin + incoming.addresses.address(MemberStore.path(of: secret))
    return try await page(incoming, link: (person.title, link)).with(.unstored)
  }

  static func revoke(_ incoming: PageRequest) async throws -> Reply {
    let (circle, person) = try await found(incoming)
    _ = try incoming.site.members.revoke(person.id, from: circle.id)
    return incoming.redirect(PagePath.circles)
  }

  /// What a member who only reads would see at the rest of the address.
  static func preview(_ incoming: PageRequest) async throws -> Reply {
    let views = try await incoming.circleViews
    guard let segment = incoming.parameters.first, let circle = circle(segment, in: views) else {
      throw PageProblem.noSuchPage
    }
    let root = "\(PagePath.circles)/\(NoteAddress.segment(of: circle.id))/as"
    let rest = incoming.localPath.split(separator: "/", omittingEmptySubsequences: false)
      .dropFirst(4).joined(separator: "/")
    let path = MemberAddress.root + (rest.isEmpty ? "" : "/\(rest)")
    guard let (route, parameters) = MemberRoute.route("GET", path) else {
      throw PageProblem.noSuchPage
    }
    let member = Member(
      id: circle.id, name: circle.title, language: .english,
      parts: [circle.path: Member.Part(role: .viewer, circle: nil)])
    let (site, source) = (incoming.site, incoming.source)
    let reply = try await MemberSite.answer(site, source, views, member.circles, route) {
      view, media in
      MemberRequest(
        request: incoming.request, parameters: parameters, member: member, view: view,
        face: MemberFace(site, MemberWords(.english), name: circle.title, root: root),
        media: media, desk: CommentDesk(site, source), formToken: "", today: incoming.now.day,
        form: FormFields(""))
    }
    guard let reply else { throw PageProblem.noSuchPage }
    return reply
  }

  // MARK: - Parts

  private static func circle(_ segment: String, in views: CircleViews) -> Circle? {
    let id = NoteAddress.id(in: segment)
    return views.circles.circles.first { $0.id.text == id }
  }

  /// The circle of the address and the person of the form, who is in it or was.
  private static func found(
    _ incoming: PageRequest
  ) async throws -> (circle: Circle, person: Person) {
    let views = try await incoming.circleViews
    guard let circle = incoming.parameters.first.flatMap({ circle($0, in: views) }),
      let person = views.persons.persons.first(where: { $0.id.text == incoming.form?["person"] })
    else { throw PageProblem.isGone }
    return (circle, person)
  }

  /// - Parameter link: that was made just now.
  static func page(
    _ incoming: PageRequest, link: (person: String, address: String)? = nil
  ) async throws -> Reply {
    let views = try await incoming.circleViews
    let journal = try await incoming.journal().index
    let register = try incoming.site.members.register()
    let circles = views.circles.circles
    let shown = try await incoming.site.circleReads.run {
      try circles.map { circle in
        let notes = try views.view(of: circle.path).notes
        let photos = notes.lazy.filter { $0.mediaCount > 0 }.prefix(looked)
          .compactMap { note in note.media.first { $0.kind == .photo } }
        return (
          count: notes.count, photos: Array(photos.compactMap(incoming.picture(of:)).prefix(4))
        )
      }
    }
    var frame = PageFrame(incoming, title: PageWords.circles)
    frame.styles = ["finding.css", "maintenance.css", "people.css", "pictures.css"]
    let canMake = incoming.isWritable
    frame.values = [
      "heading": .text(PageWords.circles),
      "summary": circles.isEmpty ? .none : .text(PageWords.circlesHow),
      "empty": .empty(
        PageWords.noCircles, canMake ? "#circle" : nil, PageWords.newCircle, if: circles.isEmpty),
      "link": .optional(
        link.map {
          [
            "title": .text(PageWords.link(for: $0.person)),
            "text": .text(PageWords.linkHow(for: $0.person)), "address": .text($0.address),
          ]
        }),
      "circles": .list(
        zip(circles, shown).map { circle, shown in
          let href = address(of: circle, incoming)
          let members = circle.members(in: views.persons)
          return [
            "title": .text(circle.title), "href": .text(incoming.addresses.note(circle.id)),
            "facts": .text(
              "\(shown.count.counted("note")) · \(members.count.counted("person", "people"))"),
            "previewHref": .text("\(href)/as"), "hasPhotos": .flag(!shown.photos.isEmpty),
            "photos": .texts(shown.photos),
            "members": .list(members.map { member($0, of: circle, register, journal, incoming) }),
          ]
        }),
      "form": canMake
        ? .view([
          "action": .text(incoming.addresses.address(PagePath.circles)),
          "isOpen": .flag(circles.isEmpty),
          "persons": .list(
            incoming.register.sorted.map { ["id": .text($0.id.text), "name": .text($0.title)] }),
        ]) : .none,
    ]
    return try frame.reply("circles")
  }

  private static func address(of circle: Circle, _ incoming: PageRequest) -> String {
    incoming.addresses.address("\(PagePath.circles)/\(NoteAddress.segment(of: circle.id))")
  }

  private static func member(
    _ member: CircleMember, of circle: Circle, _ register: MemberRegister,
    _ journal: JournalIndex, _ incoming: PageRequest
  ) -> TemplateView {
    let href = address(of: circle, incoming)
    guard let person = member.person else {
      return [
        "name": .text(member.name), "role": .text(PageWords.name(member.role)),
        "standing": .text(PageWords.isNobody), "inviteAction": .none, "more": .none,
        "avatar": .view(["src": .none, "initials": "?", "hue": "hue-0"]),
      ]
    }
    let membership = register.membership(of: person.id, in: circle.id)
    let state = membership?.state(at: incoming.now.seconds)
    var time = register.lastSeen(person.id)
    if case .pending = state { time = membership?.invited }
    let seen = time.map(incoming.ago)
    let isOut = [nil, .revoked, .expired].contains(state)
    return [
      "name": .text(member.name), "person": .text(person.id.text),
      "avatar": .view(
        PersonPicture(person, journal, incoming).view(on: incoming.addresses, sizes: "3.5rem")),
      "role": .text(PageWords.name(member.role)),
      "standing": state == nil && incoming.isWritable
        ? .none : .text(PageWords.standing(state, seen: seen)),
      "inviteAction": incoming.isWritable && isOut ? .text("\(href)/invite") : .none,
      "more": incoming.isWritable && !isOut
        ? .view(["linkAction": .text("\(href)/invite"), "revokeAction": .text("\(href)/revoke")])
        : .none,
    ]
  }
}
