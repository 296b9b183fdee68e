#if Service && HTTP
  import Dispatch
  import Foundation
  import LuaRules
  import LuaRulesHTTP
  import Synchronization

  /// Rules that come from an address, even if its server has none yet.
  ///
  /// Until the first bundle the server is asked again and again, and the stored bundle is the source,
  /// if there is one: an attempt to reach a server may take its whole time limit.
  final class FetchedRules: LiveRuleSource {
    private let url: URL
    private let options: HTTPRuleOptions
    private let makeSource: @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource
    /// The source, or why there is none yet.
    private let source: Mutex<Result<HTTPRuleSource, RuleError>>
    /// The bundle of the disk, which nobody has looked at.
    private let stored: RuleSource?
    private let bundles: AsyncStream<Void>
    private let bundleFetched: AsyncStream<Void>.Continuation

    /// How long the start waits for the first bundle.
    private static let startLimit = DispatchTimeInterval.seconds(5)

    /// Begins to ask for bundles, and waits some seconds for the first one.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - options: How to ask.
    ///   - source: Makes the source of the content and the name of a bundle.
    init(
      _ url: URL, options: HTTPRuleOptions,
      source: @escaping @Sendable (_ bytes: [UInt8], _ name: String) -> RuleSource
    ) {
      self.url = url
      self.options = options
      makeSource = source
      stored = options.cacheFile.flatMap { file in
        let bytes = try? LocalFileSystem().contents(
          ofFile: file.path, limit: options.maximumSize)
        return bytes.map { source($0, file.relativePath) }
      }
      self.source = Mutex(
        .failure(RuleError(.unreadable, "no bundle has been fetched yet")))
      (bundles, bundleFetched) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
      let answered = DispatchSemaphore(value: 0)
      Task.detached { await self.ask { answered.signal() } }
      _ = answered.wait(timeout: .now() + Self.startLimit)
    }

    func sources() throws -> [RuleSource] {
      switch source.withLock(\.self) {
      case .success(let source): return try source.sources()
      case .failure(let error):
        guard let stored else { throw error }
        return [stored]
      }
    }

    /// The stream for the only live model with these rules.
    func changes() -> AsyncStream<Void> { bundles }

    /// Asks until there is a bundle, and then passes on that there is a newer one.
    ///
    /// - Parameter noteAnswer: Runs each time that the server has answered, or could not be reached.
    private func ask(_ noteAnswer: () -> Void) async {
      var schedule = FetchSchedule(
        interval: min(.seconds(1), options.interval), jitter: options.jitter,
        longest: options.interval)
      var random = SystemRandomNumberGenerator()
      while !Task.isCancelled {
        do throws(RuleError) {
          let source = try await HTTPRuleSource(url, options: options, source: makeSource)
          let changes = source.changes()
          self.source.withLock { $0 = .success(source) }
          noteAnswer()
          bundleFetched.yield()
          for await _ in changes { bundleFetched.yield() }
          return
        } catch {
          self.source.withLock { $0 = .failure(error) }
        }
        noteAnswer()
        let delay = schedule.delay(after: .failed(retryAfter: nil), using: &random)
        try? await Task.sleep(for: delay)
      }
    }
  }
#endif
