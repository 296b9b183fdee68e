/// Something that is measured: the same work, so many times.
struct Benchmark: Sendable {
  /// What the ratio of a benchmark is.
  enum Ratio: Sendable {
    /// The time of one access as a multiple of the yardstick.
    case toYardstick
    /// The throughput of two threads as a multiple of that of one.
    case ofTwoThreads
  }

  var name: String
  var ratio: Ratio
  /// The work of each thread.
  var threads: [@Sendable (Int) -> Void]

  init(_ name: String, _ body: @escaping @Sendable (Int) -> Void) {
    self.name = name
    ratio = .toYardstick
    threads = [body]
  }

  init(
    _ name: String, first: @escaping @Sendable (Int) -> Void,
    second: @escaping @Sendable (Int) -> Void
  ) {
    self.name = name
    ratio = .ofTwoThreads
    threads = [first, second]
  }
}

/// What a benchmark came to.
struct Measurement: Codable {
  var name: String
  var ns: Double
  var ratio: Double
}

/// Keeps a value from being optimised away.
@inline(never) func keep<Value>(_ value: Value) {}
