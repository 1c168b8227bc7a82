internal import HTTPTypes
internal import Synchronization

/// What a server answers with; one for each site that it serves.
package protocol Site: Sendable {
  /// Answers a request; never throws, errors are replies.
  func reply(to request: WebRequest) async -> Reply

  /// Called when requests have used up the time that a shutdown leaves them.
  func abandonRequests()
}

extension Site {
  package func abandonRequests() {}
}

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

/// A site that is started by the first request that it can answer.
package final class LazySite: Site {
  /// Returns nil as long as there is nothing to answer with.
  package typealias Start = @Sendable () async throws -> (any Site)?

  private let start: Start
  private let log: @Sendable (String) -> Void
  private let state = Mutex(State())

  private struct State {
    var site: (any Site)?
    var starting: Task<(any Site)?, any Error>?
  }

  /// - Parameter log: gets the error of a start; the next request tries it again.
  package init(log: @escaping @Sendable (String) -> Void, start: @escaping Start) {
    self.start = start
    self.log = log
  }

  package func reply(to request: WebRequest) async -> Reply {
    do {
      guard let site = try await site() else { return .plain(.notFound) }
      return await site.reply(to: request)
    } catch {
      log("\(error)")
      return .plain(.serviceUnavailable)
    }
  }

  package func abandonRequests() { started?.abandonRequests() }

  private var started: (any Site)? { state.withLock { $0.site } }

  /// Requests that come while it starts wait for the same start.
  private func site() async throws -> (any Site)? {
    let start = start
    let task = state.withLock { state -> Task<(any Site)?, any Error>? in
      if state.site != nil { return nil }
      if let task = state.starting { return task }
      let task = Task { try await start() }
      state.starting = task
      return task
    }
    guard let task else { return started }
    let result = await task.result
    state.withLock { state in
      if case .success(let site?) = result { state.site = site }
      if state.starting == task { state.starting = nil }
    }
    return try result.get()
  }
}
