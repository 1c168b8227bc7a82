internal import HTTPTypes
internal import Rendering
internal import VaultFormat
internal import WebServer

/// A page that says why something did not work, and what to do next.
struct ProblemView {
  let site: PageSite

  /// Words alone for a script, which shows them in the page.
  func reply(_ problem: PageProblem, to request: WebRequest, session: Session?) -> Reply {
    if request.isByScript {
      return .json(.object([("error", .string(problem.text))]), status: problem.status)
    }
    var frame = PageFrame(site: site, session: session, title: problem.title, kind: "plain")
    frame.device = DeviceSettings(request)
    let steps: [TemplateView] = [problem.next].compactMap(\.self).map { next in
      ["href": .text(site.addresses.address(next.path)), "label": .text(next.label)]
    }
    frame.values = [
      "heading": .text(problem.title), "text": .text(problem.text),
      "hasSteps": .flag(!steps.isEmpty), "steps": .list(steps), "reference": .none,
    ]
    guard var reply = try? frame.reply("error") else {
      return Reply(
        problem.status, "text/plain; charset=utf-8", body: .bytes(Array(problem.text.utf8)))
    }
    reply.status = problem.status
    return reply
  }
}
