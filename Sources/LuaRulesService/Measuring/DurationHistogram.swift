#if Service
  /// The durations of a kind of work, counted in intervals.
  final class DurationHistogram: Sendable {
    /// The upper ends of the intervals in microseconds; the last interval has none.
    private static let ends = [
      5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 25_000, 100_000, 1_000_000,
    ]
    /// The ends in seconds, as the text format has them.
    private static let labels = ends.map { "\(Double($0) / 1_000_000)" } + ["+Inf"]

    private let counts = labels.map { _ in Count() }
    private let nanoseconds = Count()

    /// Counts a duration.
    func add(_ duration: Duration) {
      let (seconds, attoseconds) = duration.components
      let time = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
      nanoseconds.add(time)
      counts[Self.ends.firstIndex { time <= $0 * 1000 } ?? Self.ends.count].add()
    }

    /// Writes the histogram; each interval includes those before it.
    func write(_ name: StaticString, _ help: StaticString, to text: inout PrometheusText) {
      text.begin(name, .histogram, help)
      var sum = 0
      for (label, count) in zip(Self.labels, counts) {
        sum += count.value
        text.add(sum, [("le", label)], suffix: "_bucket")
      }
      text.add(seconds: Double(nanoseconds.value) / 1_000_000_000, suffix: "_sum")
      text.add(sum, suffix: "_count")
    }
  }
#endif
