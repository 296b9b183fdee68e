import CYardstick
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

  /// The best piece of each body of a benchmark, in nanoseconds for one call.
  private struct Best {
    var alone = [Double.infinity, Double.infinity]
    var together = Double.infinity
  }

  func run() throws -> [Measurement] {
    let second = SecondThread()
    defer { second.end() }
    let bodies = try benchmarks.map { try $0.bodies() }
    let counts = bodies.map { count(for: $0[0]) }
    var best = benchmarks.map { _ in Best() }
    for round in 0..<rounds {
      for (index, benchmark) in benchmarks.enumerated() where round % counts[index].interval == 0 {
        measure(bodies[index], benchmark.ratio, counts[index].calls, &best[index], second)
      }
    }
    let yardstick = best[0].alone[0]
    return benchmarks.indices.map { index in
      let benchmark = benchmarks[index]
      let best = best[index]
      let ratio =
        switch benchmark.ratio {
        case .toYardstick: best.alone[0] / yardstick
        case .to: best.alone[0] / best.alone[1]
        case .ofTwoThreads: best.alone[0] / best.together
        }
      return Measurement(
        name: benchmark.name,
        ns: benchmark.ratio == .ofTwoThreads ? best.together : best.alone[0], ratio: ratio,
        allocations: benchmark.countsAllocations
          ? allocations(of: bodies[index][0], counts[index].calls) : nil)
    }
  }

  private func measure(
    _ bodies: [Benchmark.Body], _ ratio: Benchmark.Ratio, _ count: Int, _ best: inout Best,
    _ second: SecondThread
  ) {
    let first = bodies[0]
    best.alone[0] = min(best.alone[0], time { first(count) } / Double(count))
    guard bodies.count > 1 else { return }
    let other = bodies[1]
    if case .to = ratio {
      best.alone[1] = min(best.alone[1], time { other(count) } / Double(count))
    } else {
      let both = second.time(count, first, other)
      best.together = min(best.together, both / Double(2 * count))
    }
  }

  /// How many calls fill a piece, after a while of warming up; and in each
  /// how-manieth round there is one, as a call that takes long is not made in all of them.
  private func count(for body: (Int) -> Void) -> (calls: Int, interval: Int) {
    var count = 1
    while count < 1 << 24 {
      body(count)
      let taken = time { body(count) }
      if taken > nanoseconds(piece) / 2 {
        let calls = max(1, Int(Double(count) * nanoseconds(piece) / taken))
        let length = taken / Double(count) * Double(calls) / nanoseconds(piece)
        return (calls, min(max(1, Int(length / 4)), max(1, rounds / 4)))
      }
      count *= 2
    }
    return (count, 1)
  }

  /// The blocks of memory that a call asks for, on average of a thousand calls, or of
  /// fewer where so many take long.
  private func allocations(of body: (Int) -> Void, _ callsInPiece: Int) -> Double? {
    let count = min(1000, 20 * callsInPiece)
    body(count)
    let before = yardstick_allocations()
    guard before >= 0 else { return nil }
    body(count)
    return Double(yardstick_allocations() - before) / Double(count)
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
