/// The smallest number of tests on a branch of a function to a result that can
/// be true.
///
/// It replaces the exact complexity if that is too expensive. The search goes
/// backwards, from the returns to the beginning, cheapest first. A *claim* on a
/// register says that its value must be true, or false, for the branch to be
/// taken. The instruction that writes the register settles the claim: a
/// constant that fits costs nothing, any other value costs one test. A branch
/// with a constant that does not fit is impossible.
///
/// Loops are no problem: another iteration never makes a branch cheaper.
package struct FewestTests {
  /// The maximum number of steps with claims; beyond it, the search runs again
  /// without claims.
  package static let stepLimit = 1 << 15

  /// A state of the search: the claims before an instruction, or at the
  /// beginning.
  private struct Place: Hashable {
    let position: Int
    let claims: RegisterClaims
  }

  private let function: CompiledFunction
  private let predecessors: Predecessors
  private let usesClaims: Bool
  /// The places to visit, by their cost.
  private var queue: [[Place]] = []
  private var seen: Set<Place> = []
  private var steps = 0

  /// Returns the number of tests; 0 if no branch leads to a result that can be
  /// true.
  package static func of(_ function: CompiledFunction, _ total: inout Int) -> Int {
    let predecessors = Predecessors(of: function)
    var exact = FewestTests(function, predecessors, usesClaims: true)
    let count = exact.search(stepLimit: stepLimit)
    total += exact.steps
    if let count { return count }
    var rough = FewestTests(function, predecessors, usesClaims: false)
    defer { total += rough.steps }
    return rough.search(stepLimit: Int.max) ?? 0
  }

  private init(_ function: CompiledFunction, _ predecessors: Predecessors, usesClaims: Bool) {
    self.function = function
    self.predecessors = predecessors
    self.usesClaims = usesClaims
  }

  /// Returns the lowest cost of the beginning; `nil` if the step limit is
  /// exceeded.
  private mutating func search(stepLimit: Int) -> Int? {
    for position in function.code.indices where predecessors.isReachable(position) {
      addReturn(at: position)
    }
    var cost = 0
    while cost < queue.count {
      guard let place = queue[cost].popLast() else {
        cost += 1
        continue
      }
      if place.position < 0 { return cost }
      guard seen.insert(place).inserted else { continue }
      if place.position == 0 {
        // Each claim on a parameter, or on another initial value, is a test.
        add(Place(position: -1, claims: RegisterClaims()), cost: cost + place.claims.count)
      }
      for previous in predecessors[place.position] {
        steps += 1
        if steps > stepLimit { return nil }
        goBack(from: place, over: previous, cost: cost)
      }
    }
    return 0
  }

  private mutating func add(_ place: Place, cost: Int) {
    while queue.count <= cost { queue.append([]) }
    queue[cost].append(place)
  }

  private mutating func addReturn(at position: Int) {
    let instruction = function.code[position]
    switch instruction.opcode {
    case .tailCall:
      add(Place(position: position, claims: RegisterClaims()), cost: 1)
    case .return where instruction.b != 1, .returnOne:
      var claims = RegisterClaims()
      if usesClaims { claims.add(instruction.a, isTrue: true) }
      add(Place(position: position, claims: claims), cost: usesClaims ? 0 : 1)
    default: break
    }
  }

  /// Adds the place before an instruction that leads to a known place.
  private mutating func goBack(from place: Place, over previous: Int, cost: Int) {
    let instruction = function.code[previous]
    guard usesClaims, !instruction.opcode.isComparison else {
      let price = instruction.opcode.isTest ? 1 : 0
      return add(Place(position: previous, claims: place.claims), cost: cost + price)
    }
    var claims = place.claims
    let isJumpTaken = place.position == previous + 1
    if let price = claims.goBack(over: instruction, isJumpTaken: isJumpTaken) {
      add(Place(position: previous, claims: claims), cost: cost + price)
    }
  }
}
