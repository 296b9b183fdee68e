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
    private var failures = 0
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
    /// a row the delay doubles, beginning with a second where there was no answer yet,
    /// else with the interval. What a server asks for only lengthens a delay, up to
    /// the longest one.
    package mutating func delay(
      after outcome: Outcome, using random: inout some RandomNumberGenerator
    ) -> Duration {
      let chance = Double.random(in: 0..<1, using: &random)
      switch outcome {
      case .answered(let freshFor):
        failures = 0
        defer { wasAnswered = true }
        let fresh = Self.seconds(freshFor)
        guard wasAnswered else { return .seconds(firstDelay(freshFor: fresh, chance)) }
        let own = interval * (1 - jitter * chance)
        return .seconds(own < fresh ? delay(askedFor: fresh, chance) : own)
      case .failed(let retryAfter):
        failures += failures < 1000 ? 1 : 0
        var delay = wasAnswered ? interval : min(1, interval)
        for _ in 1..<failures where delay < longest { delay *= 2 }
        // Hosts that failed together are spread over half of the time.
        let own = min(delay, longest) * (1 - max(jitter, 0.5) * chance)
        let asked = Self.seconds(retryAfter)
        return .seconds(own < asked ? self.delay(askedFor: asked, chance) : own)
      }
    }

    /// Notes an answer to a question besides the regular ones.
    package mutating func noteAnswer() {
      failures = 0
    }

    /// Returns any part of the interval, from where the answer is not fresh any more.
    private func firstDelay(freshFor fresh: Double, _ chance: Double) -> Double {
      if fresh >= longest { return longest - interval * chance }
      let end = fresh < interval ? interval : min(fresh + interval, longest)
      return end - (end - fresh) * chance
    }

    /// Returns the delay that a server asks for, lengthened by chance, as all hosts may be told the
    /// same; one that is too long becomes one just below the longest.
    private func delay(askedFor asked: Double, _ chance: Double) -> Double {
      let spread = max(jitter, 0.1)
      if asked >= longest { return longest * (1 - spread * chance) }
      return asked + (min(asked * (1 + spread), longest) - asked) * chance
    }

    private static func seconds(_ duration: Duration?) -> Double {
      max(0, duration.map { $0 / .seconds(1) } ?? 0)
    }
  }

  extension Duration {
    /// Ten years: `Task.sleep` traps for a duration whose end the clock cannot represent.
    static let longestWait: Duration = .seconds(10 * 365 * 86_400)
  }
#endif
