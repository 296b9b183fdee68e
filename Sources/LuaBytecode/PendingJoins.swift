/// The joined states of the branches that lead to later instructions.
package struct PendingJoins {
  /// The maximum number of instructions with open branches at one time.
  package static let limit = 1000

  /// The register in which the branches to an instruction leave the value of a
  /// logical expression.
  private enum Value: Equatable {
    case none
    case register(Int)
    /// The branches use several registers, so none of them counts.
    case several
  }

  private var registerCount = 0
  /// For each position, the number of its join plus 1; 0 if there is none.
  private var joinAt: [UInt16] = []
  /// The value register of each join.
  private var values: [Value] = []
  private var free: [Int] = []
  /// For each join and register, the writer of the register.
  ///
  /// It is 0 if a branch did not write the register, and negative if the
  /// branches had several writers.
  private var writers: [Int32] = []

  package mutating func begin(positions: Int, registers: Int) {
    joinAt.removeAll(keepingCapacity: true)
    joinAt.append(contentsOf: repeatElement(0, count: positions))
    registerCount = registers
    values.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
    writers.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  package func isPending(at position: Int) -> Bool { !joinAt.isEmpty && joinAt[position] != 0 }

  /// Adds a branch that leads to an instruction.
  ///
  /// - Returns: Whether there was room for it.
  @discardableResult
  package mutating func add(_ way: [Int32], value: Int?, to position: Int) -> Bool {
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

  /// Notes in which register a branch to an instruction leaves the value of a
  /// logical expression.
  package mutating func note(value: Int, at position: Int) {
    note(value, Int(joinAt[position]) - 1)
  }

  private mutating func note(_ value: Int, _ join: Int) {
    switch values[join] {
    case .none: values[join] = .register(value)
    case .register(value): break
    default: values[join] = .several
    }
  }

  /// Removes the join of an instruction.
  ///
  /// - Parameters:
  ///   - position: The instruction.
  ///   - result: Receives the writer of each register.
  ///   - locals: How many registers are local variables there; any branch may
  ///     have written them.
  package mutating func take(_ position: Int, into result: inout [Int32], locals: Int) {
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
      // This writer differs from all instructions, and from joins at other positions.
      result[register] = isKept ? Int32.max - 1 - Int32(position) : 0
    }
  }
}
