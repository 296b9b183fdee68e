/// Something that is measured: the same work, so many times.
struct Benchmark: Sendable {
  /// What the ratio of a benchmark is.
  enum Ratio: Sendable, Equatable {
    /// The time of one evaluation as a multiple of the yardstick.
    case toYardstick
    /// The time as a multiple of what the second body takes, which has a name.
    case to(String)
    /// The throughput of two threads as a multiple of that of one.
    case ofTwoThreads

    /// The time as a multiple of what bare Lua needs for the same file.
    static let toBareLua = Ratio.to("bare Lua")

    /// What follows a ratio in the table.
    var unit: String {
      switch self {
      case .toYardstick: "L"
      case .to(let other): "× \(other)"
      case .ofTwoThreads: "× one thread"
      }
    }
  }

  /// Does the work so many times.
  typealias Body = @Sendable (Int) -> Void

  var name: String
  var ratio: Ratio
  /// Whether the memory that it asks for is told.
  var countsAllocations = false
  /// Gets ready and returns the work of each thread, or the work and what it is
  /// compared with.
  var bodies: @Sendable () throws -> [Body]

  init(
    _ name: String, countsAllocations: Bool = false, _ body: @escaping @Sendable () throws -> Body
  ) {
    self.init(name, .toYardstick, countsAllocations: countsAllocations) { [try body()] }
  }

  init(
    _ name: String, _ ratio: Ratio, countsAllocations: Bool = false,
    _ bodies: @escaping @Sendable () throws -> [Body]
  ) {
    self.name = name
    self.ratio = ratio
    self.countsAllocations = countsAllocations
    self.bodies = bodies
  }
}

/// What a benchmark came to.
struct Measurement: Codable {
  var name: String
  /// The time of one evaluation; none where memory is measured.
  var ns: Double?
  var ratio: Double
  /// Blocks of memory that one evaluation asks for, where that is counted.
  var allocations: Double?
  /// The bytes of one rule, where memory is measured.
  var bytes: Double?
}

/// Asks once whether the answer is right, and returns the same question so many times.
func asking<Value: SendableMetatype>(
  _ ask: @escaping @Sendable () -> Value, isRight: (Value) -> Bool
) -> Benchmark.Body {
  precondition(isRight(ask()))
  return { for _ in 0..<$0 { keep(ask()) } }
}

/// Asks once whether the answer is the expected one, and returns the same question so many times.
func asking<Value: Equatable & SendableMetatype>(
  _ expected: Value, _ ask: @escaping @Sendable () -> Value
) -> Benchmark.Body {
  asking(ask) { $0 == expected }
}

/// Keeps a value from being optimized away.
@inline(never) func keep<Value>(_ value: Value) {}
