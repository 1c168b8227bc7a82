internal import Journal
internal import Rendering
internal import Sharing
internal import SystemCalls
internal import VaultFormat
internal import VaultStore
internal import WebServer

/// The owner's room for circles: who is in, links for them, and what they see.
enum CircleRoutes {
  static let routes: [Route] = [
    .page(PagePath.circles, "The circles, and who is in them") { try await page($0) },
    .form("/circles/{circle}/invite", "Makes a link for a member", invite),
    // The page with the link has this address too.
    .page("/circles/{circle}/invite", "Leads to the circles") { $0.redirect(PagePath.circles) },
    .form("/circles/{circle}/revoke", "Lets a member out", revoke),
    .page("/circles/{circle}/as", "The notes as a circle sees them", preview),
    .page("/circles/{circle}/as/{…path}", "Another page as a circle sees it", preview),
  ]

  /// How long a link can be used, in days.
  private static let days = 14

  private static func invite(_ incoming: PageRequest) async throws -> Reply {
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
    return try await page(incoming, link: (PageWords.link(for: person.title), link))
      .with(.unstored)
  }

  private static func revoke(_ incoming: PageRequest) async throws -> Reply {
    let (circle, person) = try await found(incoming)
    _ = try incoming.site.members.revoke(person.id, from: circle.id)
    return incoming.redirect(PagePath.circles)
  }

  /// What a member who only reads would see at the rest of the address.
  private static func preview(_ incoming: PageRequest) async throws -> Reply {
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

  /// - Parameter link: that was made just now, and what it is.
  private static func page(
    _ incoming: PageRequest, link: (text: String, address: String)? = nil
  ) async throws -> Reply {
    let views = try await incoming.circleViews
    let register = try incoming.site.members.register()
    let counts = try await incoming.site.circleReads.run {
      try views.circles.circles.map { try views.view(of: $0.path).notes.count }
    }
    var frame = PageFrame(incoming, title: PageWords.circles, kind: "plain")
    frame.values = [
      "heading": .text(PageWords.circles), "summary": .text(PageWords.circlesHow),
      "empty": .empty(PageWords.noCircles, if: views.circles.circles.isEmpty),
      "link": .optional(
        link.map { ["text": .text($0.text), "address": .text($0.address)] }),
      "token": .text(incoming.session?.formToken ?? ""),
      "circles": .list(
        zip(views.circles.circles, counts).map { circle, count in
          view(circle, count: count, views, register, incoming)
        }),
    ]
    return try frame.reply("circles")
  }

  private static func view(
    _ circle: Circle, count: Int, _ views: CircleViews, _ register: MemberRegister,
    _ incoming: PageRequest
  ) -> TemplateView {
    let href = incoming.addresses.address(
      "\(PagePath.circles)/\(NoteAddress.segment(of: circle.id))")
    let members = circle.members(in: views.persons)
    return [
      "title": .text(circle.title), "href": .text(incoming.addresses.note(circle.id)),
      "count": .text("\(count.counted("note"))"), "previewHref": .text("\(href)/as"),
      "preview": .text(PageWords.preview),
      "nobody": members.isEmpty ? .text(PageWords.nobodyIn) : .none,
      "members": .list(members.map { member($0, of: circle, href, register, incoming) }),
    ]
  }

  private static func member(
    _ member: CircleMember, of circle: Circle, _ href: String, _ register: MemberRegister,
    _ incoming: PageRequest
  ) -> TemplateView {
    let person = member.person
    let state = person.flatMap { register.membership(of: $0.id, in: circle.id) }?
      .state(at: incoming.now.seconds)
    let seen = person.flatMap { register.lastSeen($0.id) }.map {
      DateWords.shortDay(NoteTime(instant: $0, zone: incoming.zone).day)
    }
    var isIn = false
    if case .accepted = state { isIn = true }
    let mayInvite = person != nil && incoming.isWritable
    let isOut = [nil, .revoked, .expired].contains(state)
    return [
      "name": .text(member.name), "person": .text(person?.id.text ?? ""),
      "standing": .text(PageWords.standing(state, role: member.role.rawValue, seen: seen)),
      "inviteAction": mayInvite ? .text("\(href)/invite") : .none,
      "invite": .text(isIn ? PageWords.anotherLink : PageWords.invite),
      "revokeAction": mayInvite && !isOut ? .text("\(href)/revoke") : .none,
      "revoke": .text(PageWords.revoke),
    ]
  }
}
