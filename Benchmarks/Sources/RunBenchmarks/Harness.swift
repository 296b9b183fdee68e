import Synchronization

/// Measures benchmarks in turn: a short piece of each, many rounds long.
///
/// A machine that is busy makes a piece slower and never faster, and it is slow
/// for every benchmark of the round. So the best piece of each is compared.
struct Harness {
  var benchmarks: [Benchmark]
  var rounds: Int
  /// How long a piece is to take.
  var piece = Duration.microseconds(600)

  func run() -> [Measurement] {
    let second = SecondThread()
    defer { second.end() }
    let counts = benchmarks.map { count(for: $0.threads[0]) }
    var alone = Array(repeating: Double.infinity, count: benchmarks.count)
    var together = alone
    for _ in 0..<rounds {
      for (index, benchmark) in benchmarks.enumerated() {
        let count = counts[index]
        let first = benchmark.threads[0]
        alone[index] = min(alone[index], time { first(count) } / Double(count))
        guard benchmark.threads.count > 1 else { continue }
        let other = benchmark.threads[1]
        let both = second.time(count, first, other)
        together[index] = min(together[index], both / Double(2 * count))
      }
    }
    let yardstick = alone[0]
    return benchmarks.indices.map { index in
      switch benchmarks[index].ratio {
      case .toYardstick:
        Measurement(
          name: benchmarks[index].name, ns: alone[index], ratio: alone[index] / yardstick)
      case .ofTwoThreads:
        Measurement(
          name: benchmarks[index].name, ns: together[index],
          ratio: alone[index] / together[index])
      }
    }
  }

  /// How many calls fill a piece, after a while of warming up.
  private func count(for body: (Int) -> Void) -> Int {
    var count = 1
    while count < 1 << 24 {
      body(count)
      let taken = time { body(count) }
      if taken > nanoseconds(piece) / 2 {
        return max(1, Int(Double(count) * nanoseconds(piece) / taken))
      }
      count *= 2
    }
    return count
  }
}

/// Runs a body and returns the nanoseconds that it took.
func time(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  return nanoseconds(clock.measure(body))
}

func nanoseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) * 1e-9
}
