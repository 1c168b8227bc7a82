/// Two sites on one port, told apart by the path.
package struct SiteSwitch: Site {
  private let main: any Site
  private let other: any Site
  private let isForOther: @Sendable (_ path: String) -> Bool

  /// - Parameter isForOther: whether the other site answers the path, which is as sent.
  package init(
    _ main: any Site, other: any Site,
    isForOther: @escaping @Sendable (_ path: String) -> Bool
  ) {
    self.main = main
    self.other = other
    self.isForOther = isForOther
  }

  package func reply(to request: WebRequest) async -> Reply {
    await site(of: request).reply(to: request)
  }

  package func abandonRequests() {
    main.abandonRequests()
    other.abandonRequests()
  }

  private func site(of request: WebRequest) -> any Site {
    isForOther(request.path) ? other : main
  }
}
