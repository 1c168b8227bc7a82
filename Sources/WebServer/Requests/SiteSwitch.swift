internal import HTTPTypes

/// Two sites on one port, told apart by the path.
package struct SiteSwitch: Site {
  private let main: any Site
  private let other: any Site
  private let isForOther: @Sendable (_ path: String) -> Bool
  private let isForeign: @Sendable (_ request: WebRequest) -> Bool

  /// - Parameters:
  ///   - isForOther: whether the other site answers the path, which is as sent.
  ///   - isForeign: whether a page of somebody else has sent a request for the other site, which is refused.
  package init(
    _ main: any Site, other: any Site,
    isForOther: @escaping @Sendable (_ path: String) -> Bool,
    isForeign: @escaping @Sendable (_ request: WebRequest) -> Bool
  ) {
    self.main = main
    self.other = other
    self.isForOther = isForOther
    self.isForeign = isForeign
  }

  package func reply(to request: WebRequest) async -> Reply {
    guard isForOther(request.path) else { return await main.reply(to: request) }
    return isForeign(request) ? .plain(.forbidden) : await other.reply(to: request)
  }

  package func abandonRequests() {
    main.abandonRequests()
    other.abandonRequests()
  }
}
