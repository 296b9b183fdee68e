import Testing

@testable import DirectToWeb

@Suite struct ThrottleTests {
  private let time = TestTime()

  private func throttle(
    names: Throttle.Limits = .name, addresses: Throttle.Limits = .address, count: Int = 1000
  ) -> Throttle {
    Throttle(names: names, addresses: addresses, count: count, now: { [time] in time.now })
  }

  /// The waits between attempts that are made as soon as they may be.
  private func waits(_ count: Int, _ begin: () -> Duration?) -> [Int] {
    (0..<count).map { _ in
      let wait = begin() ?? .zero
      time.advance(by: wait)
      if wait > .zero { #expect(begin() == nil) }
      return Int(wait / .seconds(1))
    }
  }

  @Test func `a name waits twice as long after each failure from an address, up to five minutes`() {
    let throttle = throttle()
    let waits = waits(14) { throttle.begin(name: "ann", address: "10.0.0.1") }
    #expect(waits == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
    #expect(throttle.begin(name: "bob", address: "10.0.0.1") == nil)
  }

  @Test func `wrong sign-ins of one client lock nobody else out`() {
    let throttle = throttle()
    // In one hour the client guesses as often as it may.
    var spent = Duration.zero
    while spent < .seconds(3500) {
      if let wait = throttle.begin(name: "ann", address: "10.0.0.1") {
        time.advance(by: wait)
        spent += wait
      }
    }
    #expect(throttle.begin(name: "ann", address: "10.0.0.2") == nil)
    #expect(throttle.begin(name: "bob", address: "10.0.0.1") == nil)
  }

  @Test func `a name waits for guesses from many addresses, up to a minute`() {
    let throttle = throttle()
    var number = 0
    let waits = waits(112) {
      number += 1
      return throttle.begin(name: "ann", address: "10.0.0.\(number)")
    }
    #expect(waits.prefix(101).allSatisfy { $0 == 0 })
    #expect(waits.dropFirst(101).prefix(8) == [1, 2, 4, 8, 16, 32, 60, 60])
  }

  @Test func `an address waits whatever the name, up to a minute`() {
    let throttle = throttle()
    var number = 0
    let waits = waits(40) {
      number += 1
      return throttle.begin(name: "user \(number)", address: "10.0.0.1")
    }
    #expect(waits.prefix(31).allSatisfy { $0 == 0 })
    #expect(waits.dropFirst(31) == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    #expect(throttle.begin(name: "user 1", address: "10.0.0.2") == nil)
  }

  @Test func `attempts during the wait do not make it longer`() throws {
    let throttle = throttle()
    for _ in 0..<4 { #expect(throttle.begin(name: "ann", address: "a") == nil) }
    for _ in 0..<10 { #expect(throttle.begin(name: "ann", address: "a") == .seconds(1)) }
    time.advance(by: .seconds(1))
    #expect(throttle.begin(name: "ann", address: "a") == nil)
  }

  @Test func `success clears the name, and of the address only itself`() {
    let throttle = throttle()
    // Somebody with an account guesses the passwords of others between.
    for number in 0..<31 {
      #expect(throttle.begin(name: "victim \(number)", address: "a") == nil)
      if number < 30 {
        #expect(throttle.begin(name: "ann", address: "a") == nil)
        throttle.succeeded(name: "ann", address: "a")
      }
    }
    #expect(throttle.begin(name: "ann", address: "a") == .seconds(1))
    #expect(throttle.begin(name: "ann", address: "b") == nil)
    for _ in 0..<3 { throttle.cancelled(name: "ann", address: "b") }
    #expect(throttle.begin(name: "ann", address: "b") == nil)
  }

  @Test func `failures are forgotten after an hour`() {
    let throttle = throttle()
    for _ in 0..<4 { _ = throttle.begin(name: "ann", address: "a") }
    #expect(throttle.begin(name: "ann", address: "a") != nil)
    time.advance(by: .seconds(3600))
    for _ in 0..<4 { #expect(throttle.begin(name: "ann", address: "a") == nil) }
  }

  @Test func `memory is bounded, and the worst are remembered`() {
    let throttle = throttle(count: 100)
    for _ in 0..<4 { _ = throttle.begin(name: "ann", address: "10.0.0.1") }
    for number in 0..<1000 {
      _ = throttle.begin(name: "name \(number)", address: "address \(number)")
      #expect(throttle.count <= 300)
    }
    #expect(throttle.begin(name: "ann", address: "10.0.0.1") == .seconds(1))
  }

  @Test(arguments: [
    ("2001:db8::1", "2001:db8::2", true), ("2001:db8:0:0:1:2:3:4", "2001:db8::9", true),
    ("2001:db8:0:1::1", "2001:db8:0:2::1", false), ("fe80::1%eth0", "fe80::2%eth1", true),
    ("10.0.0.1", "10.0.0.2", false), ("::1", "::2", true),
    ("::ffff:10.0.0.1", "::ffff:10.0.0.2", false),
  ])
  func `of an address by IPv6 the network counts`(_ one: String, _ other: String, _ isSame: Bool) {
    let throttle = throttle()
    for number in 0..<31 { _ = throttle.begin(name: "u\(number)", address: one) }
    #expect((throttle.begin(name: "x", address: other) != nil) == isSame)
  }
}
