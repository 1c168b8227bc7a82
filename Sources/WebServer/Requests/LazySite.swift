internal import HTTPTypes
internal import Synchronization

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
