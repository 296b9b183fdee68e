/// The ways that lead to instructions which are still to come, joined for each.
struct PendingJoins {
  /// How many instructions may be waited for at one time.
  static let limit = 1000

  /// The register in which the ways to an instruction leave the value of a logical expression.
  private enum Value: Equatable {
    case none
    case register(Int)
    /// The ways name several registers, so it is none of them.
    case several
  }

  private var registerCount = 0
  /// By position: 1 more than the number of its join; 0 for none.
  private var joinAt: [UInt16] = []
  /// By join.
  private var values: [Value] = []
  private var free: [Int] = []
  /// By join and register: who wrote the register; 0 where a way did not; negative where the
  /// ways had several writers.
  private var writers: [Int32] = []

  mutating func begin(positions: Int, registers: Int) {
    joinAt.removeAll(keepingCapacity: true)
    joinAt.append(contentsOf: repeatElement(0, count: positions))
    registerCount = registers
    values.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
    writers.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  func isPending(at position: Int) -> Bool { !joinAt.isEmpty && joinAt[position] != 0 }

  /// Adds a way that leads to an instruction.
  ///
  /// - Returns: Whether there is room for it.
  @discardableResult
  mutating func add(_ way: [Int32], value: Int?, to position: Int) -> Bool {
    let known = Int(joinAt[position]) - 1
    guard known < 0 else {
      merge(way, value, known)
      return true
    }
    guard let join = makeJoin(way) else { return false }
    joinAt[position] = UInt16(join + 1)
    values[join] = value.map(Value.register) ?? .none
    return true
  }

  private mutating func makeJoin(_ way: [Int32]) -> Int? {
    if let join = free.popLast() {
      let start = join * registerCount
      for register in 0..<registerCount { writers[start + register] = way[register] }
      return join
    }
    guard values.count < Self.limit else { return nil }
    values.append(.none)
    writers.append(contentsOf: way)
    return values.count - 1
  }

  private mutating func merge(_ way: [Int32], _ value: Int?, _ join: Int) {
    let start = join * registerCount
    for register in 0..<registerCount {
      let one = writers[start + register]
      let other = way[register]
      if one == other { continue }
      writers[start + register] = one == 0 || other == 0 ? 0 : -1
    }
    if let value { note(value, join) }
  }

  /// Notes in which register a way to an instruction leaves the value of a logical expression.
  mutating func note(value: Int, at position: Int) {
    note(value, Int(joinAt[position]) - 1)
  }

  private mutating func note(_ value: Int, _ join: Int) {
    switch values[join] {
    case .none: values[join] = .register(value)
    case .register(value): break
    default: values[join] = .several
    }
  }

  /// Takes the ways that lead to an instruction.
  ///
  /// - Parameters:
  ///   - position: The instruction.
  ///   - result: Gets the writer of each register.
  ///   - locals: How many registers are local variables there, which any way may have written.
  mutating func take(_ position: Int, into result: inout [Int32], locals: Int) {
    let join = Int(joinAt[position]) - 1
    joinAt[position] = 0
    free.append(join)
    let start = join * registerCount
    for register in 0..<registerCount {
      let writer = writers[start + register]
      guard writer < 0 else {
        result[register] = writer
        continue
      }
      let isKept = register < locals || values[join] == .register(register)
      // Apart from all instructions, and from the joins at other positions.
      result[register] = isKept ? Int32.max - 1 - Int32(position) : 0
    }
  }
}
