#if HTTP
  @_spi(Simulation) import LuaRulesHTTP
  import Testing

  struct FetchScheduleTests {
    /// Chance that is always the same.
    private struct Chance: RandomNumberGenerator {
      var value: UInt64
      static let none = Chance(value: 0)
      static let most = Chance(value: .max)
      mutating func next() -> UInt64 { value }
    }

    private static let schedule = FetchSchedule(
      interval: .seconds(30), jitter: 0.1, longest: .seconds(600))

    private func seconds(
      _ outcomes: [FetchSchedule.Outcome], _ chance: Chance = .none
    ) -> [Double] {
      var schedule = Self.schedule
      var chance = chance
      return outcomes.map {
        (schedule.delay(after: $0, using: &chance) / .milliseconds(1)).rounded() / 1000
      }
    }

    @Test(
      arguments: [
        (nil, 30, 27), (.seconds(10), 30, 27), (.seconds(100), 100, 110),
        (.seconds(100_000), 600, 540), (.seconds(600), 600, 540), (.seconds(595), 595, 600),
        (.zero, 30, 27),
      ] as [(Duration?, Double, Double)])
    func `an answer is followed by the interval, or by its freshness`(
      fresh: Duration?, least: Double, most: Double
    ) {
      let answers = [FetchSchedule.Outcome](repeating: .answered(freshFor: fresh), count: 3)
      #expect(seconds(answers).dropFirst() == [least, least])
      #expect(seconds(answers, .most).dropFirst() == [most, most])
    }

    @Test(
      arguments: [
        (nil, 0, 30), (.zero, 0, 30), (.seconds(-5), 0, 30), (.seconds(10), 10, 30),
        (.seconds(30), 30, 60), (.seconds(100), 100, 130), (.seconds(590), 590, 600),
        (.seconds(600), 570, 600), (.seconds(100_000), 570, 600),
      ] as [(Duration?, Double, Double)])
    func `the first answer is followed by any part of the interval`(
      fresh: Duration?, least: Double, most: Double
    ) {
      #expect(seconds([.answered(freshFor: fresh)], .most) == [least])
      #expect(seconds([.answered(freshFor: fresh)]) == [most])
      // Failures before it change nothing of it.
      #expect(seconds([.failed(retryAfter: nil), .answered(freshFor: fresh)]).last == most)
    }

    @Test func `hosts that start together ask apart from their second question on`() {
      var generator = SystemRandomNumberGenerator()
      var counts = [Int](repeating: 0, count: 30)
      for _ in 0..<30_000 {
        var schedule = Self.schedule
        let delay = schedule.delay(after: .answered(freshFor: nil), using: &generator)
        counts[min(29, Int(delay / .seconds(1)))] += 1
      }
      // About 1,000 ± 32 in each second; ten times that is no chance.
      #expect(counts.allSatisfy { (700...1300).contains($0) })
    }

    @Test func `each failure doubles the delay, up to the longest one`() {
      let failures = [FetchSchedule.Outcome](repeating: .failed(retryAfter: nil), count: 8)
      let later = [.answered(freshFor: nil)] + failures
      #expect(seconds(later).dropFirst() == [30, 60, 120, 240, 480, 600, 600, 600])
      #expect(seconds(later, .most).dropFirst() == [15, 30, 60, 120, 240, 300, 300, 300])
      // Whoever has no answer yet is in a hurry.
      #expect(seconds(failures) == [1, 2, 4, 8, 16, 32, 64, 128])
      // An answer ends it.
      #expect(
        seconds(failures.prefix(3) + [.answered(freshFor: nil)] + failures.prefix(1)).suffix(2)
          == [30, 30])
    }

    @Test(
      arguments: [
        (.seconds(5), 30, 15), (.seconds(100), 100, 110), (.seconds(1 << 31), 600, 540),
      ] as [(Duration, Double, Double)])
    func `what a server asks for lengthens a delay`(
      asked: Duration, least: Double, most: Double
    ) {
      let outcomes: [FetchSchedule.Outcome] = [
        .answered(freshFor: nil), .failed(retryAfter: asked),
      ]
      #expect(seconds(outcomes).last == least)
      #expect(seconds(outcomes, .most).last == most)
    }

    @Test func `ten thousand failures in a row are one like the others`() {
      var schedule = Self.schedule
      var chance = Chance.none
      for _ in 0..<10_000 { _ = schedule.delay(after: .failed(retryAfter: nil), using: &chance) }
      #expect(schedule.delay(after: .failed(retryAfter: nil), using: &chance) == .seconds(600))
    }

    @Test(arguments: [
      (Duration.zero, Double.nan, Duration.zero), (.seconds(-5), -1, .seconds(-1)),
      (.seconds(Int64.max), 7, .zero), (.seconds(1), .infinity, .seconds(Int64.max)),
    ])
    func `odd settings give delays all the same`(
      interval: Duration, jitter: Double, longest: Duration
    ) {
      var schedule = FetchSchedule(interval: interval, jitter: jitter, longest: longest)
      var chance = Chance.most
      for outcome: FetchSchedule.Outcome in [
        .answered(freshFor: nil), .failed(retryAfter: .seconds(3)), .failed(retryAfter: nil),
      ] {
        #expect(schedule.delay(after: outcome, using: &chance) >= .zero)
      }
    }

    @Test func `hosts that ask at one moment are spread`() {
      var generator = SystemRandomNumberGenerator()
      let delays = (0..<1000).map { _ in
        var schedule = Self.schedule
        return schedule.delay(after: .failed(retryAfter: .seconds(100)), using: &generator)
      }
      #expect(delays.allSatisfy { $0 >= .seconds(100) && $0 <= .seconds(110) })
      #expect(Set(delays).count > 900)
    }

    @Test(arguments: [0, 0.1, 1], [600, 900, 86_400] as [Int64])
    func `hosts are spread where a server asks for more than the longest delay`(
      jitter: Double, asked: Int64
    ) {
      var generator = SystemRandomNumberGenerator()
      for outcome: FetchSchedule.Outcome in [
        .answered(freshFor: .seconds(asked)), .failed(retryAfter: .seconds(asked)),
      ] {
        let delays = (0..<1000).map { _ in
          var schedule = FetchSchedule(
            interval: .seconds(30), jitter: jitter, longest: .seconds(600))
          return schedule.delay(after: outcome, using: &generator)
        }
        #expect(delays.allSatisfy { $0 >= .zero && $0 <= .seconds(600) })
        #expect(Set(delays).count > 900)
      }
    }

    @Test func `an answer besides the regular ones ends a row of failures`() {
      var schedule = Self.schedule
      var chance = Chance.none
      _ = schedule.delay(after: .answered(freshFor: nil), using: &chance)
      for _ in 0..<5 { _ = schedule.delay(after: .failed(retryAfter: nil), using: &chance) }
      schedule.noteAnswer()
      #expect(schedule.delay(after: .failed(retryAfter: nil), using: &chance) == .seconds(30))
    }
  }

  struct FetchHeadersTests {
    @Test(
      arguments: [
        (["Cache-Control": "max-age=60"], 60), (["cache-control": "public, MAX-AGE=\"60\""], 60),
        (["cache-control": "max-age=60", "age": "20"], 40),
        (["cache-control": "max-age=60", "age": "90"], 0),
        (["cache-control": "max-age=60, no-cache"], nil), (["cache-control": "no-store"], nil),
        (["cache-control": "max-age=-1"], nil), (["cache-control": "max-age=1.5"], nil),
        (["cache-control": "max-age="], nil), (["cache-control": "s-maxage=60"], nil),
        (["cache-control": "max-age=99999999999999999999"], 1 << 31), ([:], nil),
      ] as [([String: String], Int?)])
    func `a response is fresh for so long`(fields: [String: String], seconds: Int?) {
      let headers = FetchHeaders(fields.map { ($0.key, $0.value) })
      #expect(headers.freshness == seconds.map { .seconds($0) })
    }

    @Test(
      arguments: [
        (["Retry-After": "120"], 120), (["retry-after": "soon"], nil), ([:], nil),
        (["retry-after": "-1"], nil),
        // Beside the date of the server, the clock of the host does not matter.
        (
          [
            "retry-after": "Sun, 06 Nov 1994 08:50:07 GMT", "date": "Sun, 06 Nov 1994 08:49:37 GMT",
          ], 30
        ),
        (["retry-after": "Sun, 06 Nov 1994 08:50:07 GMT"], 40),
        (["retry-after": "Sun, 06 Nov 1993 08:50:07 GMT"], 0),
        (["retry-after": "Sunday, 06-Nov-94 08:49:37 GMT"], nil),
        (["retry-after": "Sun, 06 Nov 1994 28:49:37 GMT"], nil),
      ] as [([String: String], Int?)])
    func `a server wants to be left alone for so long`(fields: [String: String], seconds: Int?) {
      let headers = FetchHeaders(fields.map { ($0.key, $0.value) })
      // SOURCE: 784111777 is the date of the example of RFC 9110.
      #expect(headers.retryDelay(now: 784_111_767) == seconds.map { .seconds($0) })
    }
  }
#endif
