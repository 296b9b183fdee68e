#if HTTP
  /// Decides when a server is asked again.
  ///
  /// A value without a clock: it takes what happened, and returns how long to
  /// wait.
  package struct FetchSchedule: Sendable, Equatable {
    /// The outcome of asking.
    package enum Outcome: Sendable, Equatable {
      /// The server answered; the answer is fresh for so long, if it said so.
      case answered(freshFor: Duration?)
      /// There was no usable answer; the server wants to be left alone for so
      /// long, if it said so.
      case failed(retryAfter: Duration?)
    }

    private let interval: Double
    private let jitter: Double
    private let longest: Double
    /// How often asking has failed since the last answer.
    package private(set) var failures = 0
    private var wasAnswered = false

    /// Creates a schedule.
    ///
    /// - Parameters:
    ///   - interval: The time between two questions; at most ten years.
    ///   - jitter: The part of a delay that is random, from 0 to 1.
    ///   - longest: The longest delay, whatever the server says; at most ten years.
    package init(interval: Duration, jitter: Double, longest: Duration) {
      let interval = min(interval, .longestWait)
      let longest = min(longest, .longestWait)
      self.interval = max(0.001, interval / .seconds(1))
      self.jitter = min(1, max(0, jitter.isNaN ? 0 : jitter))
      self.longest = max(self.interval, longest / .seconds(1))
    }

    /// Notes an outcome, and returns the delay until the next question.
    ///
    /// After an answer it is at most the interval, or as long as the answer is
    /// fresh. After the first answer it is any part of the interval, so that hosts
    /// which started together ask apart from then on. After each further failure in
    /// a row the delay doubles. What a server asks for only lengthens a delay, up to
    /// the longest one.
    package mutating func delay(
      after outcome: Outcome, using random: inout some RandomNumberGenerator
    ) -> Duration {
      let chance = Double.random(in: 0..<1, using: &random)
      switch outcome {
      case .answered(let freshFor):
        failures = 0
        defer { wasAnswered = true }
        return wasAnswered
          ? delay(interval * (1 - jitter * chance), atLeast: freshFor, chance)
          : firstDelay(freshFor: freshFor, chance)
      case .failed(let retryAfter):
        failures += failures < 1000 ? 1 : 0
        var delay = interval
        for _ in 1..<failures where delay < longest { delay *= 2 }
        // Hosts that failed together are spread over half of the time.
        return self.delay(
          min(delay, longest) * (1 - max(jitter, 0.5) * chance), atLeast: retryAfter, chance)
      }
    }

    /// Returns any part of the interval, from where the answer is not fresh any more.
    private func firstDelay(freshFor: Duration?, _ chance: Double) -> Duration {
      let fresh = max(0, freshFor.map { $0 / .seconds(1) } ?? 0)
      let span = fresh < interval ? interval - fresh : interval
      return .seconds(min(fresh + span * (1 - chance), longest))
    }

    /// Returns the delay, or the longer one that the server asks for: all hosts
    /// may be told the same, so that one is lengthened by chance.
    private func delay(_ own: Double, atLeast asked: Duration?, _ chance: Double) -> Duration {
      let asked = asked.map { $0 / .seconds(1) } ?? 0
      return .seconds(own < asked ? min(asked * (1 + jitter * chance), longest) : own)
    }
  }

  extension Duration {
    /// Ten years: `Task.sleep` traps for a duration whose end the clock cannot represent.
    static let longestWait: Duration = .seconds(10 * 365 * 86_400)
  }
#endif
